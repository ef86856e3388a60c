// A match deal by deal, looked up in the table that the server made (scoring/automaton.py). No rule stands here.
"use strict";

const PASSES = 1;
const FAILS = 2;
const FALLS = 4;
const SIDES = ["", "ns", "ew"]; // as numbered in the table

/** Fill the braces of a sentence: {level}, {side} … */
function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/** Where the match stands after the items that only a referee may change: what the server said of the last of them. */
function startOf(sheet) {
  const last = sheet.steps[sheet.fixed - 1];
  const dealt = sheet.items.slice(0, sheet.fixed).filter(Array.isArray).length;
  return { at: 0, failures: { ns: last ? last[3] : 0, ew: last ? last[4] : 0 }, deals: dealt, passed: sheet.fixed_passed, lost: "" };
}

/** What one more deal does to `state`: the next state, and what happened by it. */
function dealt(ladder, state, side, place) {
  const kind = ladder.kinds.findIndex((one) => one[0] === side && one[1] === place);
  const move = ladder.moves[state.at][kind];
  if (move === undefined) return null; // after the end, or a key that this table does not know
  const mark = move % ladder.marks;
  const to = (move - mark) / ladder.marks;
  const failing = mark & FAILS ? SIDES[ladder.positions[state.at][2]] : "";
  const failures = { ...state.failures };
  if (failing) failures[failing] = mark & FALLS ? 0 : failures[failing] + 1;
  const over = ladder.positions[to][3];
  return {
    at: to,
    failures,
    deals: state.deals + 1,
    passed: mark & PASSES ? side : "",
    lost: over === 2 ? failing : "",
    gain: ladder.kinds[kind][2],
    failing,
    falls: Boolean(mark & FALLS),
  };
}

/** How the match stands after each of `items`: those up to `fixed` as the server said, the others looked up. */
function replay(ladder, sheet, items) {
  const steps = sheet.steps.slice(0, sheet.fixed).map((step) => ({ ns: step[0], ew: step[1] }));
  let state = startOf(sheet);
  for (const item of items.slice(sheet.fixed)) {
    state = dealt(ladder, state, item[0], item[1]);
    if (!state) return null; // not a list that these rules allow
    const [ns, ew] = ladder.positions[state.at];
    steps.push({ ns, ew });
  }
  return { steps, ...standing(ladder, sheet, state) };
}

function standing(ladder, sheet, state) {
  const [ns, ew, inPlay, over] = ladder.positions[state.at];
  const isLast = sheet.limit !== null && state.deals >= sheet.limit;
  return { state, levels: { ns, ew }, inPlay: SIDES[inPlay], isOver: over > 0 || isLast };
}

/** What the key for `side` and `place` will do, in words: as `wording.running.key_words` says it. */
function keyWords(ladder, sheet, words, state, side, place) {
  const then = dealt(ladder, state, side, place);
  if (!then) return "";
  if (then.passed) return words.passes;
  const column = side === "ns" ? 0 : 1;
  const level = ladder.positions[then.at][column];
  const climbed = level - ladder.positions[state.at][column];
  const parts = [];
  if (then.failing !== side) {
    const kind = climbed === then.gain ? "gains" : climbed ? "stops" : "stays";
    parts.push(filled(words[kind], { gain: climbed, level: ladder.levels[level] }));
  }
  if (then.failing) parts.push(failWords(ladder, words, state, then, side, level));
  if (sheet.limit !== null && then.deals === sheet.limit) parts.push(words.last);
  return parts.join(words.comma);
}

function failWords(ladder, words, state, then, side, level) {
  const kind = then.lost ? "lost" : then.falls ? "falls" : "fails";
  const own = then.failing === side;
  const low = ladder.levels[own ? level : 2];
  const told = { side: words[then.failing], count: state.failures[then.failing] + 1, level: low };
  return filled(words[own ? kind : `other_${kind}`], told);
}

/* -- the step chart: as views/deal_sheet.py draws it -- */
const CHART = { width: 320, left: 24, top: 8, bottom: 96, least: 8 };

function heightOf(level, last) {
  return Math.round(CHART.bottom - ((level - 2) * (CHART.bottom - CHART.top)) / (last - 2));
}

function chartLine(levels, last) {
  const step = (CHART.width - CHART.left - CHART.top) / Math.max(CHART.least, levels.length);
  let path = `M${CHART.left} ${heightOf(levels[0], last)}`;
  levels.forEach((level, place) => {
    path += `V${heightOf(level, last)}H${Math.round((CHART.left + (place + 1) * step) * 10) / 10}`;
  });
  return path;
}
