// The guide in a browser: theme, search, list of pages on small screens, and copying. Pages are read without it.
"use strict";

const KEPT = "elcs-guide-theme";
const root = document.documentElement;
root.classList.add("scripted");

function isDark() {
  const { theme } = root.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function recall() {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  } catch {
    // Nothing is kept for pages from a file, here.
  }
  root.classList.toggle("is-dark", isDark());
}

recall(); // before the page is painted

/** Pages of the player follow their own switch, which the guide's moves along. */
function keep(theme) {
  for (const key of [KEPT, "elcs-player-theme"]) {
    try {
      localStorage.setItem(key, theme);
    } catch {
      // It then holds for as long as the page is open.
    }
  }
}

function beginTheme() {
  const button = document.getElementById("theme");
  const name = () => {
    button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
    root.classList.toggle("is-dark", isDark());
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(root.dataset.theme);
    name();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  name();
}

function beginMenu() {
  const button = document.getElementById("menu");
  const pages = document.getElementById("pages");
  button.hidden = false;
  button.addEventListener("click", () => {
    const open = pages.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
}

/** Where all the words occur; as `search` of elcs_gui/guide/index.py has it. */
function search(words) {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!asked.length) return [];
  const ranked = [];
  window.elcsPlaces.forEach((place, number) => {
    const [, title, heading, , text] = place.map((each) => each.toLowerCase());
    let score = heading === asked.join(" ") ? 20 : 0;
    for (const word of asked) {
      if (heading.includes(word)) score += heading.split(/\s+/).some((part) => part.startsWith(word)) ? 8 : 4;
      else if (title.includes(word)) score += 3;
      else if (text.includes(word)) score += 1;
      else return;
    }
    ranked.push([-score, number, place]);
  });
  ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return ranked.slice(0, 20).map((each) => each[2]);
}

function excerpt(text, words) {
  const all = text.toLowerCase();
  const places = words.toLowerCase().split(/\s+/).map((word) => all.indexOf(word)).filter((at) => at >= 0);
  const at = Math.max(0, Math.min(...places, text.length) - 45);
  const start = at && places.length ? text.indexOf(" ", at) + 1 : 0;
  const end = start + 130 < text.length ? text.lastIndexOf(" ", start + 130) : text.length;
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

/** A page and a place in it as a link; its words are only ever text. */
function shown([file, title, heading, anchor, text], words) {
  const link = document.createElement("a");
  link.href = `${document.body.dataset.top}${file}${heading === title ? "" : `#${anchor}`}`;
  const name = document.createElement("b");
  name.textContent = heading;
  const more = document.createElement("span");
  more.textContent = `${heading === title ? "" : `${title}: `}${excerpt(text, words)}`;
  link.append(name, more);
  return link;
}

function beginSearch() {
  const field = document.getElementById("search");
  const list = document.getElementById("found");
  const count = document.getElementById("count");
  document.getElementById("finding").hidden = false;
  const show = () => {
    const words = field.value.trim();
    list.hidden = !words;
    if (!words) {
      list.replaceChildren();
      count.textContent = "";
      return;
    }
    const found = search(words);
    const none = document.createElement("p");
    none.textContent = "Nothing found.";
    list.replaceChildren(...(found.length ? found.map((place) => shown(place, words)) : [none]));
    count.textContent = found.length ? `${found.length} places found` : "Nothing found";
  };
  const move = (event, step) => {
    const links = [field, ...list.querySelectorAll("a")];
    const next = links[links.indexOf(document.activeElement) + step];
    if (next) next.focus();
    event.preventDefault();
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  document.getElementById("finding").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
    else if (event.key === "Enter" && document.activeElement === field) list.querySelector("a")?.click();
    else if (event.key === "Escape") {
      field.value = "";
      field.focus();
      show();
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!document.getElementById("finding").contains(/** @type {Node} */ (event.target))) list.hidden = true;
  });
}

/** Commands, or all of a snippet, into the clipboard. */
function beginCopying() {
  if (!navigator.clipboard) return;
  const held = document.querySelectorAll("pre:not(.output), code.copied");
  for (const code of held) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    const commands = [...code.querySelectorAll(".command")].map((each) => each.textContent);
    const text = commands.length ? commands.join("\n") : code.textContent;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    if (code.tagName === "PRE") {
      const box = document.createElement("div");
      box.className = "holds-copy";
      code.replaceWith(box);
      box.append(code, button);
    } else code.after(button);
  }
}

document.addEventListener("DOMContentLoaded", () => {
  beginTheme();
  beginMenu();
  beginSearch();
  beginCopying();
});
