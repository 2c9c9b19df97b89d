"use strict";
// Keeps what was seen last, for the time without a network.
const KEPT = "quatre-vents-1";
addEventListener("install", () => { skipWaiting(); });
addEventListener("activate", (event) => { event.waitUntil(clients.claim()); });
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.headers.get("accept") === "text/event-stream") return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const answer = await fetch(request);
      if (answer.ok && !(answer.headers.get("cache-control") || "").includes("no-store")) await kept.put(request, answer.clone());
      return answer;
    } catch (error) {
      const found = await kept.match(request, { ignoreSearch: true, ignoreVary: true });
      if (found) return found;
      throw error;
    }
  })());
});
