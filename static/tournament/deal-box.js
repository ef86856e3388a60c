// What was tapped and is not yet with the server: kept on this phone, sent once, until an answer has come.
"use strict";

const BOX = "guansai.deals.";
const KNOWN = "guansai.sheet."; // what the server said last, for a page that is opened without network
const A_DAY = 24 * 60 * 60 * 1000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const POLL = 5000;
const PATIENCE = 12000; // then a request counts as lost: it may be sent again, the server answers it only once

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How many deals of `box` the server has not said it has; 0 also where only a deal was taken back. */
function unsentCount(box) {
  let same = 0;
  while (same < box.items.length && alike(box.items[same], box.from.items[same])) same += 1;
  return box.items.length - same;
}

/* -- the phone's own store; a browser may have none, then the page says so -- */
const store = {
  works: true,
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      if (value) localStorage.setItem(key, JSON.stringify(value));
      else localStorage.removeItem(key);
      this.works = true;
    } catch {
      this.works = false;
    }
  },
  forgetOld() {
    try {
      const keys = Object.keys(localStorage).filter((one) => one.startsWith(KNOWN));
      for (const key of keys) if (!(Date.now() - this.read(key)?.at < A_DAY)) this.write(key, null);
    } catch {
      // Nothing is kept, so nothing is old.
    }
  },
  others(key) {
    try {
      const keys = Object.keys(localStorage).filter((one) => one.startsWith(BOX) && one !== key);
      return keys.map((one) => ({ key: one, box: this.read(one) })).filter((one) => one.box?.from && one.box.items);
    } catch {
      return [];
    }
  },
};

/** The deals of one match on this phone. `changed` is called whenever there is something new to show. */
class DealBox {
  constructor(sheet, address, changed) {
    this.known = `${KNOWN}${sheet.match}.${sheet.game}`;
    const known = store.read(this.known)?.sheet;
    // A page that the worker has kept may be older than what this phone was told since.
    this.sheet = known?.version > sheet.version ? { ...known, csrf: sheet.csrf } : sheet;
    store.forgetOld();
    this.address = address;
    this.changed = changed;
    this.key = `${BOX}${sheet.match}.${sheet.game}`;
    this.box = store.read(this.key);
    this.busy = false;
    this.failed = 0; // attempts in a row without an answer
    this.isNew = false; // the last change is younger than a moment
    if (this.box && this.isDone()) this.forget();
  }

  get items() {
    return this.box ? this.box.items : this.sheet.items;
  }

  get note() {
    return this.box ? this.box.note : this.sheet.note;
  }

  /** The sheet that the taps go on from: not what another phone has sent since. */
  get from() {
    return this.box ? this.box.from : this.sheet;
  }

  get stopped() {
    return Boolean(this.box && (this.box.conflict || this.box.refused || this.box.isOld));
  }

  isDone() {
    const { box } = this;
    return !box.sending && alike(box.items, box.from.items) && box.note === box.from.note;
  }

  remember() {
    store.write(this.known, { at: Date.now(), sheet: this.sheet });
  }

  keep() {
    store.write(this.key, this.box);
    this.changed();
  }

  forget() {
    this.box = null;
    store.write(this.key, null);
  }

  /** Go on with other items or another note: kept first, then sent. */
  change(items, note = this.note) {
    if (!this.box) this.box = { title: this.sheet.title, page: location.pathname, from: this.sheet, sending: null };
    Object.assign(this.box, { items, note, refused: "" });
    this.isNew = true;
    setTimeout(() => {
      this.isNew = false;
      this.changed();
    }, 600);
    this.keep();
    this.send();
  }

  /** Throw away what is not saved. */
  giveUp() {
    this.forget();
    this.changed();
    this.look();
  }

  /** The same again, after what was in the way is gone. */
  retry() {
    Object.assign(this.box, { refused: "", sending: null });
    this.keep();
    this.send();
  }

  /** Send mine in place of what another phone has sent, on purpose. */
  insist() {
    Object.assign(this.box, { from: this.sheet, conflict: "", sending: null });
    this.keep();
    this.send();
  }

  async send() {
    if (this.busy || !this.box || this.stopped) return;
    const { box } = this;
    if (this.isDone()) {
      this.forget();
      this.changed();
      return;
    }
    if (!box.sending) {
      box.sending = { submission: newKey(), based_on: box.from.version, items: box.items, note: box.note };
      this.keep();
    }
    this.busy = true;
    const answer = await this.post(box.sending);
    this.busy = false;
    this.answered(answer);
  }

  async post(sending) {
    const { match, game } = this.from;
    const body = new URLSearchParams({
      csrfmiddlewaretoken: this.sheet.csrf,
      match,
      game,
      submission: sending.submission,
      based_on: sending.based_on,
      deals: JSON.stringify(sending.items),
      note: sending.note,
    });
    return this.ask(this.address, { method: "POST", body });
  }

  /** One request: its status and what it says; status 0 without an answer. */
  async ask(address, options) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const response = await fetch(address, { ...options, cache: "no-store", signal: patience.signal });
      const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
      return { status: response.status, said: isJson ? await response.json() : null };
    } catch {
      return { status: 0, said: null };
    } finally {
      clearTimeout(timer);
    }
  }

  answered({ status, said }) {
    const { box } = this;
    if (!box) return;
    if (status === 200 && said) return this.stored(said);
    if (status === 409 && said?.conflict) return this.contradicted(said);
    if ((status === 409 || status === 422) && said) return this.refused(said);
    if (status === 410 || status === 404) return this.refused({ refused: "renewed" });
    this.failed += 1;
    this.changed();
    if (status === 403) this.look(true); // the page's own key has grown old: the next look brings another
    setTimeout(() => this.send(), Math.min(FIRST_WAIT * 2 ** (this.failed - 1), LONGEST_WAIT));
  }

  stored(said) {
    const { box } = this;
    const { items: sent, note } = box.sending;
    this.failed = 0;
    this.sheet = said;
    this.remember();
    box.sending = null;
    if (!alike(said.items, sent)) {
      if (alike(said.items, box.items)) box.items = said.items;
      else box.conflict = true; // mine was stored, its answer lost, and another phone has gone on since
    }
    if (!box.conflict) box.from = said;
    if (box.note === note) box.note = said.note; // a remark of another phone that this one knew nothing of
    this.keep();
    this.send();
  }

  contradicted(said) {
    this.failed = 0;
    this.sheet = said;
    const { box } = this;
    const hasOwnNote = box.note !== box.from.note && box.note !== said.note;
    Object.assign(box, { sending: null, conflict: said.conflict });
    if (alike(said.items, box.items) && !hasOwnNote) this.forget();
    this.keepIfAny();
  }

  refused(said) {
    this.failed = 0;
    Object.assign(this.box, { sending: null, refused: said.refused, isOld: Boolean(said.is_old), now: said.title });
    this.keepIfAny();
  }

  keepIfAny() {
    if (this.box) this.keep();
    else this.changed();
  }

  /** Ask what stands: another phone may have gone on, another round may be at this table. `anew`: the whole
   * sheet, also where nothing has changed. */
  async look(anew = false) {
    if (this.busy || this.looking) return;
    this.looking = true;
    const { status, said } = await this.ask(`${this.address}?since=${anew ? "" : this.sheet.stamp}`, {});
    this.looking = false;
    if (this.busy) return;
    const wasAway = this.failed > 0;
    if (status === 0) this.failed += 1;
    else this.failed = 0;
    if (status === 200 && said) this.seen(said);
    else if (wasAway || status === 0) this.changed();
    if (wasAway && status) this.send();
  }

  seen(said) {
    if (said.match !== this.sheet.match || (said.game ?? this.sheet.game) !== this.sheet.game) {
      if (this.box) Object.assign(this.box, { isOld: true, now: said.title });
      this.sheet.may_tap = false;
      this.sheet.stamp = said.stamp;
    } else {
      this.sheet = { ...this.sheet, ...said };
      this.remember();
    }
    this.keepIfAny();
  }
}
