// The forms of a table's page, sent from here: what the server cannot be asked to take yet stays on this phone and is sent
// again, with the same submission id, until it has answered. Without this file the browser sends them. docs/tables.md.
"use strict";

(() => {
  const KEPT = "guansai.form."; // in local storage, by the page of the table: one step that has no answer yet
  const line = document.getElementById("sending");
  if (!line) return;
  const words = line.dataset;
  const own = KEPT + words.page;
  const told = document.getElementById("sending-words");
  const buttons = line.querySelector("[data-sending-keys]");
  let step = null; // {action, fields, title}
  let key = own; // under which it is kept
  let sentBy = null; // the form that was pressed
  let busy = false;
  let failed = 0;
  let isLeaving = false;
  let csrf = csrfOf(document);
  let isFresh = true; // the page's own csrf key has not been refused yet

  /* -- what was pressed -- */
  function isOurs(form) {
    const fields = form.elements;
    return form.method === "post" && form.closest(".at-table") && fields.submission && !fields.pin; // a PIN is not kept
  }

  function onSubmit(event) {
    const form = event.target;
    if (!isOurs(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (step || isLeaving) return;
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    if (event.submitter?.name) fields.push([event.submitter.name, event.submitter.value]);
    step = { action: form.action, fields, title: words.title };
    key = own;
    sentBy = form;
    for (const button of form.querySelectorAll("button:not([type='button']):not(:disabled)")) {
      button.disabled = true;
      button.setAttribute("aria-busy", "true");
    }
    store.write(key, step);
    send();
  }

  /** The levels in it, as the server would repeat them: 过A : 9. */
  function typedOf({ fields }) {
    const levels = ["ns_level", "ew_level"].map((name) => fields.find(([one]) => one === name)?.[1] ?? "");
    return levels.every(Boolean) ? levels.join(" : ").replace("A+", words.passed) : "";
  }

  /* -- sending: one at a time, until there is an answer -- */
  async function send() {
    if (busy || !step) return;
    busy = true;
    show();
    const asked = step;
    const body = new URLSearchParams(step.fields);
    body.set("csrfmiddlewaretoken", csrf);
    const response = await ask(step.action, { method: "POST", body });
    busy = false;
    if (step !== asked) return; // taken back meanwhile
    if (!response || response.status >= 500) return tryLater();
    if (response.status === 403 && isFresh) return renewKey();
    const isTables = response.text.includes('id="sending"');
    if (response.ok && !response.redirected && !isTables) return tryLater(); // no page of ours: a Wi-Fi that asks for its login
    answered(response, isTables);
  }

  /** One request with the whole of its page, since a network also fails in the middle of one; null without an answer. */
  async function ask(address, options) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const response = await fetch(address, { ...options, cache: "no-store", signal: patience.signal });
      const { ok, status, redirected, url } = response;
      return { ok, status, redirected, url, text: await response.text() };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  function tryLater() {
    failed += 1;
    show();
    setTimeout(send, Math.min(FIRST_WAIT * 2 ** (failed - 1), LONGEST_WAIT));
  }

  function csrfOf(page) {
    return JSON.parse(page.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
  }

  /** The page's own key may have grown old: another page brings another. Refused again, it is the server's answer. */
  async function renewKey() {
    const response = await ask(words.page, {});
    if (!response || response.status >= 500) return tryLater();
    isFresh = false;
    csrf = csrfOf(new DOMParser().parseFromString(response.text, "text/html"));
    send();
  }

  /**
   * Stored: on to the page that says so. Refused: the browser asks once more, and shows what the server says; where the network
   * fails in that moment the step is still kept, and `arrived` forgets it once that page is there. A refusal that is no page of a
   * table, without this script, is not waited for.
   */
  function answered({ redirected, url }, isTables) {
    const { action, fields } = step;
    isLeaving = true;
    if (redirected || !isTables) forget();
    else store.write(key, { ...step, isRefused: true });
    step = null;
    if (redirected) return location.replace(url);
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action, hidden: true });
    for (const [name, value] of [...fields, ["csrfmiddlewaretoken", csrf]]) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }

  /**
   * What this page is the answer to needs no sending any more: a refusal is drawn at the address that was posted to. What was
   * pressed on such a page afterwards has no answer yet, also where the page is loaded anew.
   */
  function arrived() {
    const kept = store.read(own);
    if (kept?.isRefused && new URL(kept.action, location.href).pathname === location.pathname) store.write(own, null);
  }

  function forget() {
    step = null;
    failed = 0;
    store.write(key, null);
  }

  /** Not this after all. It may have been stored all the same, so what is pressed next is another step, told as one. */
  function takeBack() {
    forget();
    for (const field of document.querySelectorAll("[name='submission']")) field.value = newKey();
    if (sentBy) release(sentBy);
    show();
  }

  /* -- what is said of it -- */
  function show() {
    const others = step ? [] : left();
    line.hidden = !step && !others.length;
    const typed = step && typedOf(step);
    const state = failed ? words.waiting : words.sending;
    const sentence = step ? [key === own ? "" : step.title, typed, state].filter(Boolean).join(words.join) : "";
    if (told.textContent !== sentence) told.textContent = sentence;
    if (step) buttons.replaceChildren(...(failed ? [button(words.stop, takeBack)] : []));
    else buttons.replaceChildren(...others.map(leftButton));
  }

  function button(sentence, press) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "wide";
    made.textContent = sentence;
    made.addEventListener("click", press);
    return made;
  }

  /** What waits for other tables. */
  function left() {
    try {
      const keys = Object.keys(localStorage).filter((one) => one.startsWith(KEPT) && one !== own);
      return keys.map((one) => ({ from: one, kept: store.read(one) })).filter(({ kept }) => kept?.action && kept.fields);
    } catch {
      return [];
    }
  }

  function leftButton({ from, kept }) {
    const sentence = [kept.title, typedOf(kept), words.left].filter(Boolean).join(words.join);
    return button(sentence, () => {
      step = kept;
      key = from;
      sentBy = null;
      send();
    });
  }

  /** The poll would open the page anew over a step that is under way. */
  function holdPoll(event) {
    if (event.target.id === "news" && (step || isLeaving)) event.preventDefault();
  }

  addEventListener("submit", onSubmit, true);
  for (const name of ["htmx:beforeRequest", "htmx:beforeOnLoad"]) document.addEventListener(name, holdPoll);
  addEventListener("online", send);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) send();
  });
  addEventListener("beforeunload", (event) => {
    if (step) event.preventDefault();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    isLeaving = false;
    step = store.read(own);
    send();
  });
  arrived();
  step = store.read(own);
  show();
  send();
})();
