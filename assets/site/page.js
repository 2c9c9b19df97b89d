"use strict";
(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  const find = document.getElementById("find"), nobody = document.getElementById("nobody");
  const lines = all(".list tbody tr, article").map((line) => ({ line, text: plain(line.textContent) }));
  const tables = all(".tables table").map((line) => ({ line, text: plain(line.textContent) }));
  const search = () => {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { line, text } of [...lines, ...tables]) {
      const fits = words.every((word) => text.includes(word));
      line.hidden = !fits;
      found += fits;
    }
    nobody.textContent = found || !words.length ? "" : nobody.dataset.text;
  };
  find.addEventListener("input", search);
  all(".tools").forEach((tools) => { tools.hidden = false; });

  const value = (cell) => {
    if (!("v" in cell.dataset)) return plain(cell.textContent);
    const [above, below] = cell.dataset.v.split("/");
    return above === "" ? -Infinity : Number(above) / Number(below ?? 1);
  };
  const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  all("table.sort").forEach((table) => {
    const heads = all("thead th", table), body = table.tBodies[0], first = [...body.rows];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") !== "ascending" : column < 2;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = first.map((row) => [value(row.cells[column]), row]);
        rows.sort((a, b) => (up ? compare(a[0], b[0]) : compare(b[0], a[0])));
        body.append(...rows.map(([, row]) => row));
      });
    });
  });

  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const around = target && target.closest("details");
    if (around && !around.open) { around.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", open);
  open();

  const root = document.documentElement, kept = "quatre-vents-theme";
  const keep = (theme) => { try { localStorage.setItem(kept, theme); } catch { /* a browser that keeps nothing */ } };
  const before = () => { try { return localStorage.getItem(kept); } catch { return null; } };
  if (before()) root.dataset.theme = before();
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    keep(root.dataset.theme);
  });
})();
