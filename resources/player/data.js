// What the page knows of a run: written by elcs_gui/player/content.py, which says what everything means.

/**
 * @typedef {[number, number, number, number, string]} Form  x, y, half width, half height, text
 * @typedef {[number, string, Form | [], Form | [], Form | []]} NodeRow  variable, role, and its form on every sheet
 * @typedef {[number, number, string, number, string, string, string, Point[], Point[], Point[]]} LinkRow
 * @typedef {[number, number]} Point
 * @typedef {[[number, number, number, number], [string, string, number, number][], string]} FrameRow
 * @typedef {[number, number[], number[], number, number[], string, string, string, number, number]} SceneRow
 *   target, nodes, links, frame, ringed, chip, note and its state, tray, how many were not looked at
 * @typedef {[number, number, number, number[], string, string, number, number, string, number]} TestRow
 * @typedef {[number[], [number, number, number, number, number, string, number][],
 *   [number, number, number, number, number, number, string][], [string, Point[], number[], [string, number, number, number] | []][],
 *   [number, number, number, number][], Point[], Point[]]} RuleSheet
 *   box, nodes, solids, dotted, numbers, tags, crosses
 * @typedef {{words: string, badge: string, cast: number[], links: Point[], sheets: RuleSheet[]}} Drawn
 * @typedef {["p", number, string, string, number, number] | ["t", number, number] | ["m", number, string]} WhyLine
 * @typedef {{of: number[], since: number, heading: string, words: [string, number][], badge: string, role: string,
 *   lines: WhyLine[], tests: number, warn: string[], drawn: Drawn | null}} Why
 * @typedef {{name: string, steps: Point, cells: [string, number | null, number, number, string][]}} Strip
 * @typedef {{title: string, lines: [string, string, string][]}} Listing
 * @typedef {{id: string, text: string, note?: string, variables?: number[], place?: number, reason?: string}} Option
 * @typedef {{kind: string, tail: number, head: number, given?: number[]}} Stroke
 * @typedef {{kind: string, step: number, prompt: string, options: Option[], right: string[], every?: boolean,
 *   context?: string, hint?: string, answer?: string, variables?: number[], link?: Point, given?: number[],
 *   places?: {number: number, strokes: Stroke[]}[], then?: Record<string, Question>}} Question
 * @typedef {{id: string, title: string, sentence: string, kinds: string[], at: number[]}} Level
 * @typedef {{heading: string, caption?: [string, string][][], step: number, after?: number, question?: Question,
 *   highlight?: {variables?: number[], edges?: [number, number, boolean][], sets?: {name: string, members: number[]}[]}}} LessonStep
 * @typedef {{title: string, summary?: string, number?: number, minutes?: number, steps: LessonStep[]}} Lesson
 * @typedef {{title: string, about: string, names: string[], target: number, length: number,
 *   steps: {at: number[], said: string[], test: number[], scene: number[], asked: number[], sets: number[],
 *     line: number[]},
 *   changes: number[], gaps: [number, string][], tests: TestRow[], nodes: NodeRow[], links: LinkRow[],
 *   frames: [FrameRow, FrameRow, FrameRow][], scenes: SceneRow[], trays: number[][], tray_rows: [number, string][],
 *   rooms: Point[], sets: number[][], set_rows: [string, string, number][],
 *   strips: Strip[], code: {at: Point[], listings: Listing[]}, why: Why[], doubts: [number, string][],
 *   questions: Question[], levels: Level[], lesson: Lesson | null}} Data
 */

/**
 * The data stand in the page as JSON, deflated and in base 64.
 * @returns {Promise<Data>}
 */
export async function readData() {
  const held = atob(/** @type {HTMLElement} */ (document.getElementById("data")).textContent || "");
  const bytes = Uint8Array.from(held, (sign) => sign.charCodeAt(0));
  const { DecompressionStream } = /** @type {any} */ (window); // newer than the types of browsers here
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(inflated).text());
}

/**
 * The place of the last entry of a growing list that is not beyond a value; -1 if all are.
 * @param {number[]} list
 * @param {number} value
 */
export function lastUpTo(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @param {number} number */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
