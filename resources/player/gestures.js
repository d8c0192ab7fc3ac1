// Hands on the picture: a swipe is a step, two fingers or the wheel zoom, dragging moves what is larger than its room.

/** @typedef {import("./graph.js").Graph} Graph */

const SWIPE = 48;
const STILL = 5;
const CLOSEST = 6;

/** What the reader has made of the view: so many times as close, and so far away from where it was. */
export class Camera {
  constructor() {
    this.close = 1;
    this.x = 0;
    this.y = 0;
  }

  get moved() {
    return this.close !== 1 || this.x !== 0 || this.y !== 0;
  }

  reset() {
    this.close = 1;
    this.x = this.y = 0;
  }

  /**
   * Closer or further by a factor; the point at these shares of the view stays where it is.
   * @param {number[]} view
   * @param {number} factor
   * @param {number} [across]
   * @param {number} [down]
   */
  zoom([, , w, h], factor, across = 0.5, down = 0.5) {
    const next = Math.max(1, Math.min(CLOSEST, this.close * factor));
    this.x += (across - 0.5) * w * (1 / this.close - 1 / next);
    this.y += (down - 0.5) * h * (1 / this.close - 1 / next);
    this.close = next;
    if (next === 1) this.reset();
  }

  /**
   * @param {number[]} view
   * @returns {number[]}
   */
  apply([x, y, w, h]) {
    const [wide, high] = [w / this.close, h / this.close];
    return [x + (w - wide) / 2 + this.x, y + (h - high) / 2 + this.y, wide, high];
  }
}

/**
 * @param {Graph} graph
 * @param {(by: number) => void} step
 */
export function followHands(graph, step) {
  const { svg, camera } = graph;
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let from = { x: 0, y: 0 };
  let dragged = false;
  let pinched = false;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (!down.size) {
      from = { x: event.clientX, y: event.clientY };
      dragged = pinched = false;
    } else pinched = true;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    dragged ||= Math.hypot(now.x - from.x, now.y - from.y) > STILL;
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    const unit = graph.view[2] / camera.close / (svg.clientWidth || 1); // of the picture, to a pixel
    if (other) {
      const box = svg.getBoundingClientRect();
      const apart = Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
      camera.zoom(graph.view, apart, ((now.x + other.x) / 2 - box.left) / box.width, ((now.y + other.y) / 2 - box.top) / box.height);
    }
    if (other ? camera.close > 1 : dragged && (event.pointerType === "mouse" || camera.close > 1)) {
      camera.x -= ((now.x - before.x) * unit) / (other ? 2 : 1);
      camera.y -= ((now.y - before.y) * unit) / (other ? 2 : 1);
    }
    down.set(event.pointerId, now);
    graph.look();
  });

  for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(kind, (event) => {
      if (!down.delete(event.pointerId) || kind === "pointercancel" || pinched) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      const swiped = event.pointerType !== "mouse" && camera.close === 1 && Math.abs(dx) >= SWIPE && Math.abs(dx) > Math.abs(dy);
      if (swiped) step(dx < 0 ? 1 : -1);
    });
  }

  // Whoever drags does not mean what lies under the finger at the end.
  svg.addEventListener("click", (event) => dragged && event.stopPropagation(), { capture: true });

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      camera.zoom(graph.view, Math.exp(-event.deltaY / 400), (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
      graph.look();
    },
    { passive: false },
  );
}
