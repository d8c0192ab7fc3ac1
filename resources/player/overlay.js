// What happens in the picture: the test that is run, a question and the answer to it.
import { shape } from "./dom.js";
import { bend, isHexagon, outline, poly, spanning } from "./geometry.js";

/** @typedef {import("./geometry.js").Placed} Placed */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("./graph.js").Graph} Graph */
/** @typedef {{under: SVGElement[], test: SVGElement[], over: SVGElement[]}} Layers */
/** @typedef {{number: number, strokes: {kind: string, tail: number, head: number}[], state: string}} Mark */
/** @typedef {{link?: number[], given?: number[], variables?: number[], marks?: Mark[], guess?: number[],
 *   truth?: number[]}} Asked */

const SIGNS = /** @type {Record<string, string>} */ ({ independent: "○", unreliable: "◐", "no-information": "◌", dependent: "●", guess: "✗", truth: "✓" });

/**
 * @param {Graph} graph
 * @param {number} x
 * @param {Layers} layers
 */
export function paintRings(graph, x, { test }) {
  const n = graph.nodes.get(x);
  if (!n) return;
  test.push(shape("path", { d: outline(n, 6.5), class: "now-ring" }), shape("path", { d: outline(n, 11), class: "now-ring outer" }));
}

/**
 * @param {Graph} graph
 * @param {number} place
 * @param {boolean} asking  the verdict is held back
 * @param {Layers} layers
 */
export function paintTest(graph, place, asking, layers) {
  const [, x, y, z, , , verdict, independent] = graph.data.tests[place];
  paintHull(graph, z, layers);
  for (const end of [x, y]) paintRings(graph, end, layers);
  const middle = paintPair(graph, x, y, asking, layers);
  if (!middle || asking) return;
  const word = verdict === 2 ? "too few rows" : verdict === 3 ? "no information" : independent ? "independent" : "dependent";
  const kind = verdict === 2 ? "unreliable" : verdict === 3 ? "no-information" : word;
  layers.over.push(pill(graph.free(middle, pillWidth(word), 24), word, kind));
}

/**
 * @param {Graph} graph
 * @param {Asked} asked
 * @param {Layers} layers
 */
export function paintQuestion(graph, asked, layers) {
  if (asked.given) paintHull(graph, asked.given, layers);
  for (const x of asked.variables ?? []) paintRings(graph, x, layers);
  if (asked.guess && asked.truth) {
    paintAnswer(graph, asked.guess, "guess", "your guess", layers);
    paintAnswer(graph, asked.truth, "truth", "the run", layers);
  } else if (asked.link) paintPair(graph, asked.link[0], asked.link[1], true, layers);
  /** @type {Map<string, number>} */
  const turns = new Map();
  for (const { number, strokes, state } of asked.marks ?? []) {
    for (const { kind, tail, head } of strokes) {
      const [a, b] = [tail, head].sort((one, other) => one - other).map((end) => graph.nodes.get(end));
      if (!a || !b) continue;
      const straight = kind === "arrow" || kind === "link";
      const turn = straight ? 0 : (turns.get(`${a.x} ${b.x}`) ?? 0);
      turns.set(`${a.x} ${b.x}`, turn + (straight ? 0 : 1));
      const line = graph.line(a, b, { curved: !straight, turn });
      if (!straight) layers.under.push(shape("path", { d: line.path, class: `stroke ${kind}` }));
      layers.over.push(disc(straight ? line.middle : graph.free(line.middle, 24, 24), String(number), `place ${state}`));
    }
  }
}

/**
 * The link that a test or a question is about, with a mark while it is open; its middle.
 * @param {Graph} graph
 * @param {number} x
 * @param {number} y
 * @param {boolean} asking
 * @param {Layers} layers
 * @returns {Spot | null}
 */
function paintPair(graph, x, y, asking, { test, over }) {
  const [a, b] = [graph.nodes.get(x), graph.nodes.get(y)];
  if (!a || !b) return null;
  const line = graph.line(a, b, { pad: 13 });
  test.unshift(shape("path", { d: line.path, class: asking ? "test-link asking" : "test-link" }));
  if (asking) over.push(disc(graph.free(line.middle, 24, 24), "?", "question-mark"));
  return line.middle;
}

/**
 * An arrow as it was guessed, or as it is; the two stand side by side.
 * @param {Graph} graph
 * @param {number[]} arrow
 * @param {string} kind
 * @param {string} words
 * @param {Layers} layers
 */
function paintAnswer(graph, [tail, head], kind, words, { over }) {
  const [a, b] = [graph.nodes.get(tail), graph.nodes.get(head)];
  if (!a || !b) return;
  const line = graph.line(a, b, { long: 15, shift: 13 });
  over.push(shape("g", { class: `answer ${kind}` }, shape("path", { d: line.shaft, class: "shaft" }), shape("path", { d: line.head, class: "head" })));
  const flat = Math.abs(b.X - a.X) > Math.abs(b.Y - a.Y);
  const [x, y] = line.middle;
  /** @type {Spot} */
  const at = flat ? [x, y + 22 * Math.sign(y - (a.Y + b.Y) / 2)] : [x + 56 * Math.sign(x - (a.X + b.X) / 2), y];
  const wide = pillWidth(words);
  over.push(pill(graph.free(at, wide, 24), words, kind));
}

/**
 * What is known while a test is asked: a hull round the set, and its name above.
 * @param {Graph} graph
 * @param {number[]} z
 * @param {Layers} layers
 */
function paintHull(graph, z, { under, over }) {
  const nodes = /** @type {Placed[]} */ (z.map((x) => graph.nodes.get(x)).filter(Boolean));
  if (!nodes.length) return;
  const joins = spanning(nodes);
  for (const [layer, more] of /** @type {[string, number][]} */ ([["rim", 2], ["", 0]])) {
    for (const [a, b] of joins) {
      const free = !bend(a, b, graph.nodes.values(), [0, 0]);
      const wide = (free ? 2 * 16 + 16 : 14) + 2 * more;
      under.push(shape("path", { d: poly([[a.X, a.Y], [b.X, b.Y]]), class: `hull-band ${layer}`, "stroke-width": wide }));
    }
    for (const n of nodes) {
      const round = { ...n, role: isHexagon(n.role) || n.role === "parent" ? "undecided" : n.role };
      under.push(shape("path", { d: outline(round, 8 + more), class: `hull ${layer}` }));
    }
  }
  const top = nodes.reduce((a, b) => (a.Y <= b.Y ? a : b));
  const names = z.map((x) => graph.data.names[x]).join(", ");
  const wide = names.length * 6.8 + 52;
  const [x, y] = graph.free(graph.inside([top.X, top.Y - top.h - 19], wide), wide, 10);
  over.push(shape("text", { class: "given", x, y: y + 4, text: `given {${names}}` }));
}

/** @param {string} text */
function pillWidth(text) {
  return text.length * 6.6 + 30;
}

/**
 * @param {Spot} at
 * @param {string} text
 * @param {string} kind
 */
function pill([x, y], text, kind) {
  const wide = pillWidth(text);
  return shape(
    "g",
    { class: `pill ${kind}` },
    shape("rect", { x: x - wide / 2, y: y - 12, width: wide, height: 24, rx: 12 }),
    shape("text", { x, y: y + 4.5 }, shape("tspan", { class: "sign", text: `${SIGNS[kind]} ` }), text),
  );
}

/**
 * @param {Spot} at
 * @param {string} text
 * @param {string} kind
 */
function disc([x, y], text, kind) {
  return shape("g", { class: `disc ${kind}` }, shape("circle", { cx: x, cy: y, r: 12 }), shape("text", { x, y: y + 5, text }));
}
