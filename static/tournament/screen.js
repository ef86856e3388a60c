// A screen in the hall: [data-screen] holds its pages, one shown at a time. It turns them, asks every second whether
// they are still the same, and says when it has lost the server. Without this file the page turns by reloading.
// docs/screens.md describes it.
"use strict";

(() => {
  const ASK = 1000; // how often it asks for news
  const PATIENCE = 6000; // an answer that takes longer counts as none
  const AWAKE = 4000; // how long the buttons stay after the mouse has moved
  const LOST_AFTER = 2; // one lost answer is not worth a word

  const screen = () => document.querySelector("[data-screen]");
  const slides = () => [...(screen()?.querySelectorAll("[data-slide]") ?? [])];
  const part = (name) => document.querySelector(`[data-screen-${name}]`);
  let shownSince = Date.now();
  let isHeld = false;
  let isAsking = false;
  let lost = 0;

  const at = () => Math.max(slides().findIndex((one) => !one.hidden), 0);

  function show(place) {
    const all = slides();
    if (!all.length) return;
    const now = ((place % all.length) + all.length) % all.length;
    all.forEach((one, index) => {
      one.hidden = index !== now;
    });
    mark();
    shownSince = Date.now();
  }

  /** Which kind of page is shown, for the styles. */
  function mark() {
    const kind = slides()[at()]?.className.match(/is-(\w+)/)?.[1];
    if (screen() && kind) screen().dataset.what = kind;
  }

  function turn() {
    if (isHeld || slides().length < 2) return;
    if (Date.now() - shownSince >= Number(screen().dataset.seconds) * 1000) show(at() + 1);
  }

  /* -- news -- */
  /** Put the new pages in place of the old ones, between two pictures; the page at hand stays if it is still there. */
  function take(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const fresh = box.content.querySelector("[data-screen]");
    if (!fresh) return;
    const key = slides()[at()]?.dataset.slide;
    const old = screen();
    const pages = [...fresh.querySelectorAll("[data-slide]")];
    const same = pages.findIndex((one) => one.dataset.slide === key);
    pages.forEach((one, index) => {
      one.hidden = index !== Math.max(same, 0);
    });
    old.replaceWith(fresh);
    mark();
    if (same < 0) shownSince = Date.now();
    document.dispatchEvent(new Event("htmx:load")); // clock.js fills in the clocks before anybody sees them empty
    close(false);
  }

  /** Nothing of the event is public any more, or this screen was taken away: what was shown must not stay. */
  function close(isClosed) {
    part("closed").hidden = !isClosed;
    if (screen()) screen().hidden = isClosed;
    if (isClosed) screen().dataset.poll = screen().dataset.poll.replace(/since=[^&]*/, "since=");
  }

  function tell(isLost) {
    lost = isLost ? lost + 1 : 0;
    part("offline").hidden = lost < LOST_AFTER;
  }

  async function ask() {
    if (isAsking || !screen()) return;
    isAsking = true;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(screen().dataset.poll, { signal: stop.signal, cache: "no-store", credentials: "same-origin" });
      if (answer.status === 404) close(true);
      else if (answer.status === 200) take(await answer.text());
      tell(answer.status >= 500);
    } catch {
      tell(true);
    } finally {
      clearTimeout(timer);
      isAsking = false;
    }
  }

  /* -- by hand: arrows, the keys of a presenter, the buttons -- */
  function hold(isOn) {
    isHeld = isOn;
    const button = part("hold");
    button.setAttribute("aria-pressed", String(isOn));
    button.textContent = isOn ? button.dataset.goOn : button.dataset.hold;
    shownSince = Date.now();
  }

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    wake();
    if (event.key === "ArrowRight" || event.key === "PageDown") show(at() + 1);
    if (event.key === "ArrowLeft" || event.key === "PageUp") show(at() - 1);
  }

  function onClick(event) {
    const turner = event.target.closest?.("[data-screen-turn]");
    if (turner) show(at() + Number(turner.dataset.screenTurn));
    if (event.target.closest?.("[data-screen-hold]")) hold(!isHeld);
    if (event.target.closest?.("[data-screen-full]")) {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(() => {});
    }
  }

  /* -- buttons that go away by themselves, so that the hall sees none -- */
  let sleep = 0;

  function wake() {
    rest(false);
    clearTimeout(sleep);
    sleep = setTimeout(() => rest(true), AWAKE);
  }

  /** A mouse that lies still tells of itself too when a page is drawn below it. */
  let pointed = "";

  function onPointer(event) {
    const place = `${event.clientX} ${event.clientY}`;
    if (event.type === "pointerdown" || (pointed && place !== pointed)) wake();
    pointed = place;
  }

  function rest(isAsleep) {
    part("tools").classList.toggle("is-asleep", isAsleep);
    document.body.classList.toggle("is-asleep", isAsleep);
  }

  /** Where the browser lets us, the projector's computer does not fall asleep. */
  async function stayOn() {
    try {
      if (!document.hidden) await navigator.wakeLock?.request("screen");
    } catch {
      // Not everywhere, and not on plain http: then the computer's own setting counts.
    }
  }

  for (const name of ["turn", "hold", "full"]) {
    for (const button of document.querySelectorAll(`[data-screen-${name}]`)) {
      button.hidden = name === "full" && !document.fullscreenEnabled;
    }
  }
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  for (const name of ["pointermove", "pointerdown"]) document.addEventListener(name, onPointer);
  document.addEventListener("visibilitychange", stayOn);
  addEventListener("online", ask);
  setInterval(ask, ASK);
  setInterval(turn, 250);
  mark();
  rest(true); // over the lower lines of a page: only for who is at the projector
  stayOn();
})();
