// Outlines of nodes, and lines that end at them.

/**
 * @typedef {{x: number, role: string, X: number, Y: number, w: number, h: number, k: number}} Box
 *   whose it is (-1 for words), where its middle is, half its sizes, its scale
 * @typedef {Box & {text: string, o: number}} Placed  a node; o: how opaque it is
 * @typedef {[number, number]} Spot
 */

/** @param {string} role */
export function isHexagon(role) {
  return role === "spouse" || role === "candidate";
}

/**
 * How far a hexagon's slanted sides reach inwards.
 * @param {number} h
 */
function slant(h) {
  return h * 0.6;
}

/**
 * The corner radius of a node.
 * @param {Box} node
 * @param {number} [pad]
 */
function cornerOf(node, pad = 0) {
  return node.role === "parent" ? 7 * node.k + pad : node.h + pad;
}

/**
 * The outline of a node as a path, so much further out.
 * @param {Placed} n
 * @param {number} [pad]
 */
export function outline(n, pad = 0) {
  const w = n.w + pad;
  const h = n.h + pad;
  if (isHexagon(n.role)) {
    const s = slant(h);
    return `M${n.X - w} ${n.Y}L${n.X - w + s} ${n.Y - h}H${n.X + w - s}L${n.X + w} ${n.Y}L${n.X + w - s} ${n.Y + h}H${n.X - w + s}Z`;
  }
  const r = Math.min(cornerOf(n, pad), h, w);
  return (
    `M${n.X - w + r} ${n.Y - h}H${n.X + w - r}A${r} ${r} 0 0 1 ${n.X + w} ${n.Y - h + r}V${n.Y + h - r}` +
    `A${r} ${r} 0 0 1 ${n.X + w - r} ${n.Y + h}H${n.X - w + r}A${r} ${r} 0 0 1 ${n.X - w} ${n.Y + h - r}` +
    `V${n.Y - h + r}A${r} ${r} 0 0 1 ${n.X - w + r} ${n.Y - h}Z`
  );
}

/**
 * @param {Box} n
 * @param {number} pad
 * @param {number} x
 * @param {number} y
 */
function within(n, pad, x, y) {
  const w = n.w + pad;
  const h = n.h + pad;
  const dx = Math.abs(x - n.X);
  const dy = Math.abs(y - n.Y);
  if (dx > w || dy > h) return false;
  if (isHexagon(n.role)) return dx <= w - (slant(h) * dy) / h;
  const r = Math.min(cornerOf(n, pad), h, w);
  const cx = dx - (w - r);
  const cy = dy - (h - r);
  return cx <= 0 || cy <= 0 || cx * cx + cy * cy <= r * r;
}

/**
 * Where a line that comes from a point meets the outline of a node.
 * @param {Placed} node
 * @param {Spot} from
 * @param {number} pad
 * @returns {Spot}
 */
export function meets(node, from, pad) {
  let outside = 0;
  let inside = 1;
  const at = (/** @type {number} */ t) =>
    /** @type {Spot} */ ([from[0] + (node.X - from[0]) * t, from[1] + (node.Y - from[1]) * t]);
  for (let turn = 0; turn < 14; turn++) {
    const middle = (outside + inside) / 2;
    if (within(node, pad, ...at(middle))) inside = middle;
    else outside = middle;
  }
  return at(outside);
}

/**
 * Where a bend must go so that a line between two nodes passes the others; null where it may be straight.
 * @param {Box} a
 * @param {Box} b
 * @param {Iterable<Box>} nodes
 * @param {Spot} middle  the line bends away from here
 * @param {number[]} [far]  how far it may bend, to either side
 * @param {number[] | null} [room]  which it should not leave: left, top, right, bottom
 * @returns {Spot | null}
 */
export function bend(a, b, nodes, middle, far = [0, 56, -56, 96, -96, 140, -140, 190, -190], room = null) {
  const others = [...nodes].filter((n) => n.x !== a.x && n.x !== b.x);
  const dx = b.X - a.X;
  const dy = b.Y - a.Y;
  const length = Math.hypot(dx, dy) || 1;
  const away = (-dy * ((a.X + b.X) / 2 - middle[0]) + dx * ((a.Y + b.Y) / 2 - middle[1])) / length < 0 ? -1 : 1;
  /** @type {Spot | null} */
  let best = null;
  let least = Infinity;
  for (const by of far) {
    /** @type {Spot} */
    const c = [(a.X + b.X) / 2 - (dy / length) * by * away, (a.Y + b.Y) / 2 + (dx / length) * by * away];
    let hits = 0;
    for (let i = 1; i < 24; i++) {
      const [x, y] = onCurve([a.X, a.Y], c, [b.X, b.Y], i / 24);
      const out = room !== null && (x < room[0] || y < room[1] || x > room[2] || y > room[3]);
      if (out || others.some((n) => within(n, 5, x, y))) hits++;
    }
    if (hits < least) [least, best] = [hits, by ? c : null];
    if (!hits) break;
  }
  return best;
}

/**
 * A place near `at` for something so wide and high that covers no node; the nearest of some, else `at` itself.
 * @param {Spot} at
 * @param {number} wide
 * @param {number} high
 * @param {Box[]} boxes
 * @returns {Spot}
 */
export function beside(at, wide, high, boxes) {
  for (const [dx, dy] of AROUND) {
    const [x, y] = [at[0] + dx, at[1] + dy];
    if (!boxes.some((n) => Math.abs(n.X - x) < n.w + wide / 2 + 2 && Math.abs(n.Y - y) < n.h + high / 2 + 2)) return [x, y];
  }
  return at;
}

/** Ever further out, first above and below. */
const AROUND = [0, 18, 30, 44, 60].flatMap((far) => (far ? [[0, -far], [0, far], [-far, -far], [far, -far], [-far, far], [far, far], [-1.8 * far, 0], [1.8 * far, 0]] : [[0, 0]]));

/**
 * @param {Spot} a
 * @param {Spot} c
 * @param {Spot} b
 * @param {number} t
 * @returns {Spot}
 */
export function onCurve(a, c, b, t) {
  const u = 1 - t;
  return [u * u * a[0] + 2 * u * t * c[0] + t * t * b[0], u * u * a[1] + 2 * u * t * c[1] + t * t * b[1]];
}

/**
 * A triangle whose point is at `tip`, coming from `from`.
 * @param {Spot} tip
 * @param {Spot} from
 * @param {number} long
 * @param {number} wide
 */
export function arrowHead(tip, from, long, wide) {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1;
  const ux = (tip[0] - from[0]) / length;
  const uy = (tip[1] - from[1]) / length;
  const bx = tip[0] - ux * long;
  const by = tip[1] - uy * long;
  const path = `M${tip[0]} ${tip[1]}L${bx - (uy * wide) / 2} ${by + (ux * wide) / 2}L${bx + (uy * wide) / 2} ${by - (ux * wide) / 2}Z`;
  return { path, base: /** @type {Spot} */ ([bx, by]) };
}

/**
 * Pairs of nodes that join all of them by the shortest ways.
 * @param {Placed[]} nodes
 * @returns {[Placed, Placed][]}
 */
export function spanning(nodes) {
  /** @type {[Placed, Placed][]} */
  const pairs = [];
  const joined = nodes.slice(0, 1);
  const left = nodes.slice(1);
  while (left.length) {
    let best = Infinity;
    let found = /** @type {[Placed, Placed]} */ ([joined[0], left[0]]);
    for (const a of joined)
      for (const b of left) {
        const far = Math.hypot(a.X - b.X, a.Y - b.Y);
        if (far < best) [best, found] = [far, [a, b]];
      }
    pairs.push(found);
    joined.push(found[1]);
    left.splice(left.indexOf(found[1]), 1);
  }
  return pairs;
}

/** @param {Spot[]} corners */
export function poly(corners) {
  return `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

/**
 * A line whose corners are rounded.
 * @param {Spot[]} corners
 * @param {number} radius
 */
export function rounded(corners, radius) {
  const towards = (/** @type {Spot} */ a, /** @type {Spot} */ b) => {
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const share = Math.min(radius, long / 2) / long;
    return `${a[0] + (b[0] - a[0]) * share} ${a[1] + (b[1] - a[1]) * share}`;
  };
  const inner = corners.slice(1, -1).map((at, i) => `L${towards(at, corners[i])}Q${at[0]} ${at[1]} ${towards(at, corners[i + 2])}`);
  const last = corners[corners.length - 1];
  return `M${corners[0][0]} ${corners[0][1]}${inner.join("")}L${last[0]} ${last[1]}`;
}
