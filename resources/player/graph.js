// The picture of one step: nodes where the program has put them, and what happens between them.
import { el, shape } from "./dom.js";
import { arrowHead, bend, beside, isHexagon, meets, onCurve, outline, SIDEWAYS, spanning } from "./geometry.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Drawn} Drawn */
/** @typedef {import("./geometry.js").Placed} Placed */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {{number: number, strokes: {kind: string, tail: number, head: number}[], state: string}} Mark */
/** @typedef {{link?: number[], given?: number[], variables?: number[], marks?: Mark[], guess?: number[],
 *   truth?: number[]}} Asked */
/** @typedef {{scene: number, test: number, asking: boolean, drawn: Drawn | null, chosen: boolean,
 *   selected: number[], asked: Asked | null, highlight: {variables: number[], edges: [number, number, boolean][]} | null}} Shown */

const NARROW = 520;
const WIDE = 860;
const LARGEST = [1.3, 1.1, 1.2];
const LOW = 260;
const BELOW = 26;
const MOTION = 200;
const CURVES = [44, 80, 120, 170];
const ROLES = /** @type {Record<string, string>} */ ({
  target: "the target", parent: "a cause", child: "an effect", spouse: "a spouse", candidate: "a candidate spouse",
  member: "in the blanket", undecided: "a neighbour, undecided", dismissed: "dismissed", unseen: "not looked at yet",
});

export class Graph {
  /**
   * @param {SVGElement} svg
   * @param {Data} data
   * @param {(of: number[]) => void} choose  called with the variable, or the two ends of a link
   */
  constructor(svg, data, choose) {
    this.svg = svg;
    this.data = data;
    this.choose = choose;
    /** @type {Map<number, SVGElement>} */
    this.made = new Map();
    /** @type {Map<number, Placed>} */
    this.nodes = new Map();
    this.box = [0, 0, 1, 1];
    /** @type {[string, string, number, number][]} */
    this.titles = [];
    /** @type {Shown | null} */
    this.shown = null;
    this.frame = 0;
    this.layers = Object.fromEntries(
      ["titles", "under", "links", "test", "nodes", "over"].map((name) => [name, shape("g", { class: name })]),
    );
    svg.replaceChildren(...Object.values(this.layers));
    new ResizeObserver(() => this.shown && this.show(this.shown, true)).observe(svg);
  }

  get sheet() {
    const wide = this.svg.clientWidth;
    return wide < NARROW ? 1 : wide < WIDE ? 0 : 2;
  }

  /**
   * @param {Shown} shown
   * @param {boolean} still  without motion
   */
  show(shown, still) {
    cancelAnimationFrame(this.frame);
    this.shown = shown;
    const [, nodeRows, , frame] = this.data.scenes[shown.scene];
    /** @type {Map<number, Placed>} */
    const goal = new Map();
    for (const row of nodeRows) {
      const [x, role, ...forms] = this.data.nodes[row];
      const [X, Y, w, h, text] = forms[this.sheet];
      goal.set(x, { x, role, X, Y, w, h, text });
    }
    const box = this.data.frames[frame][this.sheet][0];
    const [before, boxBefore] = [this.nodes, this.box];
    const moves =
      boxBefore.some((side, i) => side !== box[i]) ||
      [...goal].some(([x, n]) => before.has(x) && (before.get(x)?.X !== n.X || before.get(x)?.Y !== n.Y));
    this.keepNodes(goal);
    if (still || !moves || before.size === 0) {
      this.paint(goal, box, true);
      return;
    }
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min((now - began) / MOTION, 1);
      const k = 1 - (1 - t) ** 3;
      const between = new Map(
        [...goal].map(([x, n]) => {
          const old = before.get(x) ?? n;
          return [x, { ...n, X: old.X + (n.X - old.X) * k, Y: old.Y + (n.Y - old.Y) * k }];
        }),
      );
      this.paint(t < 1 ? between : goal, t < 1 ? boxBefore.map((side, i) => side + (box[i] - side) * k) : box, t === 1);
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /**
   * Elements of nodes are kept from step to step, so that the focus stays.
   * @param {Map<number, Placed>} goal
   */
  keepNodes(goal) {
    for (const [x, made] of this.made)
      if (!goal.has(x)) {
        made.remove();
        this.made.delete(x);
      }
    for (const [x, n] of goal) {
      let made = this.made.get(x);
      if (!made) {
        const pick = () => this.choose([x]);
        made = shape("g", { tabindex: "0", role: "button", onclick: pick }, shape("title"), shape("path"), shape("path"), shape("text"));
        made.addEventListener("keydown", (event) => {
          const key = /** @type {KeyboardEvent} */ (event).key;
          if (key === "Enter" || key === " ") {
            event.preventDefault();
            event.stopPropagation();
            pick();
          }
        });
        this.made.set(x, made);
        this.layers.nodes.append(made);
      }
      made.setAttribute("class", `node ${n.role}`);
      made.dataset.x = String(x);
      made.dataset.role = n.role;
      made.setAttribute("aria-label", `${this.data.names[x]}, ${ROLES[n.role]}`);
      made.children[0].textContent = this.data.names[x];
      made.children[3].textContent = n.text;
    }
  }

  /**
   * @param {Map<number, Placed>} nodes
   * @param {number[]} box
   * @param {boolean} settled
   */
  paint(nodes, box, settled) {
    const shown = /** @type {Shown} */ (this.shown);
    this.nodes = nodes;
    this.box = box;
    this.look(box);
    const [target, , linkRows, frame, ringed, chip, note] = this.data.scenes[shown.scene];
    this.middle = /** @type {Spot} */ ([nodes.get(target)?.X ?? 0, nodes.get(target)?.Y ?? 0]);
    const drawn = settled ? shown.drawn : null;
    const cast = shown.drawn && new Set(shown.drawn.cast);
    const ends = [...shown.selected, ...(shown.highlight?.variables ?? [])];
    for (const [x, n] of nodes) {
      const made = /** @type {SVGElement} */ (this.made.get(x));
      const [, ring, path, text] = made.children;
      path.setAttribute("d", outline(n));
      ring.setAttribute("d", n.role === "target" ? outline(n, 3.5) : ends.includes(x) ? outline(n, 4) : "");
      ring.setAttribute("class", ends.includes(x) ? "ring chosen" : "ring");
      text.setAttribute("x", String(n.X));
      text.setAttribute("y", String(n.Y + 5));
      made.classList.toggle("dim", !!cast && !cast.has(x));
    }
    this.titles = this.data.frames[frame][this.sheet][1];
    const anchor = this.data.frames[frame][this.sheet][2];
    const titles = this.titles.map(([word, quiet, x, y]) =>
      shape("text", { x, y: y + 4, class: `lane ${anchor}` }, word, shape("tspan", { class: "quiet", text: quiet ? `  ${quiet}` : "" })),
    );
    this.layers.titles.replaceChildren(...(cast ? [] : titles), this.chip(chip, note));
    /** @type {SVGElement[]} */
    const under = [];
    /** @type {SVGElement[]} */
    const links = [];
    /** @type {SVGElement[]} */
    const over = [];
    if (drawn) this.bands(drawn, shown.chosen, under, over);
    for (const row of linkRows) this.link(row, links, over);
    /** @type {SVGElement[]} */
    const test = [];
    if (settled) {
      if (shown.asked) this.question(shown.asked, under, test, over);
      else if (shown.test >= 0) this.test(shown.test, shown.asking, under, test, over);
      else if (!shown.drawn) for (const x of ringed) this.rings(x, test);
    }
    this.layers.under.replaceChildren(...under);
    this.layers.links.replaceChildren(...links);
    this.layers.test.replaceChildren(...test);
    this.layers.over.replaceChildren(...over);
  }

  /**
   * Show a box whole, not larger than looks well.
   * @param {number[]} box
   */
  look(box) {
    const wide = this.svg.clientWidth || 600;
    const high = this.svg.clientHeight || 420;
    const [left, top, right, low] = high < LOW ? this.around(box) : box;
    const bottom = low + (this.shown?.drawn ? BELOW : 0); // strokes of a rule may lead round below
    const zoom = Math.min((wide - 8) / (right - left), (high - 30) / (bottom - top), LARGEST[this.sheet]);
    const [w, h] = [wide / zoom, high / zoom];
    this.view = [(left + right) / 2 - w / 2, (top + bottom) / 2 - h / 2 - 6 / zoom, w, h];
    this.zoom = zoom;
    this.svg.setAttribute("viewBox", this.view.join(" "));
  }

  /**
   * The nodes alone, where there is no room for more.
   * @param {number[]} box
   */
  around(box) {
    const nodes = [...this.nodes.values()];
    if (!nodes.length) return box;
    const least = (/** @type {(n: Placed) => number} */ side) => Math.min(...nodes.map(side)) - 18;
    return [least((n) => n.X - n.w), least((n) => n.Y - n.h), -least((n) => -n.X - n.w), -least((n) => -n.Y - n.h)];
  }

  /**
   * Whose blanket it is, and how far it is decided.
   * @param {string} chip
   * @param {string} note
   */
  chip(chip, note) {
    const [x, y] = /** @type {number[]} */ (this.view);
    const k = 1 / (this.zoom || 1);
    return shape(
      "text",
      { class: "chip", transform: `translate(${x + 14 * k} ${y + 24 * k}) scale(${k})` },
      chip,
      shape("tspan", { class: "quiet", text: note ? `   ${note}` : "" }),
    );
  }

  /**
   * @param {number} row
   * @param {SVGElement[]} links
   * @param {SVGElement[]} over
   */
  link(row, links, over) {
    const [tail, head, kind, directed, badge, label, marks, ...ways] = this.data.links[row];
    const a = this.nodes.get(tail);
    const b = this.nodes.get(head);
    const shown = /** @type {Shown} */ (this.shown);
    const guessed = shown.asked?.guess;
    if (!a || !b || (guessed && guessed.includes(tail) && guessed.includes(head))) return;
    const way = ways[this.sheet];
    const dim = shown.drawn && !joins(shown.drawn, tail, head) ? " dim" : "";
    const chosen =
      (shown.selected.length === 2 && shown.selected.includes(tail) && shown.selected.includes(head)) ||
      !!shown.highlight?.edges.some(([x, y]) => (x === tail && y === head) || (x === head && y === tail));
    const ghost = kind === "ghost";
    const line = this.line(a, b, directed ? 4 : 3, way.length ? way : null, ghost);
    const concluded = shown.drawn?.concludes.some(([x, y]) => x === tail && y === head);
    const how = [kind, ...[...marks].map((mark) => `mark-${mark}`), ...(concluded ? ["concluded", shown.chosen ? "chosen" : "fired"] : [])];
    const made = shape("g", { class: `link ${how.join(" ")}${dim}` });
    made.dataset.tail = String(tail);
    made.dataset.head = String(head);
    made.dataset.kind = kind;
    made.dataset.directed = String(directed);
    if (chosen && !concluded) made.append(shape("path", { d: line.path, class: "halo" }));
    made.append(shape("path", { d: directed ? line.shaft : line.path, class: "shaft" }));
    if (directed) made.append(shape("path", { d: line.head, class: "head" }));
    made.append(shape("path", { d: line.path, class: "reach", onclick: () => this.choose([tail, head]) }));
    links.push(made);
    const [x, y] = line.middle;
    if (ghost && label) {
      over.push(shape("text", { class: "ghost-label", x, y: y + 16, text: label }));
    }
    const sign = marks.includes("c") ? "×" : badge;
    if (sign) {
      const wide = sign.length > 1 ? 24 : 18;
      over.push(
        shape(
          "g",
          { class: `badge ${kind}${marks.includes("c") ? " conflict" : ""}${dim}`, onclick: () => this.choose([tail, head]) },
          shape("rect", { x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 5 }),
          shape("text", { x, y: y + 4, text: sign }),
        ),
      );
    }
  }

  /**
   * A line between two nodes, clipped at both, round what is in its way.
   * @param {Placed} a
   * @param {Placed} b
   * @param {number} pad  before the head
   * @param {Spot[] | null} way
   * @param {boolean} [curved]
   * @param {number} [long]
   * @param {number} [shift]  to one side
   * @param {number} [turn]  of several curves between the same two, which this is
   */
  line(a, b, pad, way = null, curved = false, long = 12, shift = 0, turn = 0) {
    const padTail = a.role === "target" ? 6 : 3;
    const padHead = b.role === "target" ? 7 : pad;
    if (way) {
      const corners = way.map((corner) => /** @type {Spot} */ ([corner[0], corner[1]]));
      const last = corners.length - 1;
      corners[0] = meets(a, corners[1], padTail);
      corners[last] = meets(b, corners[last - 1], padHead);
      const head = arrowHead(corners[last], corners[last - 1], long, long * 0.92);
      const middle = /** @type {Spot} */ ([(corners[last][0] + corners[last - 1][0]) / 2, (corners[last][1] + corners[last - 1][1]) / 2]);
      return { path: poly(corners), shaft: poly([...corners.slice(0, -1), head.base]), head: head.path, middle };
    }
    const dx = b.X - a.X;
    const dy = b.Y - a.Y;
    const length = Math.hypot(dx, dy) || 1;
    const apart = a.role !== "target" && b.role !== "target";
    /** @type {Spot | null} */
    let control = null;
    const bows = CURVES.map((by) => (turn % 2 ? -by : by));
    if (curved) control = bend(a, b, this.nodes.values(), this.middle ?? [0, 0], bows, this.box);
    else if (apart) control = bend(a, b, this.nodes.values(), this.middle ?? [0, 0]);
    if (shift) {
      const [sx, sy] = [(-dy / length) * shift, (dx / length) * shift];
      a = { ...a, X: a.X + sx, Y: a.Y + sy };
      b = { ...b, X: b.X + sx, Y: b.Y + sy };
    }
    const start = meets(a, control ?? [b.X, b.Y], padTail);
    const end = meets(b, control ?? [a.X, a.Y], padHead);
    const head = arrowHead(end, control ?? start, long, long * 0.92);
    if (control) {
      const [cx, cy] = control;
      const curve = (/** @type {Spot} */ to) => `M${start[0]} ${start[1]}Q${cx} ${cy} ${to[0]} ${to[1]}`;
      return { path: curve(end), shaft: curve(head.base), head: head.path, middle: onCurve(start, control, end, 0.5) };
    }
    const middle = /** @type {Spot} */ ([(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]);
    return { path: poly([start, end]), shaft: poly([start, head.base]), head: head.path, middle };
  }

  /**
   * The rule that fires, or that was chosen: its premises on bands, with their numbers.
   * @param {Drawn} drawn
   * @param {boolean} chosen
   * @param {SVGElement[]} under
   * @param {SVGElement[]} over
   */
  bands(drawn, chosen, under, over) {
    const by = chosen ? "chosen" : "fired";
    const numbered = new Set();
    /** @type {Map<string, number>} */
    const turns = new Map();
    const boxes = this.boxes();
    for (const [kind, tail, head, number, given] of drawn.strokes) {
      const a = this.nodes.get(tail);
      const b = this.nodes.get(head);
      if (!a || !b) continue;
      const straight = kind === "arrow" || kind === "link";
      const conclusion = drawn.concludes.some((ends) => ends.includes(tail) && ends.includes(head));
      // The middle of a link has its badge.
      let at = /** @type {Spot} */ ([a.X + (b.X - a.X) * 0.34, a.Y + (b.Y - a.Y) * 0.34]);
      const far = Math.hypot(b.X - a.X, b.Y - a.Y);
      if (far * 0.16 < 22) at = [(a.X + b.X) / 2 - ((b.Y - a.Y) / far) * 24, (a.Y + b.Y) / 2 + ((b.X - a.X) / far) * 24];
      if (straight && !conclusion) under.unshift(shape("path", { d: poly([[a.X, a.Y], [b.X, b.Y]]), class: `band premise ${by}` }));
      else if (!straight) {
        const pair = tail < head ? `${tail} ${head}` : `${head} ${tail}`;
        const turn = turns.get(pair) ?? 0;
        turns.set(pair, turn + 1);
        const line = this.line(...(tail < head ? /** @type {const} */ ([a, b]) : /** @type {const} */ ([b, a])), 3, null, true, 12, 0, turn);
        under.push(shape("path", { d: line.path, class: `stroke ${kind}` }));
        at = beside(line.middle, 22, 22, boxes);
        boxes.push({ X: at[0], Y: at[1], w: 11, h: 11 });
        const wide = given.length * 6 + 34;
        const [x, y] = beside([at[0], at[1] + 22], wide, 14, boxes);
        boxes.push({ X: x, Y: y, w: wide / 2, h: 7 });
        if (given) over.push(shape("text", { class: `stroke-label ${kind}`, x, y: y + 4, text: `given ${given}` }));
      }
      if (number && !(straight && conclusion) && !numbered.has(`${number} ${tail} ${head}`)) {
        numbered.add(`${number} ${tail} ${head}`);
        over.push(disc(at, String(number), "premise-number"));
      }
    }
    for (const [tail, head] of drawn.concludes) {
      const a = this.nodes.get(tail);
      const b = this.nodes.get(head);
      if (a && b) under.push(shape("path", { d: poly([[a.X, a.Y], [b.X, b.Y]]), class: `band conclusion ${by}` }));
    }
  }

  /**
   * @param {number} x
   * @param {SVGElement[]} into
   */
  rings(x, into) {
    const n = this.nodes.get(x);
    if (!n) return;
    into.push(shape("path", { d: outline(n, 6.5), class: "now-ring" }), shape("path", { d: outline(n, 11), class: "now-ring outer" }));
  }

  /**
   * What is known while a test is asked: a hull round the set, and its name above.
   * @param {number[]} z
   * @param {SVGElement[]} under
   * @param {SVGElement[]} over
   */
  hull(z, under, over) {
    const nodes = /** @type {Placed[]} */ (z.map((x) => this.nodes.get(x)).filter(Boolean));
    if (!nodes.length) return;
    const joins = spanning(nodes);
    for (const [layer, more] of /** @type {[string, number][]} */ ([["rim", 2], ["", 0]])) {
      for (const [a, b] of joins) {
        const free = !bend(a, b, this.nodes.values(), [0, 0]);
        const wide = (free ? 2 * 16 + 16 : 14) + 2 * more;
        under.push(shape("path", { d: poly([[a.X, a.Y], [b.X, b.Y]]), class: `hull-band ${layer}`, "stroke-width": wide }));
      }
      for (const n of nodes) {
        const round = { ...n, role: isHexagon(n.role) || n.role === "parent" ? "undecided" : n.role };
        under.push(shape("path", { d: outline(round, 8 + more), class: `hull ${layer}` }));
      }
    }
    const top = nodes.reduce((a, b) => (a.Y <= b.Y ? a : b));
    const names = z.map((x) => this.data.names[x]).join(", ");
    const wide = names.length * 6.8 + 52;
    const [x, y] = this.inside(beside(this.inside([top.X, top.Y - top.h - 19], wide), wide, 10, this.boxes()), wide);
    over.push(shape("text", { class: "given", x, y: y + 4, text: `given {${names}}` }));
  }

  /**
   * @param {number} place
   * @param {boolean} asking
   * @param {SVGElement[]} under
   * @param {SVGElement[]} test
   * @param {SVGElement[]} over
   */
  test(place, asking, under, test, over) {
    const [, x, y, z, , , verdict, independent] = this.data.tests[place];
    this.hull(z, under, over);
    const a = this.nodes.get(x);
    const b = this.nodes.get(y);
    this.rings(x, test);
    this.rings(y, test);
    if (!a || !b) return;
    const line = this.line(a, b, 13, null, false);
    test.unshift(shape("path", { d: line.path, class: asking ? "test-link asking" : "test-link" }));
    if (asking) {
      over.push(disc(line.middle, "?", "question-mark"));
      return;
    }
    const word = verdict === 2 ? "too few rows" : independent ? "independent" : "dependent";
    over.push(this.pill(line.middle, word, verdict === 2 ? "unreliable" : word));
  }

  /**
   * Words on a link, or beside it where they would cover a node.
   * @param {Spot} at
   * @param {string} text
   * @param {string} kind
   */
  pill(at, text, kind) {
    return pill(this.inside(beside(at, pillWidth(text), 24, this.boxes()), pillWidth(text)), text, kind);
  }

  /**
   * The same place, so far in that all of something so wide is seen.
   * @param {Spot} at
   * @param {number} wide
   * @returns {Spot}
   */
  inside([x, y], wide) {
    const [left, , width] = /** @type {number[]} */ (this.view);
    return [Math.max(left + wide / 2 + 4, Math.min(left + width - wide / 2 - 4, x)), y];
  }

  /** What words must not cover: nodes and titles. */
  boxes() {
    const titles = this.shown?.drawn ? [] : this.titles;
    return [
      ...[...this.nodes.values()].map(({ X, Y, w, h }) => ({ X, Y, w, h })),
      ...titles.map(([word, quiet, X, Y]) => ({ X, Y, w: (word.length + quiet.length) * 3.6 + 4, h: 8 })),
    ];
  }

  /**
   * @param {Asked} asked
   * @param {SVGElement[]} under
   * @param {SVGElement[]} test
   * @param {SVGElement[]} over
   */
  question(asked, under, test, over) {
    if (asked.given) this.hull(asked.given, under, over);
    const [x, y] = asked.link ?? [];
    const a = this.nodes.get(x);
    const b = this.nodes.get(y);
    for (const v of asked.variables ?? []) this.rings(v, test);
    if (a && b && asked.guess && asked.truth) {
      for (const [arrow, name, side] of /** @type {[number[], string, number][]} */ ([[asked.guess, "guess", 13], [asked.truth, "truth", 13]])) {
        const [t, h] = [this.nodes.get(arrow[0]), this.nodes.get(arrow[1])];
        if (!t || !h) continue;
        const line = this.line(t, h, 4, null, false, 15, side);
        over.push(shape("g", { class: `answer ${name}` }, shape("path", { d: line.shaft, class: "shaft" }), shape("path", { d: line.head, class: "head" })));
        const flat = Math.abs(h.X - t.X) > Math.abs(h.Y - t.Y);
        const to = name === "guess" ? -1 : 1;
        const words = name === "guess" ? "your guess" : "the run";
        const side2 = Math.sign(line.middle[flat ? 1 : 0] - (flat ? (t.Y + h.Y) / 2 : (t.X + h.X) / 2)) || to;
        const at = /** @type {Spot} */ ([line.middle[0] + (flat ? 0 : side2 * 56), line.middle[1] + (flat ? side2 * 22 : 0)]);
        const free = beside(at, pillWidth(words), 24, this.boxes(), SIDEWAYS);
        over.push(pill(this.inside(free, pillWidth(words)), words, name));
      }
    } else if (a && b) {
      const line = this.line(a, b, 13, null, false);
      test.unshift(shape("path", { d: line.path, class: "test-link asking" }));
      over.push(disc(line.middle, "?", "question-mark"));
    }
    /** @type {Map<string, number>} */
    const turns = new Map();
    for (const mark of asked.marks ?? []) {
      for (const stroke of mark.strokes) {
        const [t, h] = [stroke.tail, stroke.head].sort((one, other) => one - other).map((end) => this.nodes.get(end));
        if (!t || !h) continue;
        const straight = stroke.kind === "arrow" || stroke.kind === "link";
        const turn = straight ? 0 : (turns.get(`${t.x} ${h.x}`) ?? 0);
        turns.set(`${t.x} ${h.x}`, turn + (straight ? 0 : 1));
        const line = this.line(t, h, 3, null, !straight, 12, 0, turn);
        if (!straight) under.push(shape("path", { d: line.path, class: `stroke ${stroke.kind}` }));
        over.push(disc(straight ? line.middle : beside(line.middle, 24, 24, this.boxes()), String(mark.number), `place ${mark.state}`));
      }
    }
  }
}

/** @param {string} text */
function pillWidth(text) {
  return text.length * 6.6 + 30;
}

/**
 * @param {Drawn} drawn
 * @param {number} tail
 * @param {number} head
 */
function joins(drawn, tail, head) {
  const ends = [...drawn.strokes.map(([, t, h]) => [t, h]), ...drawn.concludes];
  return ends.some((pair) => pair.includes(tail) && pair.includes(head));
}

/** @param {Spot[]} corners */
function poly(corners) {
  return `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

/**
 * @param {Spot} at
 * @param {string} text
 * @param {string} kind
 */
function disc([x, y], text, kind) {
  return shape("g", { class: `disc ${kind}` }, shape("circle", { cx: x, cy: y, r: 12 }), shape("text", { x, y: y + 5, text }));
}

/**
 * @param {Spot} at
 * @param {string} text
 * @param {string} kind
 */
function pill([x, y], text, kind) {
  const wide = pillWidth(text);
  const sign = kind === "independent" ? "○" : kind === "unreliable" ? "◐" : kind === "dependent" ? "●" : kind === "guess" ? "✗" : "✓";
  return shape(
    "g",
    { class: `pill ${kind}` },
    shape("rect", { x: x - wide / 2, y: y - 12, width: wide, height: 24, rx: 12 }),
    shape("text", { x, y: y + 4.5 }, shape("tspan", { class: "sign", text: `${sign} ` }), text),
  );
}

/**
 * The sign of a verdict as an element.
 * @param {number} verdict
 */
export function dot(verdict) {
  return el("i", { class: `dot v${verdict}`, "aria-hidden": "true" });
}
