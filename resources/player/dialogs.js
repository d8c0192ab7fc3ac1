// What opens in front of the page: the keys, and going to a step.
import { byId, el } from "./dom.js";

const KEYS = [
  ["← →", "one step back or forward"],
  ["Shift ← →", "to the change of the graph before or after"],
  ["Ctrl ← →", "to the stage before or after"],
  ["Home End", "to the first or last step"],
  ["Space", "play or pause"],
  ["G", "go to a step"],
  ["1 – 9", "answer"],
  ["H", "hint"],
  ["Enter", "go on after an answer"],
  ["+ - 0", "closer, further, all of the graph"],
  ["L", "copy a link to this step"],
  ["D", "light or dark"],
  ["Esc", "nothing is selected; close"],
  ["?", "these keys"],
];

export function showKeys() {
  const rows = KEYS.flatMap(([keys, what]) => [
    el("dt", {}, ...keys.split(" ").map((key) => (key === "–" ? " – " : el("kbd", { text: key })))),
    el("dd", { text: what }),
  ]);
  openDialog("Keys", el("dl", {}, ...rows));
}

/**
 * @param {number} step
 * @param {number} last
 * @param {(step: number) => void} goToStep
 */
export function askStep(step, last, goToStep) {
  const field = /** @type {HTMLInputElement} */ (
    el("input", { type: "number", min: "0", max: String(last), value: String(step), "aria-label": "Step" })
  );
  const form = el("form", { method: "dialog", class: "row" }, field, el("button", { class: "primary", text: "Go" }));
  form.addEventListener("submit", () => goToStep(Math.max(0, Math.min(last, Math.round(Number(field.value)) || 0))));
  openDialog("Go to step", form);
  field.select();
}

/**
 * @param {string} title
 * @param {HTMLElement} body
 */
function openDialog(title, body) {
  const dialog = byId("dialog");
  dialog.setAttribute("aria-label", title);
  const close = el("button", { type: "button", class: "square", "aria-label": "Close", text: "×", onclick: () => dialog.close() });
  dialog.replaceChildren(el("div", { class: "heading" }, el("h2", { text: title }), close), body);
  dialog.showModal();
}
