// What stands beside the graph: why, the tests, the pseudo-code with its sets.
import { byId, el, named, refill } from "./dom.js";
import { grouped, lastUpTo } from "./data.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Why} Why */

/**
 * What is known of an edge or of a spouse at a step; null if no reason has been found by then.
 * @param {Data} data
 * @param {number[]} of
 * @param {number} step
 * @returns {Why | null}
 */
export function whyOf(data, of, step) {
  const same = (/** @type {Why} */ why) => why.of.length === of.length && of.every((x) => why.of.includes(x));
  const found = data.why.filter((why) => why.since <= step && same(why));
  return found[found.length - 1] ?? null;
}

/**
 * The reason that the event of a step gives.
 * @param {Data} data
 * @param {number} step
 */
export function whyFired(data, step) {
  if (step === data.length) return null;
  return data.why.find((why) => why.since === step && why.of.length === 2) ?? null;
}

export class WhyPanel {
  /**
   * @param {Data} data
   * @param {(of: number[]) => void} choose
   * @param {(test: number) => void} goToTest
   */
  constructor(data, choose, goToTest) {
    this.data = data;
    this.choose = choose;
    this.goToTest = goToTest;
    this.page = byId("page-why");
    this.rows = new Map(data.tests.map((row) => [row[0], row]));
  }

  /**
   * @param {number} step
   * @param {number[]} selected
   * @param {Why | null} why
   */
  show(step, selected, why) {
    refill(this.page, why ? this.told(why, selected.length > 0) : this.listed(step, selected));
  }

  /**
   * @param {Why} why
   * @param {boolean} chosen
   */
  told(why, chosen) {
    const badge = why.badge ? el("span", { class: `badge ${why.role}`, text: why.badge }) : null;
    const words = el("p", { class: "words" }, ...why.words.map(([text, strong]) => (strong ? el("b", { text }) : text)));
    const lines = el("ol", { class: "premises" });
    /** @type {HTMLElement | null} */
    let item = null;
    for (const line of why.lines) {
      if (line[0] === "p") {
        const [, depth, strong, quiet, number, beside] = line;
        const mark = number ? el("span", { class: beside ? "number hollow" : "number", text: String(number) }) : null;
        const quietly = quiet ? el("span", { class: "quiet", text: ` ${quiet}` }) : null;
        item = el("li", { class: depth ? "deep" : "", "data-depth": depth }, mark, el("b", { text: strong }), quietly);
        lines.append(item);
      } else if (line[0] === "t") item?.append(this.test(line[2]));
      else item?.append(el("p", { class: "more", text: line[2] }));
    }
    const back = chosen ? el("button", { type: "button", class: "plain", text: "All reasons", onclick: () => this.choose([]) }) : null;
    return [
      el("div", { class: "heading" }, named(why.heading, "h2"), badge),
      words,
      ...why.warn.map((text) => el("p", { class: "warn", text })),
      lines,
      el("p", { class: "more", text: why.tests ? `It rests on ${grouped(why.tests)} test${why.tests === 1 ? "" : "s"} in all.` : "" }),
      back,
    ];
  }

  /** @param {number} number */
  test(number) {
    const row = this.rows.get(number);
    const [, , , , question, p, verdict, , spoken] = row ?? [number, 0, 0, [], "", "", 1, 0, "", 0];
    return el(
      "button",
      { type: "button", class: "test", "aria-label": spoken, onclick: () => this.goToTest(number) },
      el("span", { class: "hash", text: `#${number}` }), named(question), el("span", { class: "p", text: p }), dot(verdict),
    );
  }

  /**
   * What there is a reason for by now.
   * @param {number} step
   * @param {number[]} selected
   */
  listed(step, selected) {
    const place = lastUpTo(this.data.steps.at, step);
    const [target, , links] = this.data.scenes[this.data.steps.scene[place]];
    const rows = links.flatMap((row) => {
      const [tail, head, kind, directed, badge] = this.data.links[row];
      const of = [[tail, head], [tail === target ? head : tail]].find((each) => whyOf(this.data, each, step));
      if (!of || kind === "ghost") return [];
      const text = `${this.data.names[tail]} ${directed ? "→" : "—"} ${this.data.names[head]}`;
      const sign = badge ? el("span", { class: `badge ${kind}`, text: badge }) : null;
      return el("li", {}, el("button", { type: "button", class: "test", onclick: () => this.choose(of) }, named(text), sign));
    });
    const open = selected.length ? `Nothing has decided ${selected.map((x) => this.data.names[x]).join(" — ")} by this step. ` : "";
    const what = rows.length ? "Everything has a reason. Choose one, here or in the graph." : "Nothing is decided yet.";
    const list = el("ul", { class: "arrows" }, ...rows);
    return [el("h2", { text: "Why?" }), el("p", { class: "words", text: open + what }), list, ...this.doubts(step)];
  }

  /** What is doubtful about the result, at the end; a sentence and its details by depth.
   * @param {number} step */
  doubts(step) {
    if (step < this.data.length || !this.data.doubts.length) return [];
    const lines = this.data.doubts.map(([depth, text]) => el("p", { class: depth ? "detail" : "warn", text }));
    return [el("h2", { text: "In doubt" }), ...lines];
  }
}

export class TestsPanel {
  /**
   * @param {Data} data
   * @param {(place: number) => void} goTo
   */
  constructor(data, goTo) {
    this.data = data;
    this.page = byId("page-tests");
    /** @type {HTMLElement[]} */
    this.rows = [];
    this.goTo = goTo;
    this.now = -1;
  }

  /** Only when they are looked at: a long run has thousands. */
  build() {
    const gaps = new Map(this.data.gaps);
    const list = el("ol", { class: "log" });
    let next = 0;
    for (const [number, , , , question, p, verdict, , spoken, place] of this.data.tests) {
      for (; next < place; next++) if (gaps.has(next)) list.append(el("li", { class: "left-out", text: gaps.get(next) }));
      const row = el(
        "button", { type: "button", class: "test", tabindex: "-1", "aria-label": spoken, onclick: () => this.goTo(place) },
        el("span", { class: "hash", text: `#${number}` }), named(question), el("span", { class: "p", text: p }), dot(verdict),
      );
      this.rows.push(row);
      list.append(el("li", {}, row));
    }
    this.page.replaceChildren(this.rows.length ? list : el("p", { class: "words", text: "This algorithm requests no tests." }));
  }

  /**
   * @param {number} place
   * @param {boolean} hidden  what comes after the step is not to be seen
   */
  show(place, hidden) {
    if (this.page.hidden) return;
    if (!this.rows.length) this.build();
    const { tests, steps } = this.data;
    const now = lastUpTo(tests.map((row) => row[9]), place);
    if (this.now >= 0 && this.rows[this.now]) {
      this.rows[this.now].removeAttribute("aria-current");
      this.rows[this.now].setAttribute("tabindex", "-1");
    }
    this.rows.forEach((row, i) => {
      row.classList.toggle("later", i > now);
      row.classList.toggle("secret", hidden && i > now);
    });
    this.now = now;
    if (now >= 0) {
      if (steps.test[place] === now) this.rows[now].setAttribute("aria-current", "step");
      this.rows[now].setAttribute("tabindex", "0");
      const row = this.rows[now];
      this.page.scrollTop = row.offsetTop - this.page.clientHeight / 2;
    }
  }
}

export class CodePanel {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.page = byId("page-code");
    this.listing = -1;
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.sets = el("dl", { class: "sets", id: "sets", "aria-label": "Sets" });
    this.code = el("ol", { class: "code" });
    this.title = el("h2");
    this.page.replaceChildren(this.title, this.code, this.sets);
  }

  /** @param {number} place */
  show(place) {
    const { code, steps, sets, set_rows: rows } = this.data;
    const [which, line] = code.at[steps.line[place]];
    if (which !== this.listing) {
      this.listing = which;
      const listing = code.listings[which];
      this.title.textContent = listing ? listing.title : "Not begun yet";
      this.lines = listing
        ? listing.lines.map(([label, text, note]) =>
            el("li", { title: note || null }, el("span", { class: "label", text: label }), el("code", { text })))
        : [];
      this.code.replaceChildren(...this.lines);
    }
    this.lines.forEach((row, i) => (i === line ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    this.sets.replaceChildren(
      ...sets[steps.sets[place]].flatMap((row) => {
        const [name, value, changed] = rows[row];
        return [el("dt", { text: name, dir: "auto" }), el("dd", { text: value, dir: "auto", class: changed ? "changed" : "" })];
      }),
    );
    if (this.page.hidden || line < 0 || !this.lines[line]) return;
    const box = this.lines[line];
    const [top, bottom] = [this.page.scrollTop, this.page.scrollTop + this.page.clientHeight];
    if (box.offsetTop < top || box.offsetTop + 40 > bottom) this.page.scrollTop = box.offsetTop - this.page.clientHeight / 3;
  }
}

/**
 * The sign of a verdict as an element.
 * @param {number} verdict
 */
function dot(verdict) {
  return el("i", { class: `dot v${verdict}`, "aria-hidden": "true" });
}
