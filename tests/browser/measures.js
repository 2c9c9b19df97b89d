// What a test measures in the page: each function answers with what is wrong, as text, or with values.
(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const seen = (element) => element.checkVisibility({ contentVisibilityAuto: false });
  const boxes = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((box) => box.width);
  };
  const texts = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim()) found.push(walker.currentNode);
    return found;
  };
  window.measures = {
    // Elements and words that reach beyond the screen.
    beyond() {
      const wide = (root) => root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide`] : [];
      const out = (box) => box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5;
      const words = texts(document.body).filter((node) => seen(node.parentElement) && !node.parentElement.closest(".unseen, script, style"));
      return [
        ...wide(document.documentElement),
        ...words.filter((node) => boxes(node, 0, node.length).some(out)).map((node) => node.data),
      ];
    },
    // Words of names that stand on two lines: [word, letters on the first line].
    broken(selector) {
      const found = [];
      for (const name of all(selector).filter(seen)) for (const node of texts(name)) {
        for (const match of node.data.matchAll(/[^\s\-‐–—/]+/gu)) {
          const parts = /\p{Script=Thai}/u.test(match[0])
            ? [...new Intl.Segmenter("th", { granularity: "word" }).segment(match[0])].map((each) => [each.index, each.segment])
            : [[0, match[0]]];
          for (const [place, word] of parts) {
            const start = match.index + place, rects = boxes(node, start, start + word.length);
            const lines = new Set(rects.map((box) => Math.round(box.top)));
            if (lines.size > 1) found.push([word, Math.round(word.length / lines.size)]);
          }
        }
      }
      return found;
    },
    // Rows of the standings in which rank, name, points or score is out of sight, or one stands on another.
    hidden() {
      const found = [];
      for (const row of all("#standings tbody tr").filter(seen)) {
        const cells = [...row.cells].map((cell) => texts(cell).flatMap((node) => boxes(node, 0, node.length)));
        const out = (box) => box.left < 0 || box.right > document.documentElement.clientWidth;
        const over = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
        const bad = cells.length !== 4 || cells.some((own, place) =>
          !own.length || own.some(out) || cells.slice(place + 1).some((next) => own.some((a) => next.some((b) => over(a, b)))));
        if (bad) found.push(row.textContent);
      }
      return found;
    },
    // The cells of the rows that are seen.
    rows(selector) {
      return all(`${selector} tbody tr`).filter(seen).map((row) => [...row.cells].map((cell) => {
        const copy = cell.cloneNode(true);
        all("small", copy).forEach((small) => { small.remove(); });
        return copy.textContent.trim();
      }));
    },
    // Where an element stands on the screen, or nothing.
    place(selector) {
      const element = document.querySelector(selector);
      if (!element || !seen(element)) return null;
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    },
  };
})();
