// The rule that fires, or whose arrow is chosen: laid out by the program (elcs_gui/player/rule_drawing.py).
import { shape } from "./dom.js";
import { arrowHead, poly, rounded } from "./geometry.js";

/** @typedef {import("./data.js").RuleSheet} RuleSheet */
/** @typedef {import("./geometry.js").Placed} Placed */
/** @typedef {import("./geometry.js").Spot} Spot */

const GRID = 14;
const GAP = 8;
const CORNER = 28;

/**
 * Where everybody stands while a rule is drawn: its variables on their seats, whoever was there aside. The picture
 * is as large as its room then.
 * @param {Map<number, Placed>} nodes
 * @param {number[]} box
 * @param {number[]} room
 * @param {RuleSheet} sheet
 */
export function withRule(nodes, [left, top, right, bottom], [width, height], [area, seats]) {
  const zoom = Math.min(width / (right - left), height / (bottom - top), 1);
  const cast = new Set(seats.map(([x]) => x));
  const others = [...nodes.values()].filter((n) => !cast.has(n.x)).map((n) => ({
    ...n, X: width / 2 + (n.X - (left + right) / 2) * zoom, Y: height / 2 + (n.Y - (top + bottom) / 2) * zoom,
    w: n.w * zoom, h: n.h * zoom, k: zoom,
  }));
  const clear = (/** @type {Placed} */ n) =>
    n.X <= area[0] - n.w || n.X >= area[2] + n.w || n.Y <= area[1] - n.h || n.Y >= area[3] + n.h;
  const standing = others.filter(clear);
  for (const n of others.filter((each) => !clear(each))) {
    const apart = (/** @type {Placed} */ at) =>
      clear(at) && standing.every((o) => Math.abs(o.X - at.X) >= o.w + at.w + GAP || Math.abs(o.Y - at.Y) >= o.h + at.h + GAP);
    /** @type {Placed | null} */
    let best = null;
    let least = Infinity;
    for (let X = n.w; X <= width - n.w; X += GRID)
      for (let Y = n.h; Y <= height - n.h; Y += GRID) {
        const far = Math.hypot(X - n.X, Y - n.Y);
        if (far < least && apart({ ...n, X, Y })) [least, best] = [far, { ...n, X, Y }];
      }
    if (best) standing.push(best);
  }
  const placed = new Map(standing.map((n) => [n.x, n]));
  for (const [x, X, Y, w, h, text, k] of seats) {
    placed.set(x, { x, role: nodes.get(x)?.role ?? "dismissed", X, Y, w, h, text, k, o: 1 });
  }
  return placed;
}

/**
 * @param {RuleSheet} sheet
 * @param {Map<number, Placed>} nodes
 * @param {string} badge
 * @returns {{under: SVGElement[], over: SVGElement[]}}
 */
export function paintRule([, , solids, dotted, numbers, tags, crosses], nodes, badge) {
  const under = [];
  const over = [];
  for (const [tail, head, , , , , look] of solids) {
    const [a, b] = [nodes.get(tail), nodes.get(head)];
    if (a && b) under.push(shape("path", { d: poly([[a.X, a.Y], [b.X, b.Y]]), class: `band ${look}` }));
  }
  for (const [kind, corners, cut, label] of dotted) {
    under.push(shape("path", { d: rounded(corners, CORNER), class: `stroke ${kind}` }));
    if (kind === "candidate" || kind === "forbidden") {
      under.push(shape("path", { d: arrowHead(corners[corners.length - 1], corners[corners.length - 2], 13, 13).path, class: `stroke-head ${kind}` }));
    }
    if (cut.length) over.push(...paintCut(cut));
    if (label.length) {
      const [text, x, y, half] = label;
      over.push(
        shape(
          "g", { class: `stroke-label ${kind}` },
          shape("rect", { x: x - half, y: y - 10, width: 2 * half, height: 20, rx: 5 }), shape("text", { x, y: y + 4, text }),
        ),
      );
    }
  }
  for (const [, , ax, ay, bx, by, look] of solids) {
    const both = look === "both-ways";
    for (const side of both ? [5.5, -5.5] : [0]) {
      const far = Math.hypot(bx - ax, by - ay) || 1;
      const [nx, ny] = [(-(by - ay) / far) * side, ((bx - ax) / far) * side];
      /** @type {Spot[]} */
      const ends = [[ax + nx, ay + ny], [bx + nx, by + ny]];
      if (side > 0) ends.reverse();
      const long = both ? 14 : look === "conclusion" ? 20 : 16;
      const head = arrowHead(ends[1], ends[0], Math.min(long, far * 0.7), long * 0.94);
      under.push(shape("path", { d: poly([ends[0], look === "link" ? ends[1] : head.base]), class: `solid ${look}` }));
      if (look !== "link") under.push(shape("path", { d: head.path, class: `solid-head ${look}` }));
    }
  }
  for (const [number, x, y, hollow] of numbers) {
    over.push(shape("g", { class: hollow ? "number-disc hollow" : "number-disc" }, shape("circle", { cx: x, cy: y, r: 11 }), shape("text", { x, y: y + 4.5, text: number })));
  }
  for (const [x, y] of badge ? tags : []) {
    const half = Math.max(15, badge.length * 5 + 8);
    over.push(shape("g", { class: "tag" }, shape("rect", { x: x - half, y: y - 14, width: 2 * half, height: 28, rx: 6 }), shape("text", { x, y: y + 6, text: badge })));
  }
  for (const [x, y] of crosses) {
    const d = `M${x - 3.8} ${y - 3.8}l7.6 7.6M${x - 3.8} ${y + 3.8}l7.6 -7.6`;
    over.push(shape("g", { class: "cross" }, shape("circle", { cx: x, cy: y, r: 10 }), shape("path", { d })));
  }
  return { under, over };
}

/**
 * Two bars across a line: what it joins is separate.
 * @param {number[]} cut
 */
function paintCut([x, y, dx, dy]) {
  const bar = (/** @type {number} */ by) => {
    const [cx, cy] = [x + dx * by, y + dy * by];
    return poly([[cx - dy * 9, cy + dx * 9], [cx + dy * 9, cy - dx * 9]]);
  };
  return [shape("path", { d: bar(0), class: "cut-gap" }), ...[-4, 4].map((by) => shape("path", { d: bar(by), class: "cut" }))];
}
