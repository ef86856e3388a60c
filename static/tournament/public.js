// Public pages: the pair that this phone remembers, and news without a reload.
"use strict";

/* -- my pair, kept in this phone alone: {slug: {number, text}} under one name -- */
const MINE = "guansai-mine";

function mineOf(slug) {
  try {
    return JSON.parse(localStorage.getItem(MINE) ?? "{}")[slug] ?? null;
  } catch {
    return null;
  }
}

/** Keep `mine` for the event, or forget it (null); says whether this browser keeps anything at all. */
function keepMine(slug, mine) {
  try {
    const all = JSON.parse(localStorage.getItem(MINE) ?? "{}");
    if (mine) all[slug] = mine;
    else delete all[slug];
    localStorage.setItem(MINE, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

function keepsAnything() {
  try {
    localStorage.setItem(`${MINE}-try`, "1");
    localStorage.removeItem(`${MINE}-try`);
    return true;
  } catch {
    return false;
  }
}

function showMine() {
  for (const row of document.querySelectorAll("[data-mine-shown]")) {
    const mine = mineOf(row.dataset.mineShown);
    const here = document.querySelector("[data-mine]");
    row.hidden = !mine || String(mine.number) === here?.dataset.number;
    if (row.hidden) continue;
    const link = row.querySelector("[data-mine-link]");
    link.href = `/e/${encodeURIComponent(row.dataset.mineShown)}/pairs/${Number(mine.number)}/`;
    link.textContent = mine.text;
  }
  for (const row of document.querySelectorAll("[data-mine]")) {
    const kept = String(mineOf(row.dataset.mine)?.number) === row.dataset.number;
    row.hidden = !keepsAnything();
    row.querySelector("[data-mine-keep]").hidden = kept;
    row.querySelector("[data-mine-kept]").hidden = !kept;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-mine-keep], [data-mine-forget]") : null;
  if (!button) return;
  const row = button.closest("[data-mine], [data-mine-shown]");
  const { mine, number, text } = row.dataset;
  keepMine(mine ?? row.dataset.mineShown, "mineKeep" in button.dataset ? { number: Number(number), text } : null);
  showMine();
  row.querySelector("button:not([hidden])")?.focus();
});

/* -- news: [data-poll]; a page that nobody looks at does not ask, and asks at once when it is looked at again -- */
const polled = () => document.querySelector("[data-poll]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.detail.elt.matches("[data-poll]")) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && polled()) htmx.trigger(polled(), "look");
});
/** Not while somebody types into it: the news come with the next question. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const field = document.activeElement;
  if (event.detail.target.matches?.("[data-poll]") && event.detail.target.contains(field) && field.matches("input") && field.value) {
    event.detail.shouldSwap = false;
  }
});
document.addEventListener("htmx:load", showMine);
showMine();
