"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  if (location.protocol === "https:") document.documentElement.classList.add("secure");
  const body = document.body, base = body.dataset.address, seatKey = `quatre-vents-seat ${base}`, queueKey = `quatre-vents-queue ${base}`;
  const stored = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value);
    } catch { /* a browser that stores nothing */ }
    return null;
  };
  const queue = (value) => (value ? stored(queueKey, JSON.stringify(value)) : JSON.parse(stored(queueKey) || "[]"));

  // Who holds this phone is chosen once.
  const asked = new URLSearchParams(location.search).get("seat");
  if (asked !== null) stored(seatKey, ["0", "1", "2", "3"].includes(asked) ? asked : null);
  else if (stored(seatKey) !== null) { location.replace(`${location.pathname}?seat=${stored(seatKey)}${location.hash}`); return; }

  const form = () => byId("hand");
  const handOf = (part) => (part ? part.dataset.hand : undefined);
  const draftKey = () => `quatre-vents-draft ${base} ${handOf(byId("form"))} ${form() ? form().getAttribute("action") : undefined}`;
  const typed = () => [...new FormData(form())].filter(([name, value]) => value && !["id", "hand", "seat", "page"].includes(name) && !name.startsWith("set"));
  const keep = () => { if (form()) stored(draftKey(), typed().length ? JSON.stringify(typed()) : null); };
  const restore = () => {
    if (!form() || typed().length) return;
    for (const [name, value] of JSON.parse(stored(draftKey()) || "[]")) {
      for (const control of form().elements) {
        if (control.name !== name || control.type === "submit") continue;
        if (["radio", "checkbox"].includes(control.type)) control.checked = control.checked || control.value === value;
        else control.value = value;
      }
    }
  };

  // What is read or typed stays where it is when something above it changes.
  const steady = (change) => {
    const active = document.activeElement, mark = active && active !== body && active.closest("main") ? active : byId("form");
    if (!mark) { change(); return; }
    const top = mark.getBoundingClientRect().top;
    change();
    const now = mark.isConnected ? mark : mark.id && byId(mark.id);
    if (now && scrollY > 0) scrollBy(0, now.getBoundingClientRect().top - top);
  };
  const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
  const swap = (page, ids) => {
    for (const id of ids) {
      const old = byId(id), fresh = page.getElementById(id);
      if (old && fresh) {
        for (const part of old.querySelectorAll("details[open]")) if (part.id && fresh.querySelector(`#${part.id}`)) fresh.querySelector(`#${part.id}`).open = true;
        if (old.open) fresh.open = true;
        if (old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
      } else if (old && id === "hands") old.remove();
      else if (fresh && id === "hands") document.querySelector(".plain").before(fresh);
    }
  };
  const say = (text) => { byId("away").textContent = text; byId("away").hidden = !text; };
  const told = () => say(queue().length ? body.dataset.waits : lost ? body.dataset.away : "");
  let lost = false, due = 0, shows = 0;

  const refresh = async () => {
    due = 0;
    const known = shows;
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      const page = await parsed(answer);
      if (known !== shows) { soon(0); return; }  // what was sent meanwhile has been answered: this is older
      if (!page.getElementById("state")) { location.reload(); return; }
      show(page, false);
      lost = false;
    } catch { lost = true; soon(5000); }
    told();
  };
  const soon = (wait) => { if (!due) due = setTimeout(refresh, wait); };
  // A form in which something is typed is never replaced, but by the answer to what it sent.
  const show = (page, whole) => steady(() => {
    shows += 1;
    const busy = !whole && form() && typed().length > 0;
    const moved = handOf(byId("form")) !== handOf(page.getElementById("form"));
    swap(page, ["head", "state", "hands", "bar"]);
    if (busy && moved) byId("answer").textContent = body.dataset.moved;
    if (busy) return;
    const old = byId("form"), fresh = page.getElementById("form");
    if (old && fresh) old.replaceWith(fresh);
    else if (old) old.remove();
    else if (fresh) byId("state").after(fresh);
    wire();
  });

  let pressed = null;  // for browsers that do not say which button sent a form
  document.addEventListener("click", (event) => { pressed = event.target.closest("button"); }, true);
  const said = (target, button) => {
    const fields = new FormData(target);
    if (button && button.name) fields.append(button.name, button.value);
    return new URLSearchParams(fields).toString();
  };
  const post = (action, text) => fetch(action, { method: "POST", body: text, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  let sending = false;
  const send = async () => {
    const first = queue()[0];
    if (!first || sending) return;
    let answer;
    sending = true;
    try { answer = await post(first.action, first.text); } catch { told(); return; } finally { sending = false; }
    if ([429, 502, 503].includes(answer.status)) { say(body.dataset.slow); setTimeout(send, 2000); return; }
    queue(queue().filter((each) => each.text !== first.text));  // another tab may have sent it
    const page = await parsed(answer);
    if (!page.getElementById("state")) { location.reload(); return; }
    if (answer.ok && first.draft) stored(first.draft, null);
    if (answer.redirected) history.replaceState(null, "", answer.url);
    show(page, first.action.endsWith("/propose"));
    const problems = byId("problems") || byId("answer");
    if (!answer.ok && problems) problems.scrollIntoView({ block: "center" });
    told();
    send();
  };
  let asking = 0;
  const counted = async (button) => {
    if (!form()) return;
    const mine = ++asking;
    try {
      const answer = await post(`${base}/calculate`, said(form(), button));
      const page = await parsed(answer);
      if (!answer.ok || mine !== asking) return;  // more was typed since
      steady(() => {
        for (const each of document.querySelectorAll(".tiles")) if (!page.getElementById(each.id)) each.remove();  // a winner less
        for (const each of page.querySelectorAll(".tiles")) if (!byId(each.id)) byId("answer").before(each);
        const names = (part) => [...part.querySelectorAll("[name]")].map((each) => each.name).join(), answered = page.getElementById("answer");
        for (const each of document.querySelectorAll(".counted, .asked")) {
          const fresh = page.getElementById(each.id);
          if (fresh && (each.className === "counted" || names(each) !== names(fresh))) each.replaceWith(fresh);
        }
        for (const each of document.querySelectorAll(".figure")) {
          const fresh = page.getElementById(each.id);
          each.placeholder = fresh ? fresh.placeholder : "";
        }
        if (answered) byId("answer").replaceWith(answered);
      });
    } catch { lost = true; told(); }
  };
  let counting = 0;
  const count = () => { clearTimeout(counting); counting = setTimeout(counted, 350); };

  document.addEventListener("submit", (event) => {
    const target = event.target, button = event.submitter || pressed, action = (button && button.getAttribute("formaction")) || target.getAttribute("action");
    event.preventDefault();
    if (button && button.dataset.line) { tap(button); return; }
    if (action.endsWith("/calculate")) { counted(button); return; }
    const waiting = { action, text: said(target, button), draft: target === form() ? draftKey() : null };
    queue([...queue(), waiting]);
    if (button) { button.disabled = true; setTimeout(() => { button.disabled = false; }, 2000); }
    send();
  });

  // Tiles and digits, without the keyboard of the phone.
  const tap = (button) => {
    const line = byId(button.dataset.line), kinds = form().elements[button.dataset.line.replace("tiles", "set")], kind = kinds && kinds.value;
    if (button.value.endsWith(":back")) line.value = line.value.replace(/(\[[^\]]*\]|[1-9]?[mspESWNCFPO]|.)$/u, "");
    else line.value += button.dataset[kind] || button.value.split(":")[1];
    if (kind && kind !== "tile") form().elements[button.dataset.line.replace("tiles", "set")].value = "tile";
    keep();
    count();
  };
  let figure = null;
  const current = (control) => {
    for (const each of document.querySelectorAll(".figure.current")) each.classList.remove("current");
    figure = control;
    if (figure) figure.classList.add("current");
  };
  const won = () => {
    const chosen = document.querySelector(".winner :checked");
    if (form()) form().dataset.winner = chosen ? chosen.value : "";
  };
  const wire = () => {
    const pad = document.querySelector(".pad"), figures = [...document.querySelectorAll(".figure")];
    if (pad) pad.hidden = false;
    for (const each of figures) each.setAttribute("inputmode", "none");
    restore();
    won();
    current(figures.find((each) => !each.value) || figures[0] || null);
    for (const each of document.querySelectorAll(".kinds input[value=tile]")) if (!form().elements[each.name].value) each.checked = true;
  };
  document.addEventListener("focusin", (event) => { if (event.target.classList.contains("figure")) current(event.target); });
  // The next thing to be chosen comes into view.
  const next = { winner: ".source", source: ".pad" };
  document.addEventListener("change", (event) => {
    won();
    const part = event.target.value === "drawn" ? document.querySelector(".send") : document.querySelector(next[event.target.name] || "#none");
    if (part) part.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  });
  document.addEventListener("input", () => { keep(); if (document.querySelector("details.tiles[open]")) count(); });
  document.addEventListener("toggle", (event) => { if (event.target.matches("details.tiles[open]")) count(); }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".pad button"), key = button && button.dataset.key;
    if (!key || !figure) return;
    // The first digit replaces what was proposed, as at a desk.
    const before = !figure.dataset.touched && figure.value === figure.defaultValue ? "" : figure.value;
    figure.value = key === "back" ? figure.value.slice(0, -1) : (before + key).slice(0, 7);
    figure.dataset.touched = "yes";
    keep();
  });

  setInterval(() => {
    for (const call of document.querySelectorAll("[data-since]")) {
      const minutes = Math.max(Math.floor((Date.now() / 1000 - Number(call.dataset.since)) / 60), 0);
      call.querySelector(".minutes").textContent = call.dataset.text.replace("#", String(minutes));
    }
    if (queue().length) send();
  }, 5000);
  const listen = () => {
    const source = new EventSource(`${base}/events`);
    source.addEventListener("version", () => { lost = false; soon(Math.random() * 150); send(); });
    source.addEventListener("error", () => { lost = true; told(); });
    addEventListener("pagehide", () => { source.close(); });
  };
  addEventListener("online", () => { send(); soon(0); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { send(); soon(0); } });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  wire();
  told();
  listen();
  send();
})();
