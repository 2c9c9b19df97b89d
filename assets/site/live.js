"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const body = document.body, away = byId("away"), base = body.dataset.base;
  let version = Number(body.dataset.version), wanted = version, due = 0, tries = 0;

  if (location.protocol === "https:") document.documentElement.classList.add("secure");

  // Times are written as on the screens of the hall.
  const two = (number) => String(number).padStart(2, "0");
  const clockText = (seconds) => {
    const hours = Math.floor(seconds / 3600), rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  // What somebody reads stays where it is: the first thing in view has the same place before and after.
  const reading = () => {
    const marks = [...document.querySelectorAll("main [id], main tbody tr")];
    const seen = marks.filter((each) => each.offsetParent && each.getBoundingClientRect().bottom > 0);
    const first = seen.find((each) => each.getBoundingClientRect().top >= 0) || seen[0];
    if (!first) return () => {};
    const link = first.querySelector("a[href]"), top = first.getBoundingClientRect().top;
    const same = link && `main tbody tr a[href="${CSS.escape(link.getAttribute("href"))}"]`;
    return () => {
      const linked = !first.id && same && document.querySelector(same);
      const now = first.id ? byId(first.id) : linked && linked.closest("tr");
      if (now && scrollY > 0) scrollBy(0, now.getBoundingClientRect().top - top);
    };
  };
  const focus = () => {
    const key = (each) => each.getAttribute("href") || each.dataset.number || each.textContent;
    const all = () => [...document.querySelectorAll("a, button, summary")], own = document.activeElement;
    const place = all().filter((each) => key(each) === key(own)).indexOf(own);
    return () => {
      const same = own.isConnected ? null : all().filter((each) => key(each) === key(own))[place];
      if (same) same.focus({ preventScroll: true });
    };
  };
  const selecting = () => !getSelection().isCollapsed && byId("main").contains(getSelection().anchorNode);
  const shown = async () => {
    due = 0;
    if (selecting()) return;
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || !page.body.dataset.version) { location.reload(); return; }
      if (selecting()) return;
      const back = reading(), again = focus();
      const jumping = document.querySelector(".jump[open]");
      for (const part of ["header", ".tabs", "main", "footer"]) document.querySelector(part).replaceWith(page.querySelector(part));
      if (jumping && document.querySelector(".jump")) document.querySelector(".jump").open = true;
      document.title = page.title;
      version = Number(page.body.dataset.version);
      document.dispatchEvent(new Event("newpage"));
      if (version === wanted) tries = 0; else if (tries++ < 5) soon(1000);  // another worker of the server answered
      again();
      back();
      count();
    } catch { soon(5000); }
  };
  const soon = (most) => { if (!due) due = setTimeout(shown, Math.random() * most); };

  document.addEventListener("selectionchange", () => { if (wanted !== version && !selecting()) soon(300); });

  // All phones are told at once, and ask one after the other.
  let told = null, silent = 0, spread = 2000, heard = false, lost = null;
  const hostLost = window.followHost(base, (host) => { location.replace(host + location.pathname + location.hash); });
  const alone = () => {
    hostLost(true);
    const time = lost && `${two(lost.getHours())}:${two(lost.getMinutes())}`;
    away.textContent = time ? body.dataset.since.replace("{time}", time) : body.dataset.offline;
  };
  const listen = () => {
    if (told) told.close();
    told = new EventSource(`${base}/events`);
    told.addEventListener("spread", (event) => { spread = Number(event.data); });
    told.addEventListener("version", (event) => {
      wanted = Number(event.data);
      if (wanted !== version) soon(spread);
    });
    told.onopen = () => { clearTimeout(silent); silent = 0; heard = true; away.textContent = ""; hostLost(false); };
    told.onerror = () => {
      if (heard) { lost = new Date(); heard = false; }
      silent = silent || setTimeout(alone, 3000);
      if (told.readyState !== EventSource.CLOSED) return;  // it tries again by itself
      soon(20000);  // who is not told looks from time to time
      setTimeout(listen, 5000 + Math.random() * 10000);
    };
  };
  listen();
  addEventListener("online", listen);
  // A page that is still there is better than one that cannot be loaded.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!away.textContent || !link || (link.pathname === location.pathname && !link.search)) return;
    if (navigator.serviceWorker && navigator.serviceWorker.controller) return;
    event.preventDefault();
    fetch(link.href, { method: "HEAD" }).then(() => { location.href = link.href; }, () => { if (away.animate) away.animate({ opacity: [0.2, 1] }, 400); });
  });
  // A page that the browser keeps for going back would keep its connection, and a browser has six.
  addEventListener("pagehide", () => { told.close(); });
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && wanted !== version) soon(300); });

  // The clock of the session, by the time of the server.
  let ahead = 0;
  const count = () => {
    const left = byId("left");
    if (!left) return;
    left.hidden = false;
    left.querySelector("b").textContent = clockText(Math.max(0, Math.ceil(Number(left.dataset.gong) - (Date.now() + ahead) / 1000)));
  };
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then((answer) => {
    const now = Date.parse(answer.headers.get("date") || "");
    if (now && Math.abs(now - Date.now()) > 2000) ahead = now - Date.now();
  }).catch(() => {}).finally(() => { count(); setInterval(count, 1000); });

  // The card of whoever somebody follows, for the line above the page.
  const follow = async () => {
    const number = localStorage.getItem(`quatre-vents:${body.dataset.own}`);
    const known = byId(`p${number}`);
    if (!number || (known && !known.closest("#mine"))) return;
    const answer = await fetch(`${base}/player/${number}`);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (byId("mine")) byId("mine").remove();
    const mine = document.createElement("div");
    mine.id = "mine";
    mine.hidden = true;
    mine.append(...page.querySelectorAll("article"));
    body.append(mine);
    const back = reading();
    document.dispatchEvent(new Event("newcard"));
    back();
  };
  follow().catch(() => {});
  document.addEventListener("newpage", () => { follow().catch(() => {}); });
  if (navigator.serviceWorker) navigator.serviceWorker.register(`${base}/offline.js`).catch(() => {});
})();
