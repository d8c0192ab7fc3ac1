// The picture of one step: nodes where the program has put them, and the links between them.
import { shape } from "./dom.js";
import { arrowHead, bend, beside, meets, onCurve, outline, poly } from "./geometry.js";
import { Camera } from "./gestures.js";
import { paintQuestion, paintRings, paintTest } from "./overlay.js";
import { paintRule, withRule } from "./rule.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Drawn} Drawn */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./geometry.js").Placed} Placed */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("./overlay.js").Asked} Asked */
/** @typedef {import("./overlay.js").Layers} Layers */
/** @typedef {import("./tray.js").Tray} Tray */
/** @typedef {{scene: number, test: number, asking: boolean, drawn: Drawn | null, chosen: boolean,
 *   selected: number[], asked: Asked | null, highlight: {variables: number[], edges: [number, number, boolean][]} | null}} Shown */

const NARROW = 520;
const WIDE = 760;
const LARGEST = [1.3, 1.1, 1.5];
const LOW = 260;
const MOTION = 200;
const CURVES = [44, 80, 120, 170];
const ROLES = /** @type {Record<string, string>} */ ({
  target: "the target", parent: "a cause", child: "an effect", spouse: "a spouse", candidate: "a candidate spouse",
  member: "in the blanket", undecided: "a neighbour, undecided", dismissed: "dismissed", unseen: "untested",
});

export class Graph {
  /**
   * @param {SVGSVGElement} svg
   * @param {Tray} tray
   * @param {Data} data
   * @param {(of: number[]) => void} choose  called with the variable, or the two ends of a link
   */
  constructor(svg, tray, data, choose) {
    this.svg = svg;
    this.tray = tray;
    this.data = data;
    this.choose = choose;
    this.camera = new Camera();
    /** What is looked at if the reader has not moved it: left, top, width and height. */
    this.view = [0, 0, 1, 1];
    /** @type {Map<number, SVGElement>} */
    this.made = new Map();
    /** @type {Map<number, Placed>} */
    this.nodes = new Map();
    this.box = [0, 0, 1, 1];
    /** @type {[string, string, number, number][]} */
    this.titles = [];
    /** @type {Shown | null} */
    this.shown = null;
    this.target = -1;
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

  /** Is there no room for more than the nodes? */
  get low() {
    return this.svg.clientHeight < LOW;
  }

  /**
   * @param {Shown} shown
   * @param {boolean} still  without motion
   */
  show(shown, still) {
    cancelAnimationFrame(this.frame);
    this.shown = shown;
    const target = this.data.scenes[shown.scene][0];
    if (target !== this.target) this.camera.reset();
    this.target = target;
    const before = this.nodes;
    const boxBefore = this.box;
    const [goal, box] = this.goal(shown);
    const coming = new Map([...goal.keys()].filter((x) => !still && !before.has(x)).map((x) => [x, this.tray.spot(x)]));
    this.tray.show(shown.scene, new Set(goal.keys()), marked(shown));
    if (still || !before.size) {
      this.keepNodes(goal);
      this.paint(goal, goal, box, true);
      return;
    }
    /** @type {Map<number, Placed>} */
    const from = new Map();
    for (const [x, n] of goal) from.set(x, before.get(x) ?? this.apart(n, coming.get(x) ?? null, boxBefore));
    /** @type {Map<number, Placed>} */
    const to = new Map(goal);
    for (const [x, n] of before)
      if (!goal.has(x)) {
        from.set(x, n);
        to.set(x, this.apart(n, this.tray.spot(x), box));
      }
    this.keepNodes(to);
    const moves = boxBefore.some((side, i) => side !== box[i]) || [...to].some(([x, n]) => far(/** @type {Placed} */ (from.get(x)), n) > 0.5);
    if (!moves) {
      this.keepNodes(goal);
      this.paint(goal, goal, box, true);
      return;
    }
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(Math.max(now - began, 0) / MOTION, 1);
      if (t === 1) {
        this.keepNodes(goal);
        this.paint(goal, goal, box, true);
        return;
      }
      const k = 1 - (1 - t) ** 3;
      const between = new Map([...to].map(([x, n]) => [x, mixed(/** @type {Placed} */ (from.get(x)), n, k)]));
      this.paint(between, goal, boxBefore.map((side, i) => side + (box[i] - side) * k), false);
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /**
   * Where everybody is to stand, and what of the picture is to be seen.
   * @param {Shown} shown
   * @returns {[Map<number, Placed>, number[]]}
   */
  goal({ scene, drawn }) {
    const [, rows, , frame] = this.data.scenes[scene];
    const { sheet } = this;
    /** @type {Map<number, Placed>} */
    const nodes = new Map();
    for (const row of rows) {
      const [x, role, ...forms] = this.data.nodes[row];
      const form = forms[sheet];
      if (!form.length) continue; // no room for it on this sheet
      const [X, Y, w, h, text] = form;
      nodes.set(x, { x, role, X, Y, w, h, text, k: 1, o: 1 });
    }
    const box = this.data.frames[frame][sheet][0];
    if (!drawn) return [nodes, this.low && nodes.size ? around([...nodes.values()]) : box];
    const room = this.data.rooms[sheet];
    return [withRule(nodes, box, room, drawn.sheets[sheet]), this.low ? drawn.sheets[sheet][0] : [0, 0, ...room]];
  }

  /**
   * Somebody who is not in the graph, at a spot of the page, or else where they are in the graph.
   * @param {Placed} n
   * @param {Spot | null} spot
   * @param {number[]} box
   * @returns {Placed}
   */
  apart(n, spot, box) {
    if (!spot) return { ...n, o: 0 };
    const [left, top, wide] = this.camera.apply(this.seen(box));
    const page = this.svg.getBoundingClientRect();
    const unit = wide / (page.width || 1);
    return { ...n, X: left + (spot[0] - page.left) * unit, Y: top + (spot[1] - page.top) * unit, o: 0 };
  }

  /**
   * Elements of nodes are kept from step to step, so that the focus stays.
   * @param {Map<number, Placed>} nodes
   */
  keepNodes(nodes) {
    for (const [x, made] of this.made)
      if (!nodes.has(x)) {
        made.remove();
        this.made.delete(x);
      }
    for (const [x, n] of nodes) {
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
   * @param {Map<number, Placed>} nodes  those who come and go among them
   * @param {Map<number, Placed>} goal  who stays
   * @param {number[]} box
   * @param {boolean} settled
   */
  paint(nodes, goal, box, settled) {
    const shown = /** @type {Shown} */ (this.shown);
    this.nodes = nodes;
    this.box = box;
    this.look();
    const [target, , linkRows, frame, ringed] = this.data.scenes[shown.scene];
    this.middle = /** @type {Spot} */ ([nodes.get(target)?.X ?? 0, nodes.get(target)?.Y ?? 0]);
    const { drawn } = shown;
    const ends = marked(shown);
    for (const n of nodes.values()) this.paintNode(n, ends.includes(n.x), !!drawn && goal.has(n.x) && !drawn.cast.includes(n.x));
    this.titles = drawn || this.low ? [] : this.data.frames[frame][this.sheet][1];
    const anchor = this.data.frames[frame][this.sheet][2];
    this.layers.titles.replaceChildren(
      ...this.titles.map(([word, quiet, x, y]) =>
        shape("text", { x, y: y + 4, class: `lane ${anchor}` }, word, shape("tspan", { class: "quiet", text: quiet ? `  ${quiet}` : "" })),
      ),
    );
    /** @type {Layers & {links: SVGElement[]}} */
    const layers = { under: [], links: [], test: [], over: [] };
    for (const row of linkRows) this.paintLink(row, layers);
    if (settled && drawn) {
      const { under, over } = paintRule(drawn.sheets[this.sheet], nodes, drawn.badge);
      const look = shown.chosen ? "rule chosen" : "rule fired";
      layers.test.push(shape("g", { class: look }, ...under));
      layers.over.push(shape("g", { class: look }, ...over));
    } else if (settled && shown.asked) paintQuestion(this, shown.asked, layers);
    else if (settled && shown.test >= 0) paintTest(this, shown.test, shown.asking, layers);
    else if (settled) for (const x of ringed) paintRings(this, x, layers);
    for (const [name, shapes] of Object.entries(layers)) this.layers[name].replaceChildren(...shapes);
  }

  /**
   * @param {Placed} n
   * @param {boolean} chosen
   * @param {boolean} dim
   */
  paintNode(n, chosen, dim) {
    const made = /** @type {SVGElement} */ (this.made.get(n.x));
    const [, ring, path, text] = made.children;
    path.setAttribute("d", outline(n));
    ring.setAttribute("d", n.role === "target" ? outline(n, 3.5) : chosen ? outline(n, 4) : "");
    ring.setAttribute("class", chosen ? "ring chosen" : "ring");
    text.setAttribute("x", String(n.X));
    text.setAttribute("y", String(n.Y + 5 * n.k));
    text.setAttribute("font-size", String(14 * n.k));
    made.classList.toggle("dim", dim);
    if (n.o < 1) made.setAttribute("opacity", String(n.o));
    else made.removeAttribute("opacity");
  }

  /** Show the box whole, not larger than looks well; or as close as the reader wants it. */
  look() {
    this.view = this.seen(this.box);
    this.svg.setAttribute("viewBox", this.camera.apply(this.view).join(" "));
    document.body.classList.toggle("zoomed", this.camera.moved);
  }

  /** @param {number[]} box */
  seen([left, top, right, bottom]) {
    const wide = this.svg.clientWidth || 600;
    const high = this.svg.clientHeight || 420;
    const above = this.sheet === 1 ? 40 : 20; // for what is said there
    const zoom = Math.min((wide - 8) / (right - left), (high - above - 10) / (bottom - top), LARGEST[this.sheet]);
    const [w, h] = [wide / zoom, high / zoom];
    return [(left + right) / 2 - w / 2, (top + bottom) / 2 - h / 2 - (above - 10) / 2 / zoom, w, h];
  }

  /**
   * @param {number} row
   * @param {{links: SVGElement[], over: SVGElement[]}} layers
   */
  paintLink(row, { links, over }) {
    const [tail, head, kind, directed, badge, label, marks, ...ways] = this.data.links[row];
    const a = this.nodes.get(tail);
    const b = this.nodes.get(head);
    const { drawn, asked, selected, highlight } = /** @type {Shown} */ (this.shown);
    const joins = (/** @type {number[]} */ pair) => pair.includes(tail) && pair.includes(head);
    if (!a || !b || (asked?.guess && joins(asked.guess)) || drawn?.links.some(joins)) return;
    const way = drawn ? [] : ways[this.sheet];
    const dim = drawn ? " dim" : "";
    const ghost = kind === "ghost";
    const line = this.line(a, b, { pad: directed ? 4 : 3, way: way.length ? way : null, curved: ghost });
    const how = [kind, ...[...marks].map((mark) => `mark-${mark}`)];
    const made = shape("g", { class: `link ${how.join(" ")}${dim}` });
    made.dataset.tail = String(tail);
    made.dataset.head = String(head);
    made.dataset.kind = kind;
    made.dataset.directed = String(directed);
    const chosen = (selected.length === 2 && joins(selected)) || !!highlight?.edges.some(([x, y]) => joins([x, y]));
    if (chosen) made.append(shape("path", { d: line.path, class: "halo" }));
    made.append(shape("path", { d: directed ? line.shaft : line.path, class: "shaft" }));
    if (directed) made.append(shape("path", { d: line.head, class: "head" }));
    const choose = () => this.choose([tail, head]);
    made.append(shape("path", { d: line.path, class: "reach", onclick: choose }));
    links.push(made);
    const sign = marks.includes("c") ? "×" : badge;
    const wide = sign.length > 1 ? 24 : 18;
    const [x, y] = line.long > wide ? line.middle : [line.middle[0] + wide, line.middle[1]];
    if (ghost && label) {
      const [lx, ly] = this.free([x, y + 14], label.length * 5.8, 12);
      over.push(shape("text", { class: "ghost-label", x: lx, y: ly + 4, text: label }));
    }
    if (!sign) return;
    over.push(
      shape(
        "g",
        { class: `badge ${kind}${marks.includes("c") ? " conflict" : ""}${dim}`, onclick: choose },
        shape("rect", { x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 5 }),
        shape("text", { x, y: y + 4, text: sign }),
      ),
    );
  }

  /**
   * A line between two nodes, clipped at both, round what is in its way.
   * @param {Placed} a
   * @param {Placed} b
   * @param {{pad?: number, way?: Spot[] | null, curved?: boolean, long?: number, shift?: number, turn?: number}} how
   *   pad: before the head; long: the head; shift: to one side; turn: of several curves between two, which this is
   */
  line(a, b, { pad = 3, way = null, curved = false, long = 12, shift = 0, turn = 0 }) {
    const padTail = a.role === "target" ? 6 : 3;
    const padHead = b.role === "target" ? 7 : pad;
    if (way) {
      const corners = way.map((corner) => /** @type {Spot} */ ([corner[0], corner[1]]));
      const last = corners.length - 1;
      corners[0] = meets(a, corners[1], padTail);
      corners[last] = meets(b, corners[last - 1], padHead);
      const head = arrowHead(corners[last], corners[last - 1], long, long * 0.92);
      const [to, from] = [corners[last], corners[last - 1]];
      return { path: poly(corners), shaft: poly([...corners.slice(0, -1), head.base]), head: head.path, middle: between(from, to), long: distance(from, to) };
    }
    /** @type {Spot | null} */
    let control = null;
    const middle = this.middle ?? [0, 0];
    if (curved) control = bend(a, b, this.boxes(), middle, CURVES.map((by) => (turn % 2 ? -by : by)), this.box);
    else if (a.role !== "target" && b.role !== "target") control = bend(a, b, this.boxes(), middle);
    if (shift) {
      const length = Math.hypot(b.X - a.X, b.Y - a.Y) || 1;
      const [sx, sy] = [(-(b.Y - a.Y) / length) * shift, ((b.X - a.X) / length) * shift];
      a = { ...a, X: a.X + sx, Y: a.Y + sy };
      b = { ...b, X: b.X + sx, Y: b.Y + sy };
    }
    const start = meets(a, control ?? [b.X, b.Y], padTail);
    const end = meets(b, control ?? [a.X, a.Y], padHead);
    const head = arrowHead(end, control ?? start, long, long * 0.92);
    if (control) {
      const [cx, cy] = control;
      const curve = (/** @type {Spot} */ to) => `M${start[0]} ${start[1]}Q${cx} ${cy} ${to[0]} ${to[1]}`;
      return { path: curve(end), shaft: curve(head.base), head: head.path, middle: onCurve(start, control, end, 0.5), long: distance(start, end) };
    }
    return { path: poly([start, end]), shaft: poly([start, head.base]), head: head.path, middle: between(start, end), long: distance(start, end) };
  }

  /**
   * A place near a point for something so wide and high, beside what it would cover.
   * @param {Spot} at
   * @param {number} wide
   * @param {number} high
   */
  free(at, wide, high) {
    return this.inside(beside(at, wide, high, this.boxes()), wide);
  }

  /**
   * The same place, so far in that all of something so wide is seen.
   * @param {Spot} at
   * @param {number} wide
   * @returns {Spot}
   */
  inside([x, y], wide) {
    const [left, , width] = this.view;
    return [Math.max(left + wide / 2 + 4, Math.min(left + width - wide / 2 - 4, x)), y];
  }

  /**
   * What lines and words must not cover: nodes and titles.
   * @returns {Box[]}
   */
  boxes() {
    return [
      ...this.nodes.values(),
      ...this.titles.map(([word, quiet, X, Y]) => ({ x: -1, role: "", X, Y, w: (word.length + quiet.length) * 3.6 + 4, h: 8, k: 1 })),
    ];
  }
}

/**
 * Who is chosen, or pointed out.
 * @param {Shown} shown
 */
function marked({ selected, highlight }) {
  return [...selected, ...(highlight?.variables ?? [])];
}

/**
 * @param {Placed} a
 * @param {Placed} b
 */
function far(a, b) {
  return Math.abs(a.X - b.X) + Math.abs(a.Y - b.Y) + Math.abs(a.w - b.w) + Math.abs(a.o - b.o);
}

/**
 * @param {Placed} a
 * @param {Placed} b
 * @param {number} k  0 is a, 1 is b
 * @returns {Placed}
 */
function mixed(a, b, k) {
  const mix = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * k;
  return { ...b, X: mix(a.X, b.X), Y: mix(a.Y, b.Y), w: mix(a.w, b.w), h: mix(a.h, b.h), k: mix(a.k, b.k), o: mix(a.o, b.o) };
}

/**
 * The box of nodes, with some room.
 * @param {Placed[]} nodes
 */
function around(nodes) {
  const least = (/** @type {(n: Placed) => number} */ side) => Math.min(...nodes.map(side)) - 18;
  return [least((n) => n.X - n.w), least((n) => n.Y - n.h), -least((n) => -n.X - n.w), -least((n) => -n.Y - n.h)];
}

/**
 * @param {Spot} a
 * @param {Spot} b
 * @returns {Spot}
 */
function between(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/**
 * @param {Spot} a
 * @param {Spot} b
 */
function distance(a, b) {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
