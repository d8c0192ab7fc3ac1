// The tray beside the graph: who was dismissed, each with its separating set.
import { el, named } from "./dom.js";

/** @typedef {import("./data.js").Data} Data */

export class Tray {
  /**
   * @param {HTMLElement} panel
   * @param {Data} data
   * @param {(of: number[]) => void} choose
   */
  constructor(panel, data, choose) {
    this.panel = panel;
    this.data = data;
    this.choose = choose;
    this.tray = -1;
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    this.list = el("ul");
    this.quiet = el("span", { class: "quiet" });
    this.unseen = el("p", { class: "quiet" });
    panel.replaceChildren(el("h2", { text: "Dismissed" }), this.quiet, this.list, this.unseen);
    panel.hidden = !data.trays.some((rows) => rows.length);
  }

  /**
   * @param {number} scene
   * @param {Set<number>} away  those who are in the graph for now
   * @param {number[]} marked  those who are chosen, or pointed out
   */
  show(scene, away, marked) {
    const [, , , , , , , , tray, unseen] = this.data.scenes[scene];
    if (tray !== this.tray) this.build(tray);
    this.unseen.textContent = unseen ? `${unseen} untested` : "";
    for (const [x, row] of this.rows) {
      row.classList.toggle("away", away.has(x));
      row.classList.toggle("chosen", marked.includes(x));
    }
  }

  /** @param {number} tray */
  build(tray) {
    this.tray = tray;
    const members = this.data.trays[tray].map((row) => this.data.tray_rows[row]);
    this.rows = new Map(
      members.map(([x, separator]) => [
        x,
        el(
          "li", {},
          el("button", { type: "button", class: "dismissed", title: this.data.names[x], onclick: () => this.choose([x]) }, named(this.data.names[x])),
          el("span", { class: "quiet", title: separator, text: separator, dir: "auto" }),
        ),
      ]),
    );
    this.quiet.textContent = members.length ? "with separating set" : "None yet";
    this.list.replaceChildren(...this.rows.values());
    this.list.scrollTo(this.list.scrollWidth, this.list.scrollHeight); // the last one stands in sight
  }

  /**
   * The middle of somebody's row, if there is one in sight: nodes come from there, and go there.
   * @param {number} x
   * @returns {[number, number] | null}
   */
  spot(x) {
    const row = this.rows.get(x)?.firstElementChild?.getBoundingClientRect();
    const seen = this.list.getBoundingClientRect();
    if (!row || !row.width || row.bottom > seen.bottom + 1 || row.top < seen.top - 1) return null;
    return [row.left + row.width / 2, row.top + row.height / 2];
  }
}
