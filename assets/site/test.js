// The test of the hall on a phone. It is written in ECMAScript 2018, for browsers since Safari 12 and Chromium 70.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const here = location.pathname, patience = 12000;  // milliseconds
  document.documentElement.classList.add("scripts");
  const results = {};
  const say = (id, word) => {
    const row = byId(id), text = row.querySelector("span");
    row.className = word === "came" ? "came" : ["failed", "late", "once"].includes(word) ? "failed" : "";
    text.textContent = text.getAttribute(`data-${word}`);
  };
  const end = (id, word) => {
    if (id in results) return;
    results[id] = word === "came";
    say(id, word);
    if (!("push" in results && "typing" in results)) return;
    const works = results.push && results.typing, result = byId("result");
    result.className = works ? "notice good" : "notice bad";
    result.textContent = works ? result.dataset.works : result.dataset.fails;
    result.hidden = false;
  };

  // A message says when it was sent. The desk answers whether it was in time, and whether another one is to come.
  const listen = () => {
    say("push", "waits");
    const source = new EventSource(`${here}/events`);
    let first = false;
    const stop = (word) => { source.close(); end("push", word); };
    setTimeout(() => { stop(first ? "once" : "failed"); }, patience);
    source.addEventListener("news", async (event) => {
      try {
        const answer = await (await fetch(`${here}/came?sent=${event.data}`)).text();
        if ("push" in results) return;
        if (answer === "first") { first = true; say("push", "again"); }
        if (answer === "again") stop("came");
        if (answer === "late") stop("late");
      } catch (error) { /* the next message, or the end of the time */ }
    });
  };

  const type = async () => {
    say("typing", "waits");
    setTimeout(() => { end("typing", "failed"); }, patience);
    const body = new URLSearchParams(new FormData(document.querySelector("form")));
    try {
      const answer = await fetch(`${here}?by=script`, { method: "POST", body });
      end("typing", answer.ok && await answer.text() === "came" ? "came" : "failed");
    } catch (error) { end("typing", "failed"); }
  };

  if (byId("typing").className === "came") results.typing = true; else type();
  listen();
})();
