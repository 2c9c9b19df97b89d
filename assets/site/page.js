"use strict";
(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const byId = (id) => document.getElementById(id);
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const find = byId("find"), nobody = byId("nobody"), me = byId("me"), root = document.documentElement;
  const store = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      if (value === null) localStorage.removeItem(key); else localStorage.setItem(key, value);
    } catch { /* a browser that keeps nothing */ }
    return null;
  };
  all(".tools").forEach((tools) => { tools.hidden = false; });

  // Search by names, countries, teams and players' numbers: what is found stays, the cards of the players come first.
  const words = (text) => plain(text).split(/\s+/).filter(Boolean);
  const named = (line) => plain([line.id.replace(/^p/, ""), ...all("bdi", line).map((each) => each.textContent)].join(" "));
  let lines = null, opened = [];
  const search = () => {
    lines = lines || all(".list tbody tr, article, .tables table").map((line) => ({ line, text: named(line) }));
    const wanted = words(find.value), searching = wanted.length > 0;
    const main = byId("main");
    let found = 0;
    for (const { line, text } of lines) {
      const fits = wanted.every((word) => text.includes(word));
      if (line.hidden === fits) line.hidden = !fits;
      found += fits;
    }
    main.classList.toggle("finding", searching);
    const shown = ".list tbody tr:not([hidden]), article:not([hidden]), .tables table:not([hidden])";
    all("main section, details").forEach((part) => { part.hidden = searching && !part.querySelector(shown); });
    nobody.textContent = found || !searching ? "" : nobody.dataset.text;
    if (searching && main.getBoundingClientRect().top < 0) main.scrollIntoView();
  };
  find.addEventListener("input", search);
  const clear = () => { if (find.value) { find.value = ""; search(); } };
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { clear(); find.blur(); }
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.altKey && !event.metaKey && document.activeElement !== find) {
      event.preventDefault();
      find.focus();
      find.select();
    }
  });

  // Sorting: who has no value is last both ways; who is level stays as the standings have them.
  const collator = new Intl.Collator(root.lang, { numeric: true });
  const value = (cell, words) => {
    if (words) return cell.querySelector("bdi").textContent;
    const seen = cell.firstChild ? cell.firstChild.textContent : "";
    const [above, below = 1] = (cell.dataset.v || seen.replace("−", "-").replace(",", ".")).split("/");
    const number = Number(above) / Number(below);
    return above.trim() === "" || Number.isNaN(number) ? null : number;
  };
  const compare = (a, b) => (typeof a === "string" ? collator.compare(a, b) : a - b);
  const chosen = {};
  const sortable = () => all("table.sort").forEach((table) => {
    const heads = all("thead th", table), body = table.tBodies[0], first = [...body.rows], part = table.parentElement.id;
    const sort = (column, up) => {
      const words = heads[column].classList.contains("w");
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      heads[column].setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = first.map((row) => [value(row.cells[column], words), row]);
      const ranked = rows.filter(([own]) => own !== null).sort(([a], [b]) => (up ? compare(a, b) : compare(b, a)));
      body.append(...[...ranked, ...rows.filter(([own]) => own === null)].map(([, row]) => row));
    };
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.classList.add("sorts");
      if (!column) head.setAttribute("aria-sort", "ascending");
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort"), up = now ? now !== "ascending" : column < 2;
        chosen[part] = [column, up];
        sort(column, up);
      });
    });
    if (chosen[part]) sort(...chosen[part]);
  });

  // The player somebody follows: kept in his browser, for this page.
  const own = `quatre-vents:${"own" in document.body.dataset ? document.body.dataset.own : location.pathname}`;
  let followed = store(own);
  const labels = (table) => all("thead th", table).map((head) => head.textContent);
  const line = (pairs) => {
    const paragraph = document.createElement("p");
    paragraph.className = "next";
    paragraph.textContent = pairs.map((pair) => pair.join("\u00a0")).join(" · ");
    return paragraph;
  };
  const follower = (number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "follow";
    button.dataset.number = number;
    button.addEventListener("click", () => { follow(followed === number ? null : number); });
    return button;
  };
  const follow = (number) => {
    followed = number;
    store(own, number);
    show();
  };
  const show = () => {
    const card = followed && byId(`p${followed}`);
    me.textContent = "";
    me.hidden = !card;
    all(".mine").forEach((row) => { row.classList.remove("mine"); });
    if (card) {
      const link = document.createElement("a");
      link.href = card.querySelector("h3 a").getAttribute("href");
      link.append(card.querySelector("bdi").cloneNode(true));
      me.append(follower(followed), link);
      all("p", card).slice(1).forEach((part) => { me.append(part.cloneNode(true)); });
      const next = card.querySelector("tr.next");
      if (next) {
        const heads = labels(next.closest("table"));
        me.append(line([...next.cells].slice(0, 3).map((cell, column) => [heads[column], cell.textContent.trim()])));
      }
      all(`a[href="${link.getAttribute("href")}"]`)
        .forEach((each) => { if (each.closest("th")) each.closest("tr").classList.add("mine"); });
    }
    all(".follow").forEach((button) => {
      const on = button.dataset.number === followed;
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? me.dataset.following : me.dataset.follow;
    });
  };
  const wire = () => {
    lines = null;
    sortable();
    all("main article").forEach((card) => { card.prepend(follower(card.id.slice(1))); });
    show();
    if (find.value) search();
  };
  wire();
  document.addEventListener("newpage", wire);  // a page of the server, when something changed
  document.addEventListener("newcard", show);

  // An address with #p12 or #s3t4 opens what it names, even while something is searched.
  const go = () => {
    const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden || target.closest("[hidden]")) clear();
    const around = target.closest("details");
    if (around) around.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", go);
  go();
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    opened.forEach((part) => { part.open = true; });
  });
  addEventListener("afterprint", () => { opened.forEach((part) => { part.open = false; }); });

  const kept = "quatre-vents-theme";
  if (["light", "dark"].includes(store(kept))) root.dataset.theme = store(kept);
  byId("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    store(kept, root.dataset.theme);
  });
})();
