// The page of a sheet on a phone. It is written in ECMAScript 2018, for browsers since Safari 12 and Chromium 70.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  if (location.protocol === "https:") document.documentElement.classList.add("secure");
  const body = document.body, base = body.dataset.address, queueKey = `quatre-vents-queue ${base}`;
  const memory = {};  // what a browser does not store
  const stored = (key, value) => {
    try {
      if (value === undefined) return key in memory ? memory[key] : localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value);
      delete memory[key];
    } catch (error) {
      if (value === undefined) return key in memory ? memory[key] : null;
      memory[key] = value;
    }
    return null;
  };
  const parsedList = (text) => {
    try {
      const found = JSON.parse(text || "[]");
      return Array.isArray(found) ? found : [];
    } catch (error) { return []; }
  };

  // What waits to be sent, in order. A proposal that was refused stays, with the reason, until somebody changes or removes it.
  const queue = () => parsedList(stored(queueKey));
  const setQueue = (entries) => { stored(queueKey, entries.length ? JSON.stringify(entries) : null); list(); };
  const isHand = (entry) => entry.action.endsWith("/propose");
  const nextToSend = () => {
    let held = false;
    for (const entry of queue()) {
      if (entry.refused) held = true;
      else if (!held || !isHand(entry)) return entry;  // a hand waits for those before it, a call for nothing
    }
    return null;
  };

  const form = () => byId("hand");
  const handOf = (section) => (section && section.dataset.hand ? Number(section.dataset.hand) : 0);
  const draftKey = () => `quatre-vents-draft ${base} ${handOf(byId("form"))} ${form() ? form().getAttribute("action") : ""}`;
  const isTyped = (name, value) => value && !["id", "hand", "seat", "page"].includes(name) && !name.startsWith("set");
  const typed = () => [...new FormData(form())].filter(([name, value]) => isTyped(name, value));
  const keep = () => { if (form()) stored(draftKey(), typed().length ? JSON.stringify(typed()) : null); };
  const fill = (pairs) => {
    for (const [name, value] of pairs) {
      for (const control of form().elements) {
        if (control.name !== name || control.type === "submit" || !isTyped(name, value)) continue;
        if (["radio", "checkbox"].includes(control.type)) control.checked = control.checked || control.value === value;
        else control.value = value;
      }
    }
  };
  const restore = () => { if (form() && !typed().length) fill(parsedList(stored(draftKey()))); };
  const sameForm = (target) => target === form() && !target.getAttribute("action").endsWith("/calculate");

  // What is read or typed stays where it is when something above it changes.
  const steady = (change) => {
    const active = document.activeElement;
    const mark = active && active !== body && active.closest("main") ? active : byId("form");
    const top = mark ? mark.getBoundingClientRect().top : 0;
    change();
    const now = mark && mark.isConnected ? mark : mark && mark.id && byId(mark.id);
    if (now && scrollY > 0) scrollBy(0, now.getBoundingClientRect().top - top);
  };
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const swap = (page, ids) => {
    for (const id of ids) {
      const old = byId(id), fresh = page.getElementById(id);
      if (old && fresh) {
        for (const part of old.querySelectorAll("details[open]")) {
          const again = part.id && fresh.querySelector(`#${part.id}`);
          if (again) again.open = true;
        }
        if (old.open) fresh.open = true;
        if (old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
      } else if (old && id === "hands") old.remove();
      else if (fresh && id === "hands") document.querySelector(".plain").before(fresh);
    }
  };
  // A page that has lost its host goes on at the one that proves to have replaced it, with what was not sent.
  const proof = () => (byId("state") ? byId("state").dataset.proof : "");
  const hostLost = window.followHost(base.slice(0, base.lastIndexOf("/t/")), (host) => {
    keep();
    const moved = { phone: proof(), unsent: queue(), drafts: drafts() };
    location.replace(`${host}${base}#moved=${encodeURIComponent(JSON.stringify(moved))}`);
  });
  const drafts = () => {
    const found = {};
    for (const key of Object.keys(memory)) if (key.startsWith(`quatre-vents-draft ${base} `)) found[key] = memory[key];
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(`quatre-vents-draft ${base} `)) found[key] = localStorage.getItem(key);
    } catch (error) { return found; }
    return found;
  };
  const arrive = async () => {
    if (!location.hash.startsWith("#moved=")) return;
    let moved;
    try { moved = JSON.parse(decodeURIComponent(location.hash.slice(7))); } catch (error) { moved = {}; }
    history.replaceState(null, "", location.pathname);
    if (!moved || typeof moved.phone !== "string" || !moved.phone) return;
    const { answer, page } = await posted(`${base}/moved`, new URLSearchParams({ phone: moved.phone }).toString());
    if (!answer.ok) return;  // what somebody else put into a link is not taken over
    const known = queue().map((entry) => entry.text), mine = (entry) => entry && typeof entry.text === "string" && !known.includes(entry.text)
      && ["propose", "confirm", "call", "seat"].some((each) => entry.action === `${base}/${each}`);
    setQueue(queue().concat((Array.isArray(moved.unsent) ? moved.unsent : []).filter(mine)));
    for (const [key, value] of Object.entries(moved.drafts || {})) if (key.startsWith(`quatre-vents-draft ${base} `)) stored(key, String(value));
    if (page.getElementById("state")) show(page, true);
  };
  const say = (text) => { if (byId("away")) { byId("away").textContent = text; byId("away").hidden = !text; } };
  const told = () => {
    if (!lost) since = 0; else if (!since) since = Date.now();
    hostLost(lost);
    say(lost && Date.now() - since > 30000 ? body.dataset.alone : nextToSend() ? body.dataset.waits : lost ? body.dataset.away : "");
  };
  let lost = false, since = 0, due = 0, shows = 0, over = false;

  // A request without an answer after ten seconds counts as lost. Whatever is sent again is written once.
  const within = (promise) => Promise.race([promise, new Promise((_, fail) => setTimeout(fail, 10000))]);
  const asked = async (address, options) => {
    // Older browsers send a cookie only if they are told to.
    const answer = await within(fetch(address, Object.assign({ credentials: "same-origin" }, options)));
    return { answer, page: parsed(await within(answer.text())) };
  };

  const refresh = async () => {
    due = 0;
    if (over) return;
    const known = shows;
    try {
      const { page } = await asked(location.href, { cache: "no-cache" });
      if (known !== shows) { soon(0); return; }  // what was sent meanwhile has been answered: this is older
      lost = false;
      if (page.getElementById("state")) show(page, false); else ended(page);
    } catch (error) { lost = true; soon(5000); }
    told();
  };
  const soon = (wait) => { if (!due) due = setTimeout(refresh, wait); };
  // A form in which something is typed is never replaced, except by the answer to what it sent.
  const show = (page, whole) => steady(() => {
    shows += 1;
    const old = byId("form"), fresh = page.getElementById("form");
    swap(page, ["head", "state", "hands", "bar"]);
    if (!whole && handOf(old) > handOf(fresh) && handOf(fresh) && queue().some(isHand)) return;  // it is typed ahead
    const ahead = old && old.classList.contains("ahead"), busy = !whole && !ahead && form() && typed().length > 0;
    if (busy && handOf(old) !== handOf(fresh)) byId("answer").textContent = body.dataset.moved;
    if (busy) return;
    if (ahead) keep();  // it is restored in the form of the desk
    if (old && fresh) old.replaceWith(fresh);
    else if (old) old.remove();
    else if (fresh) byId("queue").after(fresh);
    wire();
  });
  // The code opens nothing any more: what was not sent remains to be read.
  const ended = (page) => {
    over = true;
    const reason = page.querySelector(".notice.bad"), main = page.querySelector("main");
    if (!reason || !main) { location.reload(); return; }
    setQueue(queue().filter(isHand).map((entry) => Object.assign(entry, { refused: entry.refused || reason.textContent })));
    for (const id of ["head", "state", "form", "hands", "bar"]) if (byId(id)) byId(id).remove();
    byId("queue").before(...[...main.children].filter((each) => each.id !== "queue"));
    list();
  };

  let pressed = null;  // for browsers that do not say which button sent a form
  document.addEventListener("click", (event) => { pressed = event.target.closest("button"); }, true);
  const said = (target, button) => {
    const fields = new FormData(target);
    if (button && button.name) fields.append(button.name, button.value);
    return new URLSearchParams(fields).toString();
  };
  const posted = (action, text) => asked(action, { method: "POST", body: text, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  let sending = null;
  const send = async () => {
    const first = nextToSend();
    if (!first || sending || over) return;
    let answer, page;
    sending = first;
    try {
      ({ answer, page } = await posted(first.action, first.text));
    } catch (error) { lost = true; late(); return; } finally { sending = null; }
    if (answer.status === 429 || answer.status >= 500) { late(); say(body.dataset.slow); soon(2000); setTimeout(send, 2000); return; }
    lost = false;
    if (answer.status === 410) { ended(page); return; }
    const found = [...page.querySelectorAll("#problems p, #answer .notice p:not(.choices)")].map((each) => each.textContent);
    const reason = found.join(" ") || page.body.textContent.trim().slice(0, 200);
    const inForm = handOf(byId("form")) === first.number, shown = page.getElementById("state") && inForm && queue().filter(isHand).length === 1;
    const isKept = !answer.ok && isHand(first) && !shown;
    // Another tab of this browser may have sent it.
    const rest = queue().filter((entry) => entry.text !== first.text || isKept);
    setQueue(rest.map((entry) => (entry.text === first.text ? Object.assign(entry, { refused: reason }) : entry)));
    if (answer.ok && first.draft) stored(first.draft, null);
    if (answer.redirected) history.replaceState(null, "", answer.url);
    if (page.getElementById("state")) show(page, isHand(first) && inForm);
    else if (!isHand(first)) say(reason);
    const wrong = byId("problems") || byId("answer");
    if (!answer.ok && !isKept && wrong) wrong.scrollIntoView({ block: "center" });
    told();
    send();
  };

  // What waits is listed as soon as it cannot be sent at once.
  const listed = (entry) => {
    const item = document.createElement("li"), words = document.createElement("p"), data = byId("queue").dataset;
    words.textContent = entry.words;
    item.append(words);
    if (!entry.refused) return item;
    const reason = document.createElement("p"), choices = document.createElement("p");
    reason.className = "bad";
    reason.textContent = entry.refused;
    choices.className = "choices";
    item.append(reason, choices);
    const offer = (text, act) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", act);
      choices.append(button);
    };
    if (form()) offer(data.change, () => { change(entry); });
    offer(data.remove, () => {
      if (!confirm(data.sure)) return;
      setQueue(queue().filter((each) => each.text !== entry.text));
      told();
      send();
    });
    return item;
  };
  const list = () => {
    const section = byId("queue");
    if (!section) return;
    const shown = queue().filter((entry) => lost || over || entry.refused || section.dataset.late);
    if (!queue().length) delete section.dataset.late;
    const items = section.querySelector("ul");
    while (items.firstChild) items.firstChild.remove();
    items.append(...shown.map(listed));
    section.hidden = !shown.length;
  };
  const late = () => {
    if (byId("queue")) byId("queue").dataset.late = "yes";
    goAhead();
    list();
    told();
  };

  // The form for another hand, without the desk: what is known only there is not shown.
  const moveTo = (hand) => {
    const section = byId("form"), target = form(), title = byId("head").querySelector(".now");
    keep();
    for (const control of target.elements) {
      if (control.tagName === "BUTTON") control.disabled = false;
      else if (["radio", "checkbox"].includes(control.type)) control.checked = false;
      else if (control.tagName === "SELECT") control.value = "";
      else if (control.type === "text") { control.value = control.defaultValue = control.placeholder = ""; delete control.dataset.touched; }
    }
    section.dataset.hand = target.elements["hand"].value = hand;
    target.elements.id.value = uuid();
    section.classList.add("ahead");
    section.querySelector("h2").textContent = section.dataset.title.replace("#", hand);
    target.querySelector(".send .main").textContent = section.dataset.send.replace("#", hand);
    for (const part of target.querySelectorAll(".counted, #answer")) part.textContent = "";
    for (const part of target.querySelectorAll("details")) part.open = false;
    if (title) title.hidden = true;
    section.hidden = false;
    wire();
  };
  const uuid = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = bytes[6] & 15 | 64;
    bytes[8] = bytes[8] & 63 | 128;
    const digits = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
    return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-");
  };
  // While hands wait the next one can be typed.
  const goAhead = () => {
    const section = byId("form");
    if (!form() || !sameForm(form())) return;
    const waiting = queue().filter(isHand).map((entry) => entry.number);
    let hand = handOf(section);
    while (waiting.includes(hand)) hand += 1;
    if (hand === handOf(section)) return;
    if (section.dataset.hands && hand > Number(section.dataset.hands)) section.hidden = true; else moveTo(hand);
  };
  const change = (entry) => {
    if (handOf(byId("form")) !== entry.number) moveTo(entry.number);
    stored(draftKey(), null);
    form().reset();
    fill([...new URLSearchParams(entry.text)]);
    keep();
    wire();
    counted();
    byId("form").scrollIntoView();
  };

  let counts = 0;
  const counted = async (button) => {
    if (!form()) return;
    const mine = ++counts;
    try {
      const { answer, page } = await posted(`${base}/calculate`, said(form(), button));
      if (!answer.ok || mine !== counts || !form()) return;  // more was typed since
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
        matter();
      });
    } catch (error) { lost = true; told(); }
  };
  let counting = 0;
  const count = () => { clearTimeout(counting); counting = setTimeout(counted, 350); };

  // A hand in words, for the list of what waits.
  const labelOf = (control) => {
    const label = control.labels && control.labels[0];
    return label ? [...label.childNodes].filter((each) => each.className !== "wind").map((each) => each.textContent).join("").trim() : "";
  };
  const wordsOf = (target, button) => {
    if (target !== form()) {
      const article = target.closest("article");
      return [article && article.querySelector("h2").textContent, button && button.textContent].filter(Boolean).join(" · ");
    }
    const words = [byId("queue").dataset.named.replace("#", handOf(byId("form")))];
    for (const control of target.elements) {
      if (!isTyped(control.name, control.value) || control.closest("[hidden]")) continue;
      if (["radio", "checkbox"].includes(control.type)) { if (control.checked) words.push(labelOf(control)); }
      else if (control.tagName === "SELECT") words.push(`${labelOf(control)}: ${control.selectedOptions[0].textContent}`);
      else if (control.type === "text") words.push(`${labelOf(control)}: ${control.value}`);
    }
    return words.join(" · ");
  };
  document.addEventListener("submit", (event) => {
    const target = event.target, button = event.submitter || pressed, action = (button && button.getAttribute("formaction")) || target.getAttribute("action");
    event.preventDefault();
    if (button && button.dataset.line) { tap(button); return; }
    if (action.endsWith("/calculate")) { counted(button); return; }
    const entry = { action, text: said(target, button), words: wordsOf(target, button), draft: null, number: 0 };
    if (sameForm(target)) Object.assign(entry, { draft: draftKey(), number: handOf(byId("form")) });
    const waiting = queue(), same = waiting.findIndex((each) => isHand(each) && isHand(entry) && each.number === entry.number && !(sending && each.text === sending.text));
    if (same >= 0) waiting[same] = entry;  // a hand that waited was changed
    else if (!waiting.some((each) => each.text === entry.text)) waiting.push(entry);
    setQueue(waiting);
    if (button) { button.disabled = true; setTimeout(() => { button.disabled = false; }, 2000); }
    const next = nextToSend();
    if (isHand(entry) && !sending && (!next || next.text !== entry.text)) late();  // it waits for another
    send();
  });

  // Tiles and digits, without the keyboard of the phone.
  const tap = (button) => {
    const line = byId(button.dataset.line), kinds = form().elements[button.dataset.line.replace("tiles", "set")], kind = kinds && kinds.value;
    if (button.value.endsWith(":back")) line.value = line.value.replace(/(\[[^\]]*\]|[1-9]?[mspESWNCFPO]|.)$/u, "");
    else line.value += button.dataset[kind] || button.value.split(":")[1];
    if (kind && kind !== "tile") kinds.value = "tile";
    keep();
    count();
  };
  let figure = null;
  const current = (control) => {
    const before = document.querySelector(".figure.current");
    if (before) before.classList.remove("current");
    figure = control;
    if (figure) figure.classList.add("current");
  };
  // What cannot matter in a hand, as far as it is typed, is hidden; so is the pad where there is no figure.
  const matter = () => {
    if (!form()) return;
    const elements = form().elements, valueOf = (name) => (elements[name] && !elements[name].disabled ? elements[name].value || elements[name].placeholder || "" : "");
    const winner = valueOf("winner"), source = valueOf("source"), figures = [...form().querySelectorAll(".figure")];
    form().dataset.winner = winner;
    for (const control of form().querySelectorAll("[name=source]")) if (control.value === winner) control.checked = false;
    const cannotMatter = (part) => {
      const value = part.dataset.value ? Number(valueOf(part.dataset.value)) : 0;
      if (part.classList.contains(winner === "drawn" ? "won" : "drawn")) return true;
      if (value > 0 && (value < Number(part.dataset.least) || value > Number(part.dataset.most))) return true;
      if (part.dataset.needs && ["", "0"].includes(valueOf(part.dataset.needs))) return true;
      return part.dataset.discard === "yes" && source === "self";
    };
    // What is hidden is not sent. A question may depend on one that depends on another.
    for (let times = 0; times < 3; times += 1) for (const part of form().querySelectorAll(".asked-if, .further")) {
      part.hidden = cannotMatter(part);
      if (part.classList.contains("asked-if")) for (const control of part.querySelectorAll("input, select")) control.disabled = part.hidden;
    }
    const pad = form().querySelector(".pad");
    if (pad) pad.hidden = !figures.some((each) => each.getClientRects().length);
  };
  const wire = () => {
    const figures = [...document.querySelectorAll(".figure")];
    for (const each of figures) each.setAttribute("inputmode", "none");
    restore();
    matter();
    current(figures.find((each) => !each.value) || figures[0] || null);
    for (const each of document.querySelectorAll(".kinds input[value=tile]")) if (!form().elements[each.name].value) each.checked = true;
  };
  document.addEventListener("focusin", (event) => { if (event.target.classList.contains("figure")) current(event.target); });
  // The next thing to be chosen comes into view.
  const following = { winner: ".source", source: ".pad" };
  document.addEventListener("change", (event) => {
    matter();
    const part = event.target.value === "drawn" ? document.querySelector(".send") : document.querySelector(following[event.target.name] || "#none");
    if (part) part.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  });
  document.addEventListener("input", () => { keep(); matter(); if (document.querySelector("details.tiles[open]")) count(); });
  document.addEventListener("toggle", (event) => { if (event.target.matches("details.tiles[open]")) count(); }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".pad button"), key = button && button.dataset.key;
    if (!key || !figure) return;
    // The first digit replaces what was proposed, as at a desk.
    const before = !figure.dataset.touched && figure.value === figure.defaultValue ? "" : figure.value;
    figure.value = key === "back" ? figure.value.slice(0, -1) : (before + key).slice(0, 7);
    figure.dataset.touched = "yes";
    keep();
    matter();
  });

  setInterval(() => {
    for (const call of document.querySelectorAll("[data-since]")) {
      const minutes = Math.max(Math.floor((Date.now() / 1000 - Number(call.dataset.since)) / 60), 0);
      call.querySelector(".minutes").textContent = call.dataset.text.replace("#", String(minutes));
    }
    send();
  }, 5000);
  const listen = () => {
    const source = new EventSource(`${base}/events`);
    source.addEventListener("version", () => { lost = false; soon(Math.random() * 150); send(); });
    source.addEventListener("error", () => { lost = true; told(); });
    addEventListener("pagehide", () => { source.close(); });
  };
  addEventListener("online", () => { send(); soon(0); });
  addEventListener("storage", list);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { send(); soon(0); } });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  list();
  if (!byId("state")) { over = true; list(); return; }  // the code opens nothing any more
  wire();
  told();
  listen();
  arrive().catch(() => {}).then(send);
})();
