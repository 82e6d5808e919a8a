/** Says that it is my turn in any game: in the title always, by sound and by system notification where the player asked for them. */

import { t } from "./text.js";

let heard = false;

/** @param {import("./reduce.js").State} state */
const owed = (state) => (state.game?.snapshot?.status === "running" ? (state.game.snapshot.you?.owe ?? []).length : 0);

/** @param {import("./reduce.js").State} state @param {import("./reduce.js").State} before */
export function alertTurn(state, before) {
  const title = state.game?.snapshot ? state.details[state.game.snapshot.ruleset]?.title ?? "" : "";
  const many = Math.max(state.turns.length, owed(state));
  const text = [many > 1 && `(${many})`, many > 0 && t("notice.turn"), title, "Intramuros"].filter(Boolean).join(" · ");
  if (document.title !== text) document.title = text;
  if (state.turns === before.turns) return;
  const fresh = heard && state.turns.some((turn) => !before.turns.some((other) => other.game === turn.game && other.turn === turn.turn));
  heard = true; // what waits already when the page is opened is not news
  if (!fresh) return;
  if (state.settings.sound) chime();
  if (document.hidden && state.settings.notify && "Notification" in window && Notification.permission === "granted") {
    try {
      new Notification(text, { tag: "intramuros-turn" });
    } catch { /* some phones leave them to service workers alone */ }
  }
}

function chime() {
  const context = new AudioContext();
  [[0, 659], [0.14, 880]].forEach(([at, pitch]) => {
    const tone = context.createOscillator(), loudness = context.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, context.currentTime + at);
    loudness.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.5);
    tone.connect(loudness).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.5);
  });
  setTimeout(() => context.close(), 1500);
}
