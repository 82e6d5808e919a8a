/** What the player has set for this browser: language, colours, sound, notifications. */

import { dispatch, now } from "./store.js";
import { LANGUAGES, learn, preferred } from "./text.js";

const KEY = "intramuros.settings";

/** @returns {any} */
export function readSettings() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch { /* unreadable settings are none */ }
  const settings = { language: preferred(), theme: "system", sound: false, notify: false, pace: "confirm", ...kept };
  return { ...settings, language: settings.language in LANGUAGES ? settings.language : "en" };
}

/** @param {Record<string, any>} changes */
export async function set(changes) {
  if (changes.language) await learn(changes.language);
  dispatch({ type: "settings", settings: changes });
  localStorage.setItem(KEY, JSON.stringify(now().settings));
}

/** @param {{ theme: string }} settings */
export function wear({ theme }) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
