// A lesson: captions that lead through the run, some of them with a question.
import { byId, el, refill } from "./dom.js";

/** @typedef {import("./data.js").Lesson} Lesson */
/** @typedef {import("./quiz.js").Quiz} Quiz */

export class LessonPanel {
  /**
   * @param {Lesson} lesson
   * @param {Quiz} quiz
   * @param {(step: number) => void} goToStep
   */
  constructor(lesson, quiz, goToStep) {
    this.lesson = lesson;
    this.quiz = quiz;
    this.goToStep = goToStep;
    this.at = 0;
    /** @type {Set<number>} */
    this.done = new Set();
    this.places = [byId("page-lesson"), byId("caption")];
    this.places[1].hidden = false;
    this.told = "";
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** @param {number} at */
  open(at) {
    this.at = at;
    const { step, after, question } = this.step;
    const answered = this.done.has(at);
    this.goToStep(question && answered ? (after ?? step) : step);
    if (question && !answered) {
      this.done.add(at);
      this.quiz.ask(question);
      this.quiz.host.changed();
    }
  }

  /**
   * To the next part, or the one before; a question is answered first.
   * @param {number} by
   */
  turn(by) {
    const { step, after } = this.step;
    if (by > 0 && this.quiz.hides) return;
    this.quiz.leave();
    if (by > 0 && this.step.question && after !== undefined && this.shown === step) {
      this.goToStep(after); // what the run did, before the lesson goes on
      return;
    }
    const next = this.at + by;
    if (next >= 0 && next < this.lesson.steps.length) this.open(next);
  }

  /**
   * What is pointed out, while the run stands where the lesson has it.
   * @param {number} step
   */
  highlight(step) {
    this.shown = step;
    const { highlight } = this.step;
    if (step !== this.step.step || !highlight) return null;
    const sets = (highlight.sets ?? []).flatMap(({ members }) => members);
    return { variables: [...(highlight.variables ?? []), ...sets], edges: highlight.edges ?? [] };
  }

  /** @param {string} key */
  key(key) {
    if (key === "Enter") this.turn(1);
    else if (key === "Backspace") this.turn(-1);
    else return false;
    return true;
  }

  /** What is the same stays, so that it is not read out again. */
  show() {
    const told = [this.at, this.away, this.quiz.hides, this.quiz.score].join();
    if (told === this.told) return;
    this.told = told;
    for (const place of this.places) refill(place, this.parts());
  }

  /** Has the reader gone elsewhere in the run? */
  get away() {
    return this.shown !== this.step.step && this.shown !== this.step.after;
  }

  parts() {
    const { steps } = this.lesson;
    const bars = steps.map((_, i) => el("i", { class: i === this.at ? "now" : i < this.at ? "done" : "" }));
    const last = this.at === steps.length - 1;
    const caption = (this.step.caption ?? []).map((paragraph) =>
      el("p", { class: "caption" }, ...paragraph.map(([text, how]) => (how ? el(how === "em" ? "em" : "b", { text }) : text))),
    );
    return [
      el("p", { class: "quiet", text: `Part ${this.at + 1} of ${steps.length}` }),
      el("div", { class: "bars", "aria-hidden": "true" }, ...bars),
      el("h2", { class: "part", text: this.step.heading }),
      ...caption,
      el(
        "div", { class: "row" },
        el("button", { type: "button", "data-key": "back", text: "Back", disabled: this.at === 0, onclick: () => this.turn(-1) }),
        this.away ? el("button", { type: "button", text: "Return to this part", onclick: () => this.open(this.at) }) : null,
        last
          ? el("p", { class: "quiet", text: this.quiz.score ? `The end: ${this.quiz.score}.` : "The end." })
          : el("button", { type: "button", class: "primary", "data-key": "next", text: "Next", disabled: this.quiz.hides, onclick: () => this.turn(1) }),
      ),
    ];
  }
}
