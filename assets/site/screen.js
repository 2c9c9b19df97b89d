"use strict";
(() => {
  const body = document.body, byId = (id) => document.getElementById(id), told = () => body.dataset, base = told().base;
  const query = `screen=${location.pathname.slice(`${base}/screen/`.length).replace(/&/g, "%26").replace(/\+/g, "%2B")}`;
  const store = (name, value) => {
    try { if (value !== undefined) sessionStorage.setItem(name, value); return sessionStorage.getItem(name); } catch (_) { return value; }
  };
  const own = store("browser") || store("browser", Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) => (each % 36).toString(36)).join(""));

  // The time of the server, in seconds: of the last answers the one that was the quickest tells it best.
  let heard = [], ahead = 0;
  const now = () => Date.now() / 1000 + ahead;
  const hear = (asked, time) => {
    const answered = Date.now();
    if (Math.abs(time - now()) > 0.5 + (answered - asked) / 1000) heard = [];  // the clock of the event was set
    heard = heard.concat({ took: answered - asked, ahead: time - (asked + answered) / 2000 }).slice(-10);
    ahead = heard.reduce((best, each) => (each.took < best.took ? each : best)).ahead;
  };

  // What is seen of the page: one section after the other, and what counts in it.
  const text = (element, words) => { if (element && element.textContent !== words) element.textContent = words; };
  const two = (number) => String(number).padStart(2, "0");
  const clockText = (left) => {
    const whole = Math.max(0, Math.ceil(left)), hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
  };
  const hourText = (time) => {
    const hour = new Date((time + Number(told().zone)) * 1000);
    return `${two(hour.getUTCHours())}:${two(hour.getUTCMinutes())}`;
  };
  const count = (section) => {
    const clock = section.querySelector(".clock[data-gong]");
    if (!clock) return;
    const left = Math.max(0, Number(clock.dataset.gong) - now()), time = clock.querySelector(".time"), words = clockText(left);
    text(time, words);
    time.classList.toggle("hours", words.length > 5);
    clock.dataset.state = left === 0 ? "over" : left <= 900 ? "warning" : "running";
    const done = Math.min(1, Math.max(0, 1 - left / Number(clock.dataset.end)));
    clock.querySelector(".done").setAttribute("width", Math.round(done * 1000));
    clock.querySelectorAll("[data-gong] b").forEach((each) => text(each, clockText(Number(each.parentNode.dataset.gong) - now())));
  };
  // A name that is too long for its place is made smaller, or else folded, or else its letters are narrowed.
  const folds = (name, size, room, narrow) => {
    name.style.fontSize = `${size}px`;
    name.style.width = `${room / narrow}px`;
    name.style.transform = narrow < 1 ? `scaleX(${narrow})` : "";
    return name.offsetHeight < size * 2.2 && name.scrollWidth <= name.offsetWidth + 1;
  };
  const fold = (name, largest, room, smallest) => {
    let size = largest;
    name.className = "folded";
    while (!folds(name, size, room, 1) && size * 0.9 >= smallest) size *= 0.9;
    for (const narrow of [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]) if (folds(name, size, room, narrow)) return;
  };
  const fitNames = (section) => {
    const place = `${innerWidth} ${innerHeight}`;
    if (section.dataset.fitted === place) return;
    section.dataset.fitted = place;
    const cells = Array.from(section.querySelectorAll("td.name")).filter((cell) => cell.firstElementChild);
    for (const cell of cells) {
      cell.firstElementChild.style.cssText = "font-size: 1em";
      cell.firstElementChild.className = "whole";
    }
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const found = cells.map((cell) => {  // all are measured before any is changed: that is one layout of the page
      const look = getComputedStyle(cell), name = cell.firstElementChild, type = parseFloat(look.fontSize);
      const room = cell.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
      return { name, room, type, ratio: room / name.offsetWidth, line: parseFloat(look.getPropertyValue("--row")) * unit };
    });
    for (const { name, room, type, ratio, line } of found.filter((each) => each.room > 0 && each.ratio < 1)) {
      if (ratio >= 0.8) name.style.fontSize = `${type * ratio * 0.995}px`;
      else fold(name, Math.min(type, line * 0.51), room, 1.75 * unit);
    }
  };
  const fitAgain = () => {
    document.querySelectorAll("main > section").forEach((each) => { each.dataset.fitted = ""; });
    tick();
  };
  const tick = () => {
    const sections = document.querySelectorAll("main > section"), { held, seconds, turned } = told();
    if (sections.length) {
      const number = Math.floor((held ? Number(held) : now()) / Number(seconds)) + Number(turned);
      const shown = sections[((number % sections.length) + sections.length) % sections.length];
      count(shown);
      if (shown.hidden) {
        sections.forEach((each) => { each.hidden = each !== shown; });
        body.className = shown.className;
      }
      fitNames(shown);
    }
    text(byId("hour"), hourText(now()));
    sound();
  };

  // What is new: the stream says that there is something, and the page is asked for again.
  let version = told().version, asking = false;
  const take = (page) => {
    if (!page.body.dataset.program) return;  // of another program, which has this port now
    if (page.body.dataset.program !== told().program) { location.reload(); return; }
    for (const part of ["header", "main", "aside"]) document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
    Object.assign(body.dataset, page.body.dataset);
    body.className = page.body.className;
    document.documentElement.className = page.documentElement.className;
    document.documentElement.lang = page.documentElement.lang;
    document.title = page.title;
    tick();
    named();
  };
  const gone = () => { document.querySelector("main").textContent = ""; body.className = "blank"; };
  const ask = (wanted) => {
    if (asking || wanted === version) return;
    asking = true;
    fetch(location.pathname, { cache: "no-cache" }).then((answer) => {
      if (answer.status === 404) { beat(); return null; }  // only its answer says whether there is no such screen any more
      return answer.ok ? answer.text().then((words) => {
        version = wanted;
        take(new DOMParser().parseFromString(words, "text/html"));
      }) : null;
    }).catch(() => {}).then(() => { asking = false; });
  };
  let stream = null;
  const listen = () => {
    if (stream) stream.close();
    stream = new EventSource(`${base}/screen-events`);
    stream.addEventListener("version", (event) => { ask(event.data); });
    stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000); };
  };

  // That it is seen, every two seconds; the answer has the time, and says what was missed.
  let number = "", answered = Date.now();
  const named = () => { text(byId("browser"), told().named.replace("{number}", number)); };
  const beat = () => {
    const asked = Date.now();
    fetch(`${base}/screen-beat?${query}&browser=${own}&sound=${heardHere() ? 1 : 0}`, { method: "POST", cache: "no-store" })
      .then((answer) => answer.json())  // another program may have this port now, and answer whatever it likes
      .then((answer) => {
        if (answer.unknown !== undefined) { answered = Date.now(); gone(); version = ""; return; }
        if (typeof answer.now !== "number") return;
        hear(asked, answer.now);
        if (!number) tick();
        answered = Date.now();
        number = answer.number;
        named();
        ask(String(answer.version));
      })
      .catch(() => {});
    if (Date.now() - answered <= 5000) lose("");
    else if (told().away !== "1") lose(told().offline.replace("{time}", hourText(now() - (Date.now() - answered) / 1000)));
  };
  const hostLost = window.followHost(base, (host) => { location.replace(host + location.pathname); });
  const lose = (words) => {
    hostLost(Boolean(words));
    body.dataset.away = words ? "1" : "";
    text(byId("away").firstElementChild, words);
  };
  addEventListener("pagehide", () => {
    if (stream) stream.close();  // a page that is kept for going back would keep its connection
    navigator.sendBeacon(`${base}/screen-beat?${query}&browser=${own}&gone=1`);
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // Warnings and gongs: after one tap, since no browser sounds before that.
  const button = byId("sound"), played = new Set(), known = {};
  let audio = null, since = Infinity;
  const heardHere = () => audio !== null && audio.state === "running" && since < Infinity;
  const load = (name) => {
    if (!known[name]) {
      known[name] = fetch(`${base}/sounds/${name}.wav`).then((answer) => answer.arrayBuffer())
        .then((data) => new Promise((done, failed) => { audio.decodeAudioData(data, done, failed); }));
      known[name].catch(() => { delete known[name]; });
    }
    return known[name];
  };
  const signals = () => {
    const words = told().signals.split(" ");
    return words.length < 2 ? [] : words.filter((_, place) => place % 2 === 0).map((time, place) => [Number(time), words[2 * place + 1]]);
  };
  const play = (name) => load(name).then((sample) => {
    const source = audio.createBufferSource();
    source.buffer = sample;
    source.connect(audio.destination);
    source.start();
    body.dataset.sounded = `${body.dataset.sounded || ""} ${name}`.trim();
  }).catch(() => {});
  const sound = () => {
    if (!heardHere()) return;
    signals().forEach(([, name]) => load(name).catch(() => {}));
    const due = signals().filter(([time]) => since < time && time <= now() && now() - time < 120 && !played.has(time));
    due.forEach(([time]) => played.add(time));
    if (due.length) play(due[0][1]);
  };
  let hiding = 0;
  const label = () => {
    const on = heardHere();
    text(button, on ? "♪" : told().allow);
    button.setAttribute("aria-label", on ? told().allowed : told().allow);
    button.setAttribute("aria-pressed", String(on));
    button.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => { button.hidden = document.activeElement !== button; }, on ? 4000 : 60000);
  };
  const allow = (tapped) => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio) return;
    audio = audio || new Audio();
    Promise.resolve(audio.resume()).then(() => {
      since = now();
      if (tapped) play("two-tones");
      label();
      sound();
    }).catch(() => {});
  };
  const toggle = () => {
    if (heardHere()) { since = Infinity; store("sound", ""); label(); } else { store("sound", "1"); allow(true); }
  };
  button.addEventListener("click", (event) => { event.stopPropagation(); toggle(); });
  for (const kind of ["pointermove", "click", "keydown"]) addEventListener(kind, label);

  label();
  if (store("sound")) allow(false);
  listen();
  beat();
  setInterval(beat, 2000);
  tick();
  setInterval(tick, 100);
  addEventListener("resize", fitAgain);
  if (document.fonts) document.fonts.ready.then(fitAgain);
})();
