// Light or dark: as the system is, until the reader chooses.
import { byId } from "./dom.js";

const KEPT = "elcs-player-theme";

/** As it was chosen before. */
export function recallTheme() {
  try {
    const kept = localStorage.getItem(KEPT);
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Nothing is kept for pages from a file, here.
  }
  nameButton();
}

export function turnTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEPT, next);
  } catch {
    // It then holds for as long as the page is open.
  }
  nameButton();
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function nameButton() {
  byId("theme").setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
}
