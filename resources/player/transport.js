// Stages above, scrubber and buttons below.
import { byId, el } from "./dom.js";
import { grouped, lastUpTo } from "./data.js";

/** @typedef {import("./data.js").Data} Data */

export class StageStrip {
  /**
   * @param {Data} data
   * @param {(step: number) => void} goToStep
   */
  constructor(data, goToStep) {
    this.data = data;
    this.goToStep = goToStep;
    this.nav = byId("strip");
    this.strip = -1;
    /** @type {HTMLElement[]} */
    this.chips = [];
  }

  /** @param {number} step */
  show(step) {
    const { strips } = this.data;
    const within = strips.findIndex(({ steps: [first, last] }) => first < step && step <= last);
    const own = within >= 0 ? within : Math.max(0, lastUpTo(strips.map((strip) => strip.steps[0]), step));
    if (own !== this.strip) this.build(own);
    this.chips.forEach((chip, i) => {
      const [, tests, first, last] = strips[own].cells[i];
      const now = first < step && step <= last;
      const state = tests === null ? "none" : now ? "now" : step > last ? "done" : "later";
      if (state === chip.dataset.state) return;
      chip.dataset.state = state;
      if (now) {
        chip.setAttribute("aria-current", "step");
        this.nav.scrollLeft = chip.offsetLeft - this.nav.clientWidth / 2 + chip.offsetWidth / 2;
      } else chip.removeAttribute("aria-current");
    });
  }

  /** @param {number} own */
  build(own) {
    this.strip = own;
    const { strips } = this.data;
    if (!strips[own]) return this.nav.replaceChildren();
    this.chips = strips[own].cells.map(([title, tests, first, , caption]) =>
      el(
        "button",
        { type: "button", class: "stage", disabled: tests === null, "aria-label": `${title}, ${caption}`, onclick: () => this.goToStep(first + 1) },
        title, el("span", { class: "count", text: tests === null ? caption : grouped(tests) }),
      ),
    );
    const folded = (/** @type {number} */ place) =>
      el("button", {
        type: "button", class: "stage folded", "data-state": place < own ? "done" : "later", text: strips[place].name,
        "aria-label": `Blanket ${strips[place].name}`, onclick: () => this.goToStep(strips[place].steps[0] + 1),
      });
    const places = strips.map((_, place) => place);
    const name = strips.length > 1 ? [el("span", { class: "blanket", text: strips[own].name, dir: "auto" })] : [];
    return this.nav.replaceChildren(
      ...places.slice(0, own).map(folded), ...name, ...this.chips, ...places.slice(own + 1).map(folded),
    );
  }
}

export class Scrubber {
  /**
   * @param {Data} data
   * @param {(place: number, moving: boolean) => void} goTo
   */
  constructor(data, goTo) {
    this.data = data;
    this.input = byId("scrubber");
    this.track = byId("track");
    this.input.max = String(data.steps.at.length - 1);
    this.input.addEventListener("input", () => goTo(Number(this.input.value), true));
    this.input.addEventListener("change", () => goTo(Number(this.input.value), false));
    this.ticks();
  }

  /** @param {number} place */
  share(place) {
    return place / Math.max(this.data.steps.at.length - 1, 1);
  }

  ticks() {
    const { changes, gaps, steps, lesson } = this.data;
    const marks = el("div", { class: "marks", "aria-hidden": "true" });
    const add = (/** @type {string} */ kind, /** @type {number} */ place, title = "") => {
      const mark = el("i", { class: kind, title: title || null });
      mark.style.setProperty("--at", String(this.share(place)));
      marks.append(mark);
    };
    for (const step of stageStarts(this.data)) if (step > 1) add("bound", lastUpTo(steps.at, step - 1));
    for (const place of lesson ? [] : changes) add("change", place);
    for (const [place, words] of gaps) add("left-out", place + 0.5, words);
    for (const { step } of lesson?.steps ?? []) add("lesson", lastUpTo(steps.at, step));
    this.track.prepend(marks);
    this.marks = marks;
  }

  /** @param {number} place */
  show(place) {
    const { steps, length } = this.data;
    this.input.value = String(place);
    this.input.setAttribute("aria-valuetext", `Step ${grouped(steps.at[place])} of ${grouped(length)}`);
    const at = this.share(place);
    this.track.style.setProperty("--at", String(at));
    for (const mark of /** @type {HTMLElement[]} */ ([...(this.marks?.children ?? [])])) {
      mark.classList.toggle("ahead", Number(mark.style.getPropertyValue("--at")) > at);
    }
  }
}

/**
 * The first step of every stage that was run, in order.
 * @param {Data} data
 */
export function stageStarts(data) {
  const run = data.strips.flatMap(({ cells }) => cells.filter(([, tests]) => tests !== null));
  return run.map(([, , first]) => first + 1).sort((a, b) => a - b);
}

/**
 * Where playing goes next, how long it stays, and whether the verdict is held back there: from a question to
 * its verdict, then to what changed.
 * @param {Data} data
 * @param {number} place
 * @param {boolean} asking
 * @returns {{place: number, asking: boolean, wait: number}}
 */
export function nextBeat(data, place, asking) {
  if (asking) return { place, asking: false, wait: 600 };
  const { changes, steps } = data;
  const change = changes[lastUpTo(changes, place) + 1] ?? steps.at.length - 1;
  let test = change - 1;
  while (test > place && steps.test[test] < 0) test--;
  if (test > place) return { place: test, asking: true, wait: 900 };
  const fires = data.why.some((why) => why.since === steps.at[change] && why.since < data.length);
  return { place: change, asking: false, wait: fires ? 2500 : 800 };
}
