// The round's page keeps itself up to date: it asks for news ([data-news]) while somebody looks at it, and swaps in
// the head, the counts and the tables. The line in which slips are typed is never touched.
"use strict";

(() => {
  const EVERY = 5000;
  const SLOWEST = 15000; // while the server is away, each try waits twice as long as the one before, up to this
  const WITH_FORMS = ["round-head", "round-below"];

  const poll = document.querySelector("[data-news]");
  if (!poll) return;
  const away = document.getElementById("round-away");
  let held = poll.dataset.news; // the ETag of what is in sight; "" when a part of it was left as it was
  let lost = 0;
  let seen = new Date();
  let timer = 0;
  let isOutdated = false;
  let kept = {};

  /* -- when: not while nobody looks, at once when somebody looks again -- */
  const pause = () => Math.min(EVERY * 2 ** lost, SLOWEST);

  function wait(ms = pause()) {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, ms);
  }

  function ask() {
    htmx.trigger(poll, "ask");
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) ask();
  });
  addEventListener("online", ask);

  /* -- what: nothing twice, and only whole answers -- */
  poll.addEventListener("htmx:configRequest", (event) => {
    if (held) event.detail.headers["If-None-Match"] = held;
  });
  poll.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    const isNews = xhr.status === 200 && Boolean(xhr.getResponseHeader("ETag")); // the login's page has none
    event.detail.shouldSwap = isNews;
    if (isNews) held = xhr.getResponseHeader("ETag");
  });
  poll.addEventListener("htmx:afterRequest", (event) => {
    if (isOutdated) return wait();
    const status = event.detail.xhr?.status ?? 0;
    const isOurs = status === 304 || (status === 200 && Boolean(event.detail.xhr.getResponseHeader("ETag")));
    if (isOurs) seen = new Date();
    if (!isOurs && status !== 0 && status < 500) {
      return show(poll.dataset.gone); // signed out, or the round is gone: asking again would not help
    }
    tell(isOurs ? 0 : lost + 1);
    return wait();
  });
  /* A slip on its way: an answer from before it must not put the old row back. */
  document.addEventListener("htmx:beforeRequest", (event) => {
    const isSlip = event.detail.requestConfig?.verb === "post";
    if (event.target === poll) isOutdated = false;
    if (!isSlip) return;
    isOutdated = true;
    htmx.trigger(poll, "htmx:abort");
  });

  /* A slip got through: the server is there again, and nobody has to wait for the next try to see it. */
  document.addEventListener("htmx:afterRequest", (event) => {
    if (lost && event.target !== poll && event.detail.successful) wait(0);
  });

  /* -- the server is away: said once, in its place, and taken back by itself -- */
  function tell(count) {
    const isNew = count === 2; // one lost answer is no news
    lost = count;
    if (!count) show("");
    else if (isNew) show(poll.dataset.away.replace("{time}", seen.toTimeString().slice(0, 5)));
  }

  function show(sentence) {
    if (away.textContent !== sentence) away.textContent = sentence;
    away.hidden = !sentence;
  }

  /* -- how: what somebody has open or is about to press stays -- */
  function isInUse(part) {
    const active = document.activeElement;
    const isTyping = part.contains(active) && active.matches("input, select, textarea");
    return isTyping || Boolean(part.querySelector("details.confirm[open], form[data-sent]"));
  }

  /** A button of a form has no id: it is found again by its words. */
  const same = (part, active) => [...part.querySelectorAll(active.tagName)].find((one) => one.textContent.trim() === active.textContent.trim());

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const part = event.detail.target;
    if (event.detail.fragment && WITH_FORMS.includes(part.id) && isInUse(part)) {
      event.detail.shouldSwap = false;
      held = "";
      return;
    }
    if (![...WITH_FORMS, "round-grid"].includes(part.id)) return;
    const active = part.contains(document.activeElement) ? document.activeElement : null;
    kept = {
      part: part.id,
      active: active && !active.id ? active : null,
      folds: [...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]),
      left: part.querySelector(".scroll")?.scrollLeft ?? 0,
    };
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    const part = document.getElementById(kept.part ?? "");
    if (!part) return;
    for (const [id, isOpen] of kept.folds) {
      const fold = document.getElementById(id);
      if (fold) fold.open = isOpen;
    }
    const box = part.querySelector(".scroll");
    if (box && kept.left) box.scrollLeft = kept.left;
    if (kept.active) same(part, kept.active)?.focus({ preventScroll: true });
    kept = {};
  });

  wait();
})();
