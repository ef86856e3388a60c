// Clocks: every [data-clock] is kept right by the server's time, whatever this device believes. Without this
// file a page shows what was true when it came. docs/clock.md says which attributes there are.
"use strict";

(() => {
  const MINUTE = 60000;
  const SOON = 3 * MINUTE; // the last minutes have a colour of their own
  const LONGEST_OVERTIME = 120 * MINUTE; // after that nobody is playing any more
  const ASK_AGAIN = 5 * MINUTE;
  const SLOWEST = 4000; // an answer that took longer says too little
  let ahead = 0; // how far the server's time is ahead of this device's, in milliseconds
  let asked = -Infinity;

  const words = () => document.getElementById("clock-words")?.dataset ?? {};
  const now = () => Date.now() + ahead;

  /** Ask the server what time it is: pages come out of caches, and phones' clocks are wrong. */
  async function askTime() {
    if (!words().now || !document.querySelector("[data-clock]")) return;
    const sent = Date.now();
    asked = sent;
    try {
      const answer = await fetch(words().now, { cache: "no-store", credentials: "omit" });
      const told = Number(await answer.text());
      const came = Date.now();
      if (!answer.ok || !Number.isFinite(told) || came - sent > SLOWEST) return;
      ahead = told - (sent + came) / 2;
      show();
    } catch {
      // No network: the clock goes on by what was known last.
    }
  }

  /** What a clock says at this moment: its phase, and in milliseconds what is played, left and allowed. */
  function read(clock) {
    const told = clock.dataset;
    if (!told.starts) return { phase: "idle", played: 0, left: null, allowed: null };
    const starts = Number(told.starts);
    const pauses = Number(told.pauses ?? 0) * 1000;
    const at = told.paused ? Number(told.paused) : now();
    const played = Math.max(at - starts - pauses, 0);
    const allowed = told.ends ? Number(told.ends) - starts - pauses : null;
    const left = allowed === null ? null : allowed - played;
    return { phase: phaseOf(told, at - starts, left), played, left, allowed, until: starts - at };
  }

  function phaseOf(told, since, left) {
    if (told.paused) return "paused";
    if (since < 0) return "waiting";
    if (left !== null && left <= 0) return "over";
    return left !== null && left <= SOON ? "soon" : "running";
  }

  const figures = (ms, up) => {
    const seconds = up ? Math.ceil(ms / 1000) : Math.floor(ms / 1000);
    return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  };

  function worded(key, form, ms, up) {
    const minutes = up ? Math.ceil(ms / MINUTE) : Math.floor(ms / MINUTE);
    const said = words()[form === "figures" ? `${key}Figures` : key] ?? "";
    return said.replace("{n}", minutes).replace("{t}", figures(ms, up));
  }

  function running(form, state) {
    if (state.left === null) return worded("up", form, state.played, false);
    if (state.left > 0) return worded("left", form, state.left, true);
    const over = -state.left;
    return over >= MINUTE && over < LONGEST_OVERTIME ? worded("over", form, over, false) : words().time;
  }

  function textOf(clock, state) {
    const form = clock.dataset.clock;
    if (form === "late") return state.played < MINUTE ? words().missing : worded("late", form, state.played, false);
    if (state.phase === "idle") return words().idle;
    if (state.phase === "paused") return words()[form === "figures" ? "pausedFigures" : "paused"].replace("{told}", running(form, state));
    if (state.phase === "waiting") return worded("wait", form, state.until, true);
    return running(form, state);
  }

  /** Elements that appear with a clock: [data-over] when its time is up, [data-due] after so many seconds. */
  function reveal(clock, state) {
    const key = clock.dataset.key;
    if (!key) return;
    for (const one of document.querySelectorAll(`[data-over="${CSS.escape(key)}"]`)) one.hidden = state.phase !== "over";
    for (const one of document.querySelectorAll(`[data-due-by="${CSS.escape(key)}"]`)) {
      one.hidden = state.phase === "waiting" || state.played < Number(one.dataset.due) * 1000;
    }
  }

  function show() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const state = read(clock);
      const text = textOf(clock, state);
      if (text !== undefined && clock.textContent !== text) clock.textContent = text;
      if (clock.dataset.phase !== state.phase) clock.dataset.phase = state.phase;
      reveal(clock, state);
    }
    document.dispatchEvent(new CustomEvent("clocks:shown"));
  }

  function tick() {
    if (Date.now() - asked > ASK_AGAIN) askTime();
    show();
  }

  window.clocks = { now, read };
  setInterval(tick, 1000);
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, show); // at once: what came says minutes, also where figures stand
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) askTime(); // a phone that slept may have lost its timers
  });
  addEventListener("online", askTime);
  tick();
})();
