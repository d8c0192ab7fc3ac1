// Questions inside the picture: what comes next? The answers were read from the run.
import { byId, el, refill } from "./dom.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Question} Question */
/** @typedef {import("./data.js").Level} Level */
/** @typedef {import("./overlay.js").Asked} Asked */

export class Quiz {
  /**
   * @param {Data} data
   * @param {{changed: () => void, goToStep: (step: number) => void, next: () => void,
   *   place: () => number}} host
   */
  constructor(data, host) {
    this.data = data;
    this.host = host;
    this.panel = byId("quiz");
    /** @type {Level | null} */
    this.level = null;
    /** @type {Question | null} */
    this.question = null;
    /** @type {boolean[]} */
    this.results = [];
    /** @type {Set<number>} */
    this.answered = new Set();
    /** @type {Set<string>} */
    this.tried = new Set();
    /** @type {Set<string>} */
    this.ticked = new Set();
    this.closed = false;
    this.right = false;
    this.said = "";
    this.hinted = false;
    /** @type {Question | null} */
    this.next = null;
    /** @type {{guess: number[], truth: number[]} | null} */
    this.drawn = null;
  }

  get offered() {
    return this.data.levels.some((level) => level.at.length);
  }

  /** @param {string} id */
  start(id) {
    this.level = this.data.levels.find((level) => level.id === id) ?? null;
    this.results = [];
    this.answered.clear();
    this.leave();
  }

  /** Is what comes next hidden until it is answered? */
  get hides() {
    return this.question !== null && !this.closed;
  }

  /**
   * The step of the first question at `step` or after it that is still to be answered; -1 for none.
   * @param {number} step
   */
  nextStop(step) {
    if (!this.level) return -1;
    for (const at of this.level.at) {
      const stop = this.data.questions[at].step;
      if (stop >= step && !this.answered.has(at)) return stop;
    }
    return -1;
  }

  /**
   * The run stands at a step: ask what there is to be asked.
   * @param {number} step
   */
  arrive(step) {
    if (this.question?.step === step) return;
    this.leave();
    if (this.data.lesson) return;
    const at = this.level?.at.find((place) => this.data.questions[place].step === step && !this.answered.has(place));
    if (at !== undefined) {
      this.answered.add(at);
      this.ask(this.data.questions[at]);
    }
  }

  leave() {
    if (this.question && !this.closed && !this.tried.size) {
      const at = this.data.questions.indexOf(this.question);
      this.answered.delete(at);
    }
    this.question = null;
    this.drawn = null;
  }

  /** @param {Question} question */
  ask(question) {
    this.question = question;
    this.tried = new Set();
    this.ticked = new Set();
    this.closed = this.right = this.hinted = false;
    this.said = "";
    this.next = null;
  }

  /**
   * What the picture shows of it.
   * @returns {Asked | null}
   */
  get asked() {
    const question = this.question;
    if (!question) return null;
    const state = (/** @type {number} */ number) => {
      const option = question.options.find((each) => each.place === number);
      if (!option) return "";
      if (this.ticked.has(option.id)) return "picked";
      if (this.closed && question.right.includes(option.id)) return question.kind === "failed" ? "fails" : "holds";
      return this.tried.has(option.id) ? "holds" : "";
    };
    return {
      link: question.link,
      given: question.given,
      variables: question.kind === "removal" ? [] : (question.link ?? question.variables ?? []),
      marks: (question.places ?? []).map((place) => ({ ...place, state: state(place.number) })),
      ...(this.drawn ?? {}),
    };
  }

  /** @param {string} id */
  choose(id) {
    const question = this.question;
    if (!question || this.closed || this.tried.has(id)) return;
    if (question.every) {
      if (!this.ticked.delete(id)) this.ticked.add(id);
      this.host.changed();
      return;
    }
    const option = question.options.find((each) => each.id === id);
    if (!option) return;
    const right = question.right.includes(id);
    if (!this.tried.size) this.results.push(right);
    this.tried.add(id);
    this.right = right;
    this.said = right ? (question.answer ?? "") : (option.reason ?? "");
    // Of premises another may be picked until the failing one is found; any other guess is shown beside the truth.
    this.closed = right || question.kind !== "failed";
    const truth = question.options.find((each) => each.id === question.right[0]);
    if (question.kind === "orientation" && truth && option.variables && truth.variables) {
      this.drawn = right ? null : { guess: option.variables, truth: truth.variables };
    }
    const then = question.then?.[id];
    this.next = then && (!this.level || this.level.kinds.includes(then.kind)) ? then : null;
    this.host.changed();
  }

  /** All that are ticked are the answer. */
  check() {
    const question = this.question;
    if (!question || this.closed || !this.ticked.size) return;
    const right = this.ticked.size === question.right.length && question.right.every((id) => this.ticked.has(id));
    this.results.push(right);
    this.right = right;
    this.closed = true;
    const extra = question.options.filter((option) => this.ticked.has(option.id) && !question.right.includes(option.id));
    this.said = right ? (question.answer ?? "") : [...extra.map((option) => option.reason ?? ""), question.answer ?? ""].filter(Boolean).join(" ");
    this.ticked.forEach((id) => this.tried.add(id));
    this.ticked = new Set();
    this.host.changed();
  }

  /** After an answer: the second question, or on to what the run did. */
  goOn() {
    if (!this.question) {
      const stop = this.nextStop(this.data.steps.at[this.host.place()]);
      if (stop >= 0) this.host.goToStep(stop);
      return;
    }
    if (!this.closed) return;
    if (this.next) {
      this.ask(this.next);
      this.host.changed();
    } else {
      const step = this.question.step;
      this.question = null;
      this.drawn = null;
      if (this.data.lesson) this.host.next();
      else this.host.goToStep(step + 1);
    }
  }

  hint() {
    this.hinted = true;
    this.host.changed();
  }

  get score() {
    const right = this.results.filter(Boolean).length;
    let [run, best] = [0, 0];
    for (const result of this.results) best = Math.max(best, (run = result ? run + 1 : 0));
    return this.results.length ? `${right} of ${this.results.length} right${best > 1 ? ` · best streak ${best}` : ""}` : "";
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it was one of the quiz's
   */
  key(key) {
    if (!this.question) return false;
    const number = Number(key);
    if (number >= 1 && number <= this.question.options.length && !this.closed) {
      this.choose(this.question.options[number - 1].id);
      return true;
    }
    if (key === "Enter") {
      if (this.question.every && !this.closed) this.check();
      else if (this.closed) this.goOn();
      return true;
    }
    if (key === "h" || key === "H") {
      this.hint();
      return true;
    }
    return false;
  }

  show() {
    this.panel.hidden = !this.offered && !this.question;
    document.body.classList.toggle("secret-ahead", this.hides);
    if (this.panel.hidden) {
      document.body.classList.remove("asked");
      return;
    }
    document.body.classList.toggle("asked", this.question !== null);
    refill(this.panel, this.question ? this.open(this.question) : this.idle());
  }

  head() {
    const dots = this.results.slice(-5).map((right) => el("i", { class: right ? "right" : "wrong" }));
    return el(
      "div", { class: "heading" },
      el("h2", { text: "Your turn" }),
      el("span", { class: "dots", "aria-hidden": "true" }, ...dots),
      el("span", { class: "score", text: this.score }),
    );
  }

  idle() {
    const levels = this.data.levels.filter((level) => level.at.length);
    if (this.level) {
      const more = this.nextStop(this.data.steps.at[this.host.place()]) >= 0;
      return [
        this.head(),
        el("p", { class: "prompt", text: more ? "Go on: the run stops where there is something to predict." : "No more questions from here on." }),
        el(
          "div", { class: "row" },
          more ? button("Next question", "go-on", () => this.goOn(), "primary") : null,
          button("Stop asking", "stop", () => {
            this.level = null;
            this.host.changed();
          }),
        ),
      ];
    }
    const choice = /** @type {HTMLSelectElement} */ (
      el("select", { "aria-label": "What is asked", "data-key": "level" }, ...levels.map((level) => el("option", { value: level.id, text: level.title })))
    );
    return [
      this.head(),
      el("p", { class: "prompt", text: "Predict what comes next: the run stops and asks." }),
      el("div", { class: "row" }, choice, button("Ask me", "go-on", () => {
        this.start(choice.value);
        this.goOn();
        this.host.changed();
      }, "primary")),
      el("p", { class: "quiet", text: "Answers are read from the run, not typed by its author." }),
    ];
  }

  /** @param {Question} question */
  open(question) {
    const options = question.options.map((option, i) => {
      const right = question.right.includes(option.id);
      const told = this.closed && right;
      const wrong = this.tried.has(option.id) && !right && question.kind !== "failed";
      const holds = this.tried.has(option.id) && !right && question.kind === "failed";
      const state = told ? "right" : wrong ? "wrong" : holds ? "holds" : this.ticked.has(option.id) ? "picked" : "";
      const sign = { right: "✓", wrong: "✗", holds: "✓ holds", picked: "✓", "": "" }[state];
      return el(
        "button",
        {
          type: "button", class: `option ${state} ${option.id}`, "data-key": `option-${option.id}`,
          disabled: this.closed || holds, "aria-pressed": question.every ? String(this.ticked.has(option.id)) : null,
          onclick: () => this.choose(option.id),
        },
        el("span", { class: "text", text: option.text, dir: "auto" }),
        sign ? el("span", { class: "sign", text: sign }) : el("kbd", { text: String(i + 1), "aria-hidden": "true" }),
        option.note ? el("span", { class: "note", text: option.note }) : null,
      );
    });
    const verdict = this.closed || this.said ? (this.right ? "Right. " : question.kind === "failed" ? "" : "Not so. ") : "";
    return [
      this.head(),
      el("p", { class: "prompt question", text: question.prompt, role: "status" }),
      question.context ? el("p", { class: "context", text: question.context }) : null,
      el("div", { class: question.options.length > 3 || question.places ? "options many" : "options" }, ...options),
      this.hinted && !this.closed ? el("p", { class: "hint", text: question.hint || "There is no hint for this one." }) : null,
      el("p", { class: `reply ${this.right ? "good" : "bad"}`, role: "status", text: `${verdict}${this.said}`.trim() }),
      el(
        "div", { class: "row" },
        this.closed ? button(this.next ? "And why?" : "Continue", "go-on", () => this.goOn(), "primary") : null,
        question.every && !this.closed ? button("Check", "check", () => this.check(), "primary") : null,
        question.hint && !this.hinted && !this.closed ? button("Hint", "hint", () => this.hint()) : null,
      ),
    ];
  }
}

/**
 * @param {string} text
 * @param {string} key
 * @param {() => void} act
 * @param {string} [kind]
 */
function button(text, key, act, kind = "") {
  return el("button", { type: "button", class: kind, "data-key": key, text, onclick: act });
}
