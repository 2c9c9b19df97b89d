"use strict";
// Keeps what was seen last, for the time without a network.
const KEPT = "quatre-vents-1";
addEventListener("install", () => { skipWaiting(); });
addEventListener("activate", (event) => { event.waitUntil(clients.claim()); });
addEventListener("fetch", (event) => {
  const { request } = event, path = new URL(request.url).pathname;
  if (request.method !== "GET" || path.endsWith("/events")) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const answer = await fetch(request);
      if (answer.ok) await kept.put(request, answer.clone());
      return answer;
    } catch (error) {
      const found = await kept.match(request, { ignoreSearch: true, ignoreVary: true });
      if (found) return found;
      throw error;
    }
  })());
});
