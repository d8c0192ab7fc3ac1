// The page as a whole: where the run stands, keys, links and themes.
import { byId, el, refill } from "./dom.js";
import { grouped, lastUpTo, readData } from "./data.js";
import { Graph } from "./graph.js";
import { askStep, showKeys } from "./dialogs.js";
import { recallTheme, turnTheme } from "./theme.js";
import { CodePanel, TestsPanel, WhyPanel, whyFired, whyOf } from "./panels.js";
import { nextBeat, Scrubber, stageStarts, StageStrip } from "./transport.js";
import { followHands } from "./gestures.js";
import { Tray } from "./tray.js";
import { Quiz } from "./quiz.js";
import { LessonPanel } from "./lesson.js";

const PLAY = "M4.5 2.5v11l9-5.5z";
const PAUSE = "M4 2.5h3v11H4zM9 2.5h3v11H9z";

class Player {
  /** @param {import("./data.js").Data} data */
  constructor(data) {
    this.data = data;
    this.place = 0;
    this.asking = false;
    /** @type {number[]} */
    this.selected = [];
    this.timer = 0;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    const choose = (/** @type {number[]} */ of) => this.choose(of);
    this.graph = new Graph(byId("graph"), new Tray(byId("tray"), this.data, choose), this.data, choose);
    this.why = new WhyPanel(this.data, choose, (test) => this.goToTest(test));
    this.tests = new TestsPanel(this.data, (place) => this.go(place));
    this.code = new CodePanel(this.data);
    this.strip = new StageStrip(this.data, (step) => this.goToStep(step));
    this.scrubber = new Scrubber(this.data, (place, moving) => this.go(place, { still: true, moving }));
    this.quiz = new Quiz(this.data, {
      changed: () => this.draw(true),
      goToStep: (step) => this.goToStep(step),
      next: () => this.lesson?.turn(1),
      place: () => this.place,
    });
    this.lesson = this.data.lesson && new LessonPanel(this.data.lesson, this.quiz, (step) => this.goToStep(step));
    byId("plain").hidden = true;
    byId("app").hidden = false;
    byId("title").textContent = this.data.title;
    byId("about").textContent = this.data.about;
    recallTheme();
    byId("tab-lesson").hidden = !this.lesson;
    this.connect();
    this.openTab(this.lesson ? "lesson" : "why", false);
    if (this.lesson && !location.hash) this.lesson.open(0);
    else this.follow(true);
  }

  get step() {
    return this.data.steps.at[this.place];
  }

  /** The last place. */
  get last() {
    return this.data.steps.at.length - 1;
  }

  connect() {
    /** @type {Record<string, () => void>} */
    const acts = {
      first: () => this.go(0),
      last: () => this.go(this.last),
      back: () => this.go(this.place - 1),
      forward: () => this.forward(),
      play: () => this.toggle(),
      copy: () => this.copy(),
      theme: turnTheme,
      keys: showKeys,
      "close-sheet": () => this.closeSheet(),
      fit: () => this.closer(0),
    };
    for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.openTab(tab.id.slice(4), true));
      tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.turnTab(event));
    }
    byId("sheets").append(
      ...this.tabs.filter((tab) => !tab.hidden && tab.id !== "tab-lesson").map((tab) =>
        el("button", { type: "button", text: tab.textContent, "aria-haspopup": "true", onclick: () => this.openTab(tab.id.slice(4), true) })),
    );
    if (this.quiz.offered) {
      const turn = () => document.body.classList.toggle("quizzing");
      byId("sheets").append(el("button", { type: "button", text: "Your turn", onclick: turn }));
    }
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow(false));
    followHands(this.graph, (by) => (by > 0 ? this.forward() : this.go(this.place - 1)));
    byId("stage").addEventListener("click", (/** @type {Event} */ event) => {
      if (event.target === byId("graph")) this.choose([]);
    });
  }

  /** @returns {HTMLElement[]} */
  get tabs() {
    return ["lesson", "why", "tests", "code"].map((name) => byId(`tab-${name}`));
  }

  /**
   * Go where the address says.
   * @param {boolean} first
   */
  follow(first) {
    const said = /^#step=([^&]*)/.exec(location.hash)?.[1];
    if (said === undefined) {
      if (first) this.go(this.last, { still: true, quiet: true });
      return;
    }
    const last = this.data.length;
    const step = /^\d{1,9}$/.test(said) ? Number(said) : -1;
    if (step < 0 || step > last) {
      const name = step < 0 ? `“${decoded(said).slice(0, 40)}”` : grouped(step);
      this.go(this.last, { still: true });
      this.note(`Step ${name} does not exist: showing ${grouped(last)}.`);
    } else if (first || step !== this.step) this.goToStep(step, first);
  }

  /**
   * The step, or the last one before it that the page has.
   * @param {number} step
   * @param {boolean} [still]
   */
  goToStep(step, still = false) {
    const place = Math.max(0, lastUpTo(this.data.steps.at, step));
    this.go(place, { still });
    if (this.step !== step) this.note(`Step ${grouped(step)} was left out of this page: showing ${grouped(this.step)}.`);
  }

  /** @param {number} number */
  goToTest(number) {
    const row = this.data.tests.find((test) => test[0] === number);
    if (row) this.go(row[9]);
  }

  /**
   * @param {number} place
   * @param {{still?: boolean, moving?: boolean, asking?: boolean, playing?: boolean, quiet?: boolean}} [how]
   */
  go(place, how = {}) {
    if (!how.playing) this.pause();
    this.place = Math.max(0, Math.min(place, this.last));
    this.asking = how.asking ?? false;
    this.note("");
    if (!how.moving) this.quiz.arrive(this.step);
    this.draw(!!how.still || !!how.moving);
    if (!how.moving && !how.playing && !how.quiet) this.writeLink();
  }

  /** One step on; but not past a question. */
  forward() {
    if (this.asking) this.go(this.place, { still: true });
    else this.goOnTo(this.place + 1);
  }

  /**
   * Forward to a place, or to the question before it.
   * @param {number} place
   * @param {object} [how]
   */
  goOnTo(place, how = {}) {
    if (this.quiz.hides) return;
    const stop = this.quiz.nextStop(this.step + (this.quiz.question ? 1 : 0));
    const before = stop < 0 ? -1 : lastUpTo(this.data.steps.at, stop);
    if (before >= 0 && before < place && before > this.place) this.go(before, how);
    else if (before === this.place && !this.quiz.question && stop === this.step) this.go(before, how);
    else this.go(place, how);
  }

  /** @param {number} by */
  toChange(by) {
    const { changes } = this.data;
    if (by > 0) this.goOnTo(changes[lastUpTo(changes, this.place) + 1] ?? this.last);
    else this.go(changes[lastUpTo(changes, this.place - 1)] ?? 0);
  }

  /** @param {number} by */
  toStage(by) {
    const starts = stageStarts(this.data);
    const now = lastUpTo(starts, this.step);
    if (by > 0) this.goOnTo(now + 1 < starts.length ? lastUpTo(this.data.steps.at, starts[now + 1]) : this.last);
    else this.goToStep(now >= 0 && starts[now] < this.step ? starts[now] : (starts[now - 1] ?? 0));
  }

  toggle() {
    if (this.timer) {
      this.pause();
      this.writeLink();
      return;
    }
    if (this.place === this.last) this.go(0, { quiet: true });
    this.beat(true);
    this.drawPlaying();
  }

  /** @param {boolean} [first] */
  beat(first = false) {
    const next = nextBeat(this.data, this.place, this.asking && !first);
    this.timer = -1;
    this.goOnTo(next.place, { asking: next.asking, playing: true });
    if (this.quiz.question || (this.place >= this.last && !this.asking)) {
      this.pause();
      this.writeLink();
    } else this.timer = window.setTimeout(() => this.beat(), next.wait);
  }

  pause() {
    clearTimeout(this.timer);
    if (this.timer) {
      this.timer = 0;
      this.asking = false;
      this.drawPlaying();
    }
  }

  drawPlaying() {
    byId("play-words").textContent = this.timer ? "Pause" : "Play";
    byId("play-shape").setAttribute("d", this.timer ? PAUSE : PLAY);
  }

  /** @param {number[]} of */
  choose(of) {
    const question = this.quiz.question;
    if (question && !this.quiz.closed) {
      const option = question.options.find((each) => each.variables?.length === of.length && of.every((x) => each.variables?.includes(x)));
      if (option && question.kind === "removal") return this.quiz.choose(option.id);
    }
    this.pause();
    this.selected = of;
    this.draw(false);
    if (of.length && this.openPage !== "why") this.openTab("why", false);
    else if (!of.length && this.lesson) this.openTab("lesson", false);
    return undefined;
  }

  /** @param {boolean} still */
  draw(still) {
    const { data, place, step } = this;
    const asked = this.quiz.asked;
    const highlight = this.selected.length ? null : (this.lesson?.highlight(step) ?? null);
    const fired = asked ? null : whyFired(data, step);
    const chosen = this.selected.length > 0;
    const about = whyOf(data, this.selected, step) ?? (this.selected.length === 1 ? whyOf(data, [...this.selected, this.target], step) : null);
    const why = chosen ? about : fired;
    const test = chosen ? -1 : data.steps.test[place];
    const drawn = asked || (highlight && !this.pointsAt(why, highlight)) ? null : (why?.drawn ?? null);
    const scene = (this.asking ? data.steps.asked : data.steps.scene)[place];
    const shown = { scene, test, asking: this.asking, selected: this.selected, asked, highlight, drawn, chosen };
    this.graph.show(shown, still || this.calm.matches);
    this.drawChips(shown);
    this.why.show(step, this.selected, why);
    this.tests.show(place, this.quiz.hides);
    this.code.show(place);
    this.strip.show(step);
    this.scrubber.show(place);
    this.quiz.show();
    this.lesson?.show();
    this.drawWords();
  }

  /**
   * Whose blanket it is, and the rule that is drawn or how far the blanket is decided.
   * @param {import("./graph.js").Shown} shown
   */
  drawChips({ scene, drawn, chosen }) {
    const [, , , , , chip, note, state] = this.data.scenes[scene];
    const rule = drawn?.words ? el("span", { class: chosen ? "chip chosen" : "chip fired", text: drawn.words, dir: "auto" }) : null;
    const noted = note && !drawn ? el("span", { class: `chip ${state}`, text: note }) : null;
    refill(byId("chips"), [chip ? el("span", { class: "chip", text: chip, dir: "auto" }) : null, rule, noted]);
  }

  /**
   * Does the lesson point out the arrow that is explained? Else its own marks are seen.
   * @param {import("./data.js").Why | null} why
   * @param {{edges: [number, number, boolean][]}} highlight
   */
  pointsAt(why, highlight) {
    return !!why && highlight.edges.some(([x, y, directed]) => directed && why.of.includes(x) && why.of.includes(y));
  }

  get target() {
    return this.data.scenes[this.data.steps.scene[this.place]][0];
  }

  drawWords() {
    const { data, place, step } = this;
    const test = data.tests[data.steps.test[place]];
    let said = data.steps.said[place];
    if (this.asking && test) {
      const given = test[3].length ? ` given {${test[3].map((x) => data.names[x]).join(", ")}}` : "";
      said = `Are ${data.names[test[1]]} and ${data.names[test[2]]} independent${given}?`;
    }
    const line = byId("said");
    if (line.textContent !== said) line.textContent = said;
    byId("where").replaceChildren("Step ", el("b", { text: grouped(step) }), el("span", { class: "quiet", text: ` of ${grouped(data.length)}` }));
    byId("gap").textContent = data.gaps.find(([after]) => after === place)?.[1] ?? "";
    const words = byId("copy-words");
    if (!this.copied) words.textContent = `Copy link to step ${grouped(step)}`;
    byId("copy").setAttribute("aria-label", `Copy link to step ${step}`);
    byId("first").disabled = byId("back").disabled = place === 0;
    byId("forward").disabled = byId("last").disabled = place === this.last;
  }

  /** @param {string} text */
  note(text) {
    const line = byId("note");
    if (line.textContent !== text) line.textContent = text;
  }

  writeLink() {
    const address = `#step=${this.step}`;
    if (location.hash === address) return;
    try {
      history.replaceState(null, "", address);
    } catch {
      location.replace(address);
    }
  }

  async copy() {
    this.writeLink();
    let well = true;
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      well = copiedByHand(location.href);
    }
    byId("copy-words").textContent = well ? "Copied" : "Copy it from the address bar";
    if (!well) this.note("Copy it from the address bar.");
    this.copied = true;
    setTimeout(() => {
      this.copied = false;
      this.drawWords();
    }, 1600);
  }

  // Tabs, or a sheet from below where there is no room beside the graph

  /**
   * @param {string} name
   * @param {boolean} asked
   */
  openTab(name, asked) {
    this.openPage = name;
    for (const tab of this.tabs) {
      const open = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(open));
      tab.setAttribute("tabindex", open ? "0" : "-1");
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !open;
    }
    if (asked) document.body.classList.add("sheet");
    this.tests.show(this.place, this.quiz.hides);
    this.code.show(this.place);
  }

  closeSheet() {
    document.body.classList.remove("sheet");
  }

  /** @param {KeyboardEvent} event */
  turnTab(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    const shown = this.tabs.filter((tab) => !tab.hidden);
    const now = shown.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    const next = shown[(now + (event.key === "ArrowRight" ? 1 : shown.length - 1)) % shown.length];
    this.openTab(next.id.slice(4), false);
    next.focus();
  }

  // Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const on = /** @type {HTMLElement} */ (event.target);
    if (byId("dialog").open || event.altKey || event.metaKey) return;
    if (on instanceof HTMLSelectElement || (on instanceof HTMLInputElement && on.type !== "range")) return;
    const pressed = on instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter");
    if (pressed) return;
    const act = event.ctrlKey && !event.key.startsWith("Arrow") ? undefined : this.acts[event.key] ?? this.acts[event.key.toLowerCase()];
    if (!event.ctrlKey && (this.quiz.key(event.key) || this.lesson?.key(event.key))) event.preventDefault();
    else if (act) {
      event.preventDefault();
      act(event);
    }
  }

  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  acts = {
    ArrowRight: (event) => (event.ctrlKey ? this.toStage(1) : event.shiftKey ? this.toChange(1) : this.forward()),
    ArrowLeft: (event) => (event.ctrlKey ? this.toStage(-1) : event.shiftKey ? this.toChange(-1) : this.go(this.place - 1)),
    Home: () => this.go(0),
    End: () => this.go(this.last),
    " ": () => this.toggle(),
    g: () => askStep(this.step, this.data.length, (step) => this.goToStep(step)),
    l: () => this.copy(),
    d: turnTheme,
    "+": () => this.closer(1.25),
    "-": () => this.closer(0.8),
    "0": () => this.closer(0),
    "?": showKeys,
    Escape: () => {
      this.closeSheet();
      this.choose([]);
    },
  };

  /** @param {number} by  a factor, 0 for all of the graph */
  closer(by) {
    if (by) this.graph.camera.zoom(this.graph.view, by);
    else this.graph.camera.reset();
    this.graph.look();
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Where the page may not use the clipboard by itself.
 * @param {string} text
 */
function copiedByHand(text) {
  const field = /** @type {HTMLTextAreaElement} */ (el("textarea", { class: "unseen", text }));
  document.body.append(field);
  field.select();
  const well = document.execCommand("copy");
  field.remove();
  return well;
}

/** For whoever drives the page by a program. */
Object.assign(window, { elcsPlayer: new Player(await readData()) });
