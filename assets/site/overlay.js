"use strict";
(() => {
  const body = document.body, seconds = Number(body.dataset.seconds);
  const main = () => document.querySelector("main");
  const handNow = () => Number(main().dataset.hand || 0);
  let version = 0, wanted = 0, asking = false, hand = handNow(), until = 0;

  // A hand appears when it is new, and goes after some seconds; with 0 of them, and without scripts, it stays.
  const showHand = () => {
    main().classList.toggle("show-hand", Date.now() < until);
    if (Date.now() < until) setTimeout(showHand, until - Date.now() + 5);
  };
  if (seconds) body.classList.add("hides-hand");

  const styles = (page) => [...page.querySelectorAll("link[rel=stylesheet], script[src]")].map((each) => each.getAttribute("href") || each.getAttribute("src")).join(" ");
  const ask = async () => {
    if (asking) return;
    asking = true;
    const asked = wanted;
    try {
      const answer = await fetch(location.href, { cache: "no-cache" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || !page.body.dataset.seconds || styles(page) !== styles(document)) { location.reload(); return; }
      const wasShown = main().classList.contains("show-hand");
      const next = document.adoptNode(page.querySelector("main"));
      next.classList.toggle("show-hand", wasShown);
      main().replaceWith(next);
      document.title = page.title;
      version = asked;
      if (handNow() > hand) {
        until = Date.now() + 1000 * seconds;
        requestAnimationFrame(showHand);
      }
      hand = handNow();
    } catch { setTimeout(() => { if (wanted !== version) ask(); }, 1000); }
    finally { asking = false; }
    if (wanted !== version) setTimeout(ask, 100);
  };

  let told = null;
  const listen = () => {
    if (told) told.close();
    told = new EventSource("events");
    told.addEventListener("version", (event) => {
      wanted = Number(event.data);
      if (wanted !== version) ask();
    });
    told.onerror = () => { if (told.readyState === EventSource.CLOSED) setTimeout(listen, 2000); };
  };
  // A page that the browser keeps for going back must not keep its connection.
  addEventListener("pagehide", () => told.close());
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  listen();
})();
