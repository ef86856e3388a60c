// The hall's bell: start, ten minutes, three minutes, time, called out once for every clock that has
// data-say-start, -ten, -three, -time. Browsers make no sound before somebody has pressed: [data-bell] is that
// button and says whether it is silent. Needs clock.js. docs/clock.md describes it.
"use strict";

(() => {
  const MARKS = [["ten", 600], ["three", 180], ["time", 0]]; // seconds left
  const GRACE = 8000; // a mark that was missed by less is made up for; an older one is past
  const FORGET = 6 * 3600 * 1000;
  const KEPT = "bell-rung";
  // Hertz and seconds; 0 is a rest.
  const TONES = {
    start: [[523, 0.3], [659, 0.3], [784, 0.9]],
    ten: [[880, 0.35], [0, 0.15], [880, 0.35]],
    three: [[880, 0.3], [0, 0.12], [880, 0.3], [0, 0.12], [880, 0.3]],
    time: [[988, 0.6], [740, 0.6], [988, 0.6], [740, 0.6], [988, 1.2]],
  };
  let sound = null; // an AudioContext once somebody has pressed
  let isOn = false;

  const box = () => document.querySelector("[data-bell]");
  const words = () => box()?.dataset ?? {};
  const isLoud = () => isOn && sound?.state === "running";

  /* -- what was called out already: also after the page was loaded anew -- */
  let rung = {};
  try {
    rung = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    // A browser that keeps nothing may repeat a mark within the grace, no more.
  }

  function isNew(id) {
    if (rung[id]) return false;
    rung[id] = Date.now();
    for (const [old, at] of Object.entries(rung)) if (Date.now() - at > FORGET) delete rung[old];
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(rung));
    } catch {
      // As above.
    }
    return true;
  }

  /** The mark that a clock has just passed, if any. */
  function passed(state) {
    if (state.phase === "idle" || state.phase === "waiting" || state.phase === "paused") return null;
    if (state.played < GRACE) return "start";
    if (state.left === null) return null;
    const found = MARKS.find(([, seconds]) => state.left <= seconds * 1000 && state.left > seconds * 1000 - GRACE);
    return found && state.allowed > found[1] * 1000 ? found[0] : null;
  }

  /* -- tones and voice -- */
  function playTones(mark) {
    let at = sound.currentTime + 0.05;
    for (const [hertz, seconds] of TONES[mark]) {
      if (hertz) playTone(hertz, at, seconds);
      at += seconds;
    }
    return (at - sound.currentTime) * 1000;
  }

  function playTone(hertz, at, seconds) {
    const tone = sound.createOscillator();
    const level = sound.createGain();
    tone.type = "square"; // carries over a hall that talks
    tone.frequency.value = hertz;
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(0.6, at + 0.02);
    level.gain.setValueAtTime(0.6, at + seconds - 0.05);
    level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(level).connect(sound.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }

  /** A voice for the page's language; nothing where the device has none: then the tones stand alone. */
  function voice() {
    const language = document.documentElement.lang.slice(0, 2).toLowerCase();
    const voices = window.speechSynthesis?.getVoices() ?? [];
    const fitting = voices.filter((one) => one.lang.slice(0, 2).toLowerCase() === language);
    return fitting.find((one) => one.lang.replace("_", "-").toLowerCase() === "zh-cn") ?? fitting[0];
  }

  function speak(sentences) {
    const found = voice();
    if (!found) return;
    for (const sentence of sentences) {
      const said = new SpeechSynthesisUtterance(sentence);
      said.voice = found;
      said.lang = found.lang;
      said.rate = 0.9;
      window.speechSynthesis.speak(said);
    }
  }

  function callOut(mark, sentences) {
    const region = document.querySelector("[data-clock-says]");
    if (region) region.textContent = sentences.join(" ");
    if (!isLoud()) return;
    const until = playTones(mark);
    setTimeout(() => isLoud() && speak(sentences), until);
  }

  function listen() {
    const due = new Map();
    for (const clock of document.querySelectorAll("[data-say-start]")) {
      const state = window.clocks.read(clock);
      const mark = passed(state);
      // Minutes that are given make new marks; a pause, which leaves the allowed time alone, does not.
      if (!mark || !isNew(`${clock.dataset.key} ${mark} ${state.allowed} ${clock.dataset.starts}`)) continue;
      const sentence = clock.getAttribute(`data-say-${mark}`);
      due.set(mark, [...(due.get(mark) ?? []), sentence]);
    }
    for (const [mark, sentences] of due) callOut(mark, sentences);
  }

  /* -- the button -- */
  function showState() {
    if (!box()) return;
    const button = box().querySelector("button");
    const loud = isLoud();
    button.textContent = loud ? words().turnOff : words().turnOn;
    button.setAttribute("aria-pressed", String(loud));
    button.classList.toggle("go", !loud);
    const told = loud ? (voice() ? words().loud : words().tonesOnly) : words().silent;
    const state = box().querySelector("[data-bell-state]");
    if (state.textContent !== told) state.textContent = told;
  }

  async function turn() {
    if (isLoud()) {
      isOn = false;
      window.speechSynthesis?.cancel();
    } else {
      const Sound = window.AudioContext ?? window.webkitAudioContext;
      if (!Sound) return tellNone();
      sound ??= new Sound();
      sound.onstatechange = showState;
      await sound.resume();
      isOn = true;
      playTone(660, sound.currentTime + 0.05, 0.3); // heard at once: is the loudspeaker on?
    }
    showState();
  }

  function tellNone() {
    box().querySelector("[data-bell-state]").textContent = words().none;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-bell] button")) turn();
  });
  document.addEventListener("clocks:shown", listen);
  window.speechSynthesis?.addEventListener?.("voiceschanged", showState);
  if (box()) box().hidden = false;
  showState();
  listen();
})();
