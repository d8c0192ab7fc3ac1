// Elements are made one by one, and names become text: nothing that comes from a run is ever read as markup.

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]  `on...` are listeners, `text` is its text
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (filled(document.createElement(name), attributes, children));
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {SVGElement}
 */
export function shape(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, name), attributes, children));
}

/**
 * @param {Element} made
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null)[]} children
 */
function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "text") made.textContent = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/**
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Something a name stands in, which may be written from right to left.
 * @param {string} text
 * @param {string} [name]
 */
export function named(text, name = "bdi") {
  return el(name, { text, dir: "auto" });
}

/**
 * Fill a panel anew; the focus stays on what has the same key, or goes to what is first.
 * @param {HTMLElement} panel
 * @param {(Node | null)[]} children
 */
export function refill(panel, children) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  const inside = panel !== focused && panel.contains(focused);
  const key = focused?.dataset?.key ?? "";
  panel.replaceChildren(...children.flatMap((child) => child ?? []));
  if (!inside) return;
  const again = panel.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`) ?? panel.querySelector("button:not([disabled])");
  /** @type {HTMLElement | null} */ (again)?.focus();
}
