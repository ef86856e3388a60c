// What the pages do beyond plain HTML. Every part is found by an attribute; without this file each page still works.
"use strict";

const words = () => document.getElementById("notices")?.dataset ?? {};

/** Show one sentence at the foot of the page; `good` ones go by themselves. One `about` a lost "write" or "read" goes
 * with the next answer to such a request: see `takeBack`. */
function say(sentence, good = false, about = "") {
  const region = document.getElementById("notices");
  if (!region || !sentence) return;
  const notice = document.createElement("div");
  notice.className = good ? "notice said" : "notice";
  notice.dataset.about = about;
  const text = document.createElement("span");
  text.textContent = sentence;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "small";
  close.textContent = words().close;
  close.addEventListener("click", () => notice.remove());
  notice.append(text, close);
  region.replaceChildren(notice);
  if (good) setTimeout(() => notice.remove(), 4000);
}

/** The server has answered after all: what was said of its silence is true no longer. */
function takeBack(about) {
  document.querySelector(`#notices [data-about="${about}"]`)?.remove();
}

/* -- theme: data-theme-toggle -- */
const THEMES = ["auto", "light", "dark"];

function showTheme(button) {
  const theme = document.documentElement.dataset.theme ?? "auto";
  button.textContent = button.getAttribute(`data-label-${theme}`);
}

function nextTheme(button) {
  const root = document.documentElement;
  const theme = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Not kept for the next page; this one has it.
  }
  showTheme(button);
}

/* -- one press, one effect: every POST form, unless data-many -- */
const GUARD_MS = 15000; // a lost answer: the same submission may be sent again, the server answers it only once

function release(form) {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("[aria-busy='true']")) {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

function guard(event) {
  const form = event.target;
  const byHtmx = form.matches("[hx-post], [data-hx-post]");
  if ((form.method !== "post" && !byHtmx) || "many" in form.dataset) return;
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (!navigator.onLine && !["localhost", "127.0.0.1"].includes(location.hostname)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    say(words().offline);
    return;
  }
  form.dataset.sent = "1";
  if (byHtmx && "typeAhead" in form.dataset) ahead = [];
  // Later, or the browser would leave the pressed button's own value out of what it sends.
  setTimeout(() => {
    if (!form.dataset.sent) return; // answered already
    for (const button of form.querySelectorAll("button:not([type='button']):not(:disabled)")) {
      button.disabled = true;
      button.setAttribute("aria-busy", "true");
    }
  });
  setTimeout(() => release(form), GUARD_MS);
}

/* -- unsaved values: data-warn-unsaved -- */
let unsaved = false;

/* -- copying: data-copy="#id of a field or a text" -- */
function selectAll(source) {
  if (source.select) {
    source.focus();
    source.select();
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(source);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  if (!source) return;
  let done = false;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    done = true;
  } catch {
    // The hall's address is plain http, where browsers have no clipboard: the old command still works there.
    selectAll(source);
    done = document.execCommand("copy");
    if (done) button.focus();
  }
  say(done ? words().copied : words().notCopied, done);
}

/* -- typing: data-enter-next goes on to the next one of the form; the last one sends it -- */
function goOn(event, field) {
  if (event.isComposing || event.shiftKey || event.ctrlKey || event.altKey) return;
  const stops = [...field.form.querySelectorAll("[data-enter-next]")].filter((stop) => !stop.disabled);
  const next = stops[stops.indexOf(field) + 1];
  if (!next) return; // the browser sends the form
  event.preventDefault();
  next.focus();
  next.select?.();
}

/* -- typing ahead: form[data-type-ahead]; keys pressed while its line is being sent wait for the next blank line -- */
let ahead = null; // the keys that wait; null while nothing is being sent

/** Keep a key that would be lost with the line that is about to be replaced; a button or a link answers its own. */
function keepAhead(event) {
  if (!ahead || event.target.closest("a, button, summary") || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.key.length !== 1 && event.key !== "Enter" && event.key !== "Backspace") return false;
  ahead.push(event.key);
  event.preventDefault();
  return true;
}

function typeOne(field, key) {
  if (key === "Backspace") {
    if (field.selectionStart === field.selectionEnd && field.selectionStart) field.setSelectionRange(field.selectionStart - 1, field.selectionEnd);
    field.setRangeText("");
  } else {
    field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Type the waiting keys into the blank line that has come; after any other answer they are dropped, and that is said. */
function typeWaiting() {
  const keys = ahead ?? [];
  ahead = null;
  if (!keys.length) return;
  const start = document.activeElement;
  const blank = start?.matches?.("form[data-type-ahead] input[data-enter-next]") && !start.value && !start.matches("[aria-invalid='true']");
  if (!blank) return say(words().dropped);
  while (keys.length) {
    const field = document.activeElement;
    const key = keys.shift();
    if (key !== "Enter") {
      typeOne(field, key);
      continue;
    }
    field.dispatchEvent(new Event("change", { bubbles: true }));
    const stops = [...field.form.querySelectorAll("[data-enter-next]")].filter((stop) => !stop.disabled);
    const next = stops[stops.indexOf(field) + 1];
    if (!next) {
      field.form.requestSubmit();
      ahead = keys; // they wait for the line after this one
      return;
    }
    next.focus();
    next.select?.();
  }
}

/* -- typing in a grid: data-grid; up and down keep the column -- */
function moveInGrid(event, field) {
  const cell = field.closest("td, th");
  const step = event.key === "ArrowUp" ? -1 : 1;
  let row = cell?.parentElement;
  while (row) {
    row = step < 0 ? row.previousElementSibling : row.nextElementSibling;
    const target = row?.cells?.[cell.cellIndex]?.querySelector("input:not(:disabled)");
    if (target) {
      event.preventDefault();
      target.focus();
      target.select?.();
      return;
    }
  }
}

/* -- reading a list aloud: [data-walk]; up and down go to the next [data-walk-stop], ⌫ opens the line's own page -- */
function walk(event, stop) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.key === "Backspace") {
    event.preventDefault();
    stop.closest("li")?.querySelector("[data-walk-aside]")?.click();
    return;
  }
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const stops = [...stop.closest("[data-walk]").querySelectorAll("[data-walk-stop]")];
  const next = stops[stops.indexOf(stop) + (event.key === "ArrowUp" ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function onKey(event) {
  const target = event.target;
  if (!(target instanceof Element) || keepAhead(event)) return;
  if (target.matches("[data-walk] [data-walk-stop]")) walk(event, target);
  if (event.key === "Enter" && target.matches("input[data-enter-next]") && target.form) goOn(event, target);
  if (event.key.startsWith("Arrow") && target.closest("[data-grid]") && target.matches("input[type='text'], input:not([type])")) {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") moveInGrid(event, target);
  }
  if (event.key === "Escape") {
    const asked = target.closest("details.confirm[open]");
    if (asked) {
      asked.open = false;
      asked.querySelector("summary").focus();
    }
  }
}

function onClick(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const theme = target.closest("[data-theme-toggle]");
  if (theme) nextTheme(theme);
  const copier = target.closest("[data-copy]");
  if (copier) copy(copier);
  const opener = target.closest("[data-dialog]");
  if (opener) document.querySelector(opener.dataset.dialog)?.showModal?.();
  if (target.closest("[data-close-dialog]")) target.closest("dialog")?.close();
  const kept = target.closest("details.confirm");
  if (target.closest("[data-close-details]") && kept) {
    kept.open = false;
    kept.querySelector("summary").focus();
    return;
  }
  for (const open of document.querySelectorAll("details.confirm[open]")) if (open !== kept) open.open = false;
}

/** The first element that fits: `root` itself or one inside. */
const within = (root, selector) => (root.matches?.(selector) ? root : root.querySelector(selector));

/** A region is a stop for the keyboard while it has something to scroll: also after the phone was turned. */
function markScrolling(root) {
  for (const box of root.querySelectorAll(".scroll[role='region']")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** Make ready what has just come into the page: `root` is the document or a swapped-in part. */
function prepare(root) {
  for (const button of root.querySelectorAll("[data-theme-toggle]")) {
    showTheme(button);
    button.hidden = false;
  }
  markScrolling(root);
  const wrong = within(root, "[aria-invalid='true']");
  const first = wrong ?? within(root, "[autofocus]");
  if (first && first !== document.activeElement) first.focus();
  wrong?.select?.(); // also when htmx has focused it by itself: what is typed next replaces what was wrong
  root.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

window.addEventListener("resize", () => markScrolling(document));
document.addEventListener("submit", guard, true);
document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
document.addEventListener("input", (event) => {
  if (event.target.closest?.("form[data-warn-unsaved]")) unsaved = true;
});
document.addEventListener("submit", () => {
  unsaved = false;
});
addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(release);
});

/* -- htmx: a write that was not saved says so and keeps its values; a page that cannot be refreshed says that -- */
const isWrite = (event) => (event.detail.requestConfig?.verb ?? "get") !== "get";
const saysItself = (event) => event.detail.elt?.matches?.("[data-news]"); // desk.js: once, not at every try

/** What was not saved is said; that the page may be old besides takes no place of it. */
function lost(event, sentence) {
  if (saysItself(event)) return;
  if (isWrite(event)) say(sentence, false, "write");
  else if (!document.querySelector("#notices [data-about='write']")) say(words().stale, false, "read");
}

for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, (event) => lost(event, words().offline));
document.addEventListener("htmx:responseError", (event) => lost(event, words().refused));
document.addEventListener("htmx:afterRequest", (event) => {
  const isAnswered = event.detail.successful || [409, 422].includes(event.detail.xhr?.status);
  if (isAnswered) takeBack(isWrite(event) ? "write" : "read");
  const form = event.target.closest?.("form[data-sent]");
  if (form) release(form);
  const sent = event.detail.elt?.matches?.("form[data-type-ahead]"); // a look at the names that was broken off is no answer
  if (sent && !event.detail.successful && ![409, 422].includes(event.detail.xhr?.status)) ahead = null; // its own sentence says so
});
document.addEventListener("htmx:load", (event) => {
  // Only what came in: its neighbours may be fields in which somebody is typing.
  if (event.detail.elt === document.body) return;
  prepare(event.detail.elt);
  if (ahead && event.detail.elt.matches("[data-type-ahead-area]")) typeWaiting();
});
prepare(document);
