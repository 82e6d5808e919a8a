/** What stands around every screen: the heading, the way between screens, notices, and the panel of calls. */

import { callsPanel } from "../panels/calls.js";
import { dispatch } from "../store.js";
import { h } from "../dom.js";
import { t } from "../text.js";
import { contestsScreen } from "./contests.js";
import { gameScreen } from "./game.js";
import { gamesScreen } from "./games.js";
import { meScreen } from "./me.js";
import { newScreen } from "./new.js";
import { startScreen } from "./start.js";

/** @type {Record<string, (state: import("../reduce.js").State) => any>} */
const SCREENS = { start: startScreen, game: gameScreen, games: gamesScreen, new: newScreen, me: meScreen, contests: contestsScreen, contest: contestsScreen };

/** @param {import("../reduce.js").State} state */
export function shell(state) {
  const screen = SCREENS[state.route.name] ?? startScreen;
  return [
    h("a", { class: "skip", href: "#main", onclick: skip }, t("shell.skip")),
    header(state),
    h("main", { id: "main", tabindex: -1, class: `screen ${state.route.name}`, key: `${state.route.name} ${state.route.id}` }, screen(state)),
    footer(state),
    state.showCalls && callsPanel(state),
    state.toast && h("div", { class: `toast ${state.toast.kind}`, role: "alert", key: "toast" }, state.toast.text, h("button", { class: "quiet", "aria-label": t("shell.close"), onclick: () => dispatch({ type: "toast", text: "" }) }, "×")),
  ];
}

/** @param {globalThis.Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** @param {import("../reduce.js").State} state */
function header(state) {
  const link = (/** @type {string} */ name, /** @type {string} */ text, /** @type {any} */ more = null) =>
    h("a", { href: `#/${name}`, "aria-current": state.route.name === name ? "page" : undefined }, text, more);
  const owed = state.turns.filter((turn) => turn.game !== state.game?.id).length; // the game on the page says it itself
  return h("header", { class: "top", key: "header" },
    h("a", { class: "brand", href: "#/", "aria-label": "Intramuros" }, h("span", { class: "gate", "aria-hidden": "true" }), h("b", null, "Intramuros")),
    h("nav", { "aria-label": t("shell.navigation") },
      link("games", t("nav.games"), owed ? h("span", { class: "count", "aria-label": t("nav.owed", { n: owed }) }, owed) : null),
      link("contests", t("nav.contests")),
      link("me", state.me?.name ?? t("nav.me"))),
  );
}

/** @param {import("../reduce.js").State} state */
function footer(state) {
  return h("footer", { class: "foot", key: "footer" },
    h("button", { class: "quiet", "aria-expanded": String(state.showCalls), onclick: () => dispatch({ type: "show-calls", show: !state.showCalls }) }, t("calls.title")),
    h("a", { href: "/docs/clients" }, t("foot.client")),
    h("a", { href: "/docs/games" }, t("foot.rules")),
    h("a", { href: "/docs/reference" }, t("foot.reference")),
  );
}
