// The table's page deal by deal: keys, levels, chart, and in what state the record is. Without this file the keys send a form.
"use strict";

const area = document.getElementById("deals");
const left = document.getElementById("deal-left");
const text = left ? JSON.parse(left.dataset.words) : {};
const ladders = {}; // by address
let box = null;
let isKept = false; // the worker has said that it can open this page without network
let offered = -1; // the version whose end was shown already

const one = (selector) => document.querySelector(selector);

function write(node, sentence) {
  if (node && node.textContent !== sentence) node.textContent = sentence;
}

function element(tag, sentence, className = "") {
  const made = document.createElement(tag);
  made.textContent = sentence;
  if (className) made.className = className;
  return made;
}

function button(sentence, press, className = "") {
  const made = element("button", sentence, className);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

async function ladderOf(sheet) {
  if (!ladders[sheet.ladder]) {
    const response = await fetch(sheet.ladder);
    if (!response.ok) throw new Error(response.status);
    ladders[sheet.ladder] = await response.json();
    draw();
  }
  return ladders[sheet.ladder];
}

/* -- what is shown -- */
const levelWords = (ladder, now, side) => (now.state.passed === side ? text.passed : ladder.levels[now.levels[side]]);

function drawSides(ladder, now) {
  for (const side of ["ns", "ew"]) {
    write(one(`[data-deal-level='${side}']`), levelWords(ladder, now, side));
    const told = now.inPlay === side && !now.isOver ? [text.in_play] : [];
    const failures = now.state.failures[side];
    if (failures) told.push(filled(text.failures, { count: failures }));
    write(one(`[data-deal-on='${side}']`), told.join(" · "));
    for (const node of document.querySelectorAll(`[data-deal-side='${side}']`)) node.hidden = !box.items.length;
  }
}

function drawKeys(ladder, now) {
  const keys = one("[data-deal-keys]");
  const open = box.sheet.may_tap && !now.isOver && !box.stopped;
  keys.hidden = !open;
  const made = keys.children.length ? keys.querySelectorAll("button") : makeKeys(keys);
  for (const key of made) {
    const words = now.isOver ? "" : keyWords(ladder, box.from, text, now.state, key.value.slice(0, 2), Number(key.value[2]));
    write(key.querySelector("small"), words);
  }
  one("[data-deal-undo]").disabled = !box.sheet.may_tap || box.stopped || box.items.length <= box.from.fixed;
  one("[data-deal-end]").hidden = !box.sheet.may_tap || box.stopped;
  one("[data-deal-end]").classList.toggle("go", now.isOver);
}

/** The match was over when the page came, so the server drew none. */
function makeKeys(keys) {
  for (const place of [2, 3, 4]) {
    for (const side of ["ns", "ew"]) {
      const key = document.createElement("button");
      key.name = "key";
      key.value = `${side}${place}`;
      key.className = `on-${side}`;
      key.append(element("span", `${text[side]} ${text[`place${place}`]}`), " ", element("small", ""));
      keys.append(key);
    }
  }
  return keys.querySelectorAll("button");
}

function drawChart(ladder, now) {
  const figure = one("[data-deal-chart]");
  figure.hidden = !box.items.length;
  const said = {};
  for (const side of ["ns", "ew"]) {
    const levels = [2, ...now.steps.map((step) => step[side])];
    figure.querySelector(`.line-${side}`).setAttribute("d", chartLine(levels, box.from.last_level));
    said[side] = levels.map((level) => ladder.levels[level]).join(text.join);
  }
  figure.querySelector("svg").setAttribute("aria-label", filled(text.chart, said));
}

function linesOf(ladder, sheet, items, steps) {
  let deal = items.slice(0, sheet.fixed).filter(Array.isArray).length;
  const looked = steps.slice(sheet.fixed).map((step, place) => {
    const [side, partner] = items[sheet.fixed + place];
    deal += 1;
    const told = { deal, side: text[side], what: text[`place${partner}`], ns: ladder.levels[step.ns], ew: ladder.levels[step.ew] };
    return filled(text.line, told);
  });
  return [...sheet.lines.slice(0, sheet.fixed), ...looked];
}

function drawLines(ladder, now) {
  const lines = one("[data-deal-lines]");
  lines.hidden = !box.items.length;
  lines.querySelector("ol").replaceChildren(...linesOf(ladder, box.from, box.items, now.steps).map((line) => element("li", line)));
}

function headOf(ladder, now) {
  if (now.isOver) return text.over;
  const level = now.inPlay ? now.levels[now.inPlay] : 2;
  return filled(text.title, { deal: now.state.deals + 1, level: ladder.levels[level] });
}

/** Exactly one of: saved, waiting, sent back (or another phone's differs). Green only after the server's answer. */
function stateOf() {
  if (!box.box) return box.sheet.version ? ["ok", text.saved] : ["quiet", text.none];
  if (box.box.isOld) return ["bad", filled(text.refused, { reason: filled(text.leftover, { title: box.box.title, count: unsentCount(box.box) }) })];
  if (box.box.conflict) return ["bad", text.conflict];
  if (box.box.refused) return ["bad", filled(text.refused, { reason: text[box.box.refused] ?? box.box.refused })];
  if (box.isNew && !box.failed) return ["wait", text.sending];
  const count = unsentCount(box.box);
  return ["wait", count ? filled(text.waiting, { count }) : text.waiting_undo];
}

function drawState() {
  const chip = one("[data-deal-chip]");
  const [kind, sentence] = stateOf();
  chip.className = `chip ${kind}`;
  write(chip, sentence);
  write(one("[data-deal-hint]"), !store.works ? text.no_storage : isKept ? text.worker : text.plain);
  const away = one("[data-deal-away]");
  away.hidden = !box.failed || Boolean(box.box);
  write(away, text.offline);
  const told = one("[data-deal-told]");
  const which = box.stopped ? JSON.stringify([box.box, box.sheet.version]) : "";
  if (told.dataset.which === which) return; // a button that somebody is about to press stays
  told.dataset.which = which;
  told.hidden = !box.stopped;
  told.replaceChildren(...(box.stopped ? toldParts() : []));
}

function toldParts() {
  if (box.box.isOld) {
    const told = { then: box.box.title, now: box.box.now, count: unsentCount(box.box) };
    const link = element("a", text.open_now, "button wide");
    link.href = location.pathname;
    return [element("p", filled(text.old_round, told)), link];
  }
  if (box.box.refused) {
    return [
      button(text.try_again, () => box.retry(), "wide"),
      button(text.drop_mine, () => box.giveUp(), "wide danger"),
    ];
  }
  return conflictParts();
}

/** Both lists side by side; which of them holds is for a person to say. */
function conflictParts() {
  const { sheet } = box;
  const last = sheet.steps[sheet.steps.length - 1] ?? [2, 2];
  const ladder = ladders[box.from.ladder];
  const mine = replay(ladder, box.from, box.items);
  const theirs = { name: sheet.by, at: sheet.at, count: sheet.items.filter(Array.isArray).length, ns: ladder.levels[last[0]], ew: ladder.levels[last[1]] };
  const own = { count: box.items.filter(Array.isArray).length, ns: levelWords(ladder, mine, "ns"), ew: levelWords(ladder, mine, "ew") };
  const both = element("div", "", "versus");
  const lines = linesOf(ladder, box.from, box.items, mine.steps);
  let same = 0;
  while (same < lines.length && same < sheet.items.length && alike(box.items[same], sheet.items[same])) same += 1;
  const isSame = alike(sheet.items, box.items);
  const remark = (note) => (sheet.note === box.note ? [] : [filled(text.remark, { note: note || text.no_remark })]);
  both.append(
    conflictSide(filled(text.theirs, theirs), [...sheet.lines.slice(same), ...remark(sheet.note)]),
    conflictSide(filled(text.yours, own), [...lines.slice(same), ...remark(box.note)]),
  );
  const before = same ? [element("p", filled(isSame ? text.all_same : text.same_so_far, { count: same }))] : [];
  return [...before, both, button(text.keep_theirs, () => box.giveUp(), "wide"), button(text.take_mine, () => box.insist(), "wide danger")];
}

function conflictSide(head, lines) {
  const part = document.createElement("div");
  const list = element("ol", "", "plain");
  list.append(...lines.map((line) => element("li", line)));
  part.append(element("p", head), list);
  return part;
}

function draw() {
  const ladder = ladders[box.from.ladder];
  if (!ladder) return;
  const now = replay(ladder, box.from, box.items);
  if (now) {
    write(one("[data-deal-head]"), headOf(ladder, now));
    drawSides(ladder, now);
    drawKeys(ladder, now);
    drawChart(ladder, now);
    drawLines(ladder, now);
    offerEnd(now);
  }
  drawState();
  const note = document.getElementById("deal-note");
  if (document.activeElement !== note) note.value = box.note;
  for (const field of area.querySelectorAll("[name='based_on']")) field.value = box.sheet.version;
}

/* -- what is pressed -- */
const HASTE = 500; // ms: a deal takes minutes, so a second tap this soon is the same finger
let tapped = 0;

function tap(value) {
  if (!box.sheet.may_tap || box.stopped || Date.now() - tapped < HASTE) return;
  tapped = Date.now();
  closeEnd();
  const items = value === "undo" ? box.items.slice(0, -1) : [...box.items, [value.slice(0, 2), Number(value[2])]];
  if (items.length < box.from.fixed || !replay(ladders[box.from.ladder], box.from, items)) return;
  box.change(items);
  one("[data-instead-of-deals]")?.removeAttribute("open"); // a second, long keypad is in the way of who goes on
}

function closeEnd() {
  const end = document.getElementById("ending");
  if (end) end.hidden = true;
}

function openEnd() {
  if (box.box) {
    write(one("[data-deal-hint]"), text.send_first);
    window.say?.(text.send_first);
    return;
  }
  const address = one("[data-deal-end]").getAttribute("href");
  const shown = window.htmx.ajax("GET", address, { target: "#ending", swap: "outerHTML" });
  shown.then(() => document.getElementById("ending-title")?.focus());
}

/** The deals have ended the match, and the server has them: what is to be read aloud comes by itself, once. */
function offerEnd(now) {
  if (!now.isOver || box.box || !box.sheet.may_tap || offered === box.sheet.version || box.failed) return;
  offered = box.sheet.version;
  if (document.getElementById("ending")?.hidden) openEnd();
}

function onPress(event) {
  const key = event.target.closest?.("#deal-form button[name='key']");
  if (key && ladders[box.from.ladder]) {
    event.preventDefault();
    if (!key.disabled) tap(key.value);
  }
  if (event.target.closest?.("[data-deal-end]")) {
    event.preventDefault();
    openEnd();
  }
  if (event.target.closest?.("[data-close-ending]")) {
    event.preventDefault();
    closeEnd();
    one("#deals summary").focus();
  }
}

/* -- what is left of other matches -- */
function drawLeft() {
  const found = store.others(box?.key).filter(({ box: kept }) => kept.sending || !alike(kept.items, kept.from.items));
  left.hidden = !found.length;
  left.replaceChildren(...found.map(({ key, box: kept }) => leftPart(key, kept)));
}

function leftPart(key, kept) {
  const part = element("section", "", "sheet is-bad");
  const here = kept.page === location.pathname;
  part.append(element("p", filled(text.leftover, { title: kept.title, count: unsentCount(kept) })));
  const lines = element("ol", "", "plain");
  lines.append(...kept.items.map((item, place) => element("li", itemWords(item, place))));
  part.append(lines);
  if (here) part.append(element("p", text.too_late));
  else {
    const link = element("a", text.elsewhere, "button wide");
    link.href = kept.page;
    part.append(link);
  }
  part.append(deleteButton(key));
  return part;
}

function itemWords(item, place) {
  if (!Array.isArray(item)) return text.a_ruling;
  return filled(text.item, { deal: place + 1, side: text[item[0]], what: text[`place${item[1]}`] });
}

/** Asks again: the same button has to be pressed twice. */
function deleteButton(key) {
  const made = button(text.drop, () => {
    if (made.dataset.asked) {
      store.write(key, null);
      drawLeft();
    }
    made.dataset.asked = "1";
    made.textContent = text.drop_surely;
  }, "wide danger");
  return made;
}

/* -- without network: over https the page opens by itself, see table-worker.js -- */
async function keepPage(sheet) {
  if (!window.isSecureContext || !navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("message", (event) => {
    isKept = Boolean(event.data?.kept);
    draw();
  });
  try {
    await navigator.serviceWorker.register(area.dataset.worker);
    const { active } = await navigator.serviceWorker.ready;
    const parts = [...document.querySelectorAll("script[src], link[rel='stylesheet'], link[rel='icon']")];
    active.postMessage({ keep: [location.pathname, sheet.ladder, ...parts.map((part) => part.src ?? part.href)] });
  } catch {
    // The hint below the keys says what holds without it.
  }
}

/** The line about the record says itself that the network is away; the page's own poll need not say it again. */
function hushPoll(event) {
  if (event.target.id === "news") event.stopPropagation();
}

/** A ruling stands after the last deal that the server has: not before one that still waits here. */
function holdRuling(event) {
  if (!event.target.closest("[data-deal-ruling]")) return;
  if (!box.box) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  write(one("[data-deal-hint]"), text.send_first_ruling);
  window.say?.(text.send_first_ruling);
}

/** A form is under way, and its answer is the next page: the poll must not load the old one over it. */
let leftAt = 0;

function holdPoll(event) {
  if (event.target.id === "news" && Date.now() - leftAt < PATIENCE) event.preventDefault();
}

function begin() {
  const sheet = JSON.parse(area.dataset.sheet);
  box = new DealBox(sheet, area.dataset.address, draw);
  if (box.items.length) area.open = true;
  if (document.getElementById("ending")?.hidden === false) offered = sheet.version;
  const load = () => ladderOf(box.from).catch(() => setTimeout(load, FIRST_WAIT * 3));
  load();
  document.addEventListener("click", onPress, true);
  addEventListener("submit", holdRuling, true);
  document.getElementById("deal-note").addEventListener("change", (event) => box.change(box.items, event.target.value.trim()));
  for (const name of ["htmx:sendError", "htmx:timeout"]) addEventListener(name, hushPoll, true);
  addEventListener("online", () => box.look());
  addEventListener("beforeunload", (event) => {
    if (box.box && !box.stopped) event.preventDefault();
  });
  setInterval(() => {
    if (!document.hidden) box.look();
  }, POLL);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) box.look();
  });
  box.send();
  box.look();
  keepPage(sheet);
}

for (const name of ["htmx:beforeRequest", "htmx:beforeOnLoad"]) document.addEventListener(name, holdPoll);
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leftAt = Date.now();
});
if (area) begin();
if (left) drawLeft();
