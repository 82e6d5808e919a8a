/** The page's beginning: settings, language, address, and what is drawn after each change. */

import { catalogue, fail, openGame, whoAmI } from "./actions.js";
import { watcher } from "./api.js";
import { stand } from "./board/frame.js";
import { render } from "./dom.js";
import { complete, stop } from "./live.js";
import { alertTurn } from "./notice.js";
import { leaveSeek, stopSeeking } from "./seek.js";
import { readSettings, wear } from "./settings.js";
import { shell } from "./screens/shell.js";
import { afterDrawing } from "./screens/game.js";
import { dispatch, now, subscribe } from "./store.js";
import { learn } from "./text.js";
import { followTurns } from "./turns.js";
import { handOver } from "./hotseat.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

function readRoute() {
  if (now().form.seeking) stopSeeking();
  const [path, search] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, id] = path.split("/");
  const route = { name: name || "start", id: decodeURIComponent(id ?? ""), query: Object.fromEntries(new URLSearchParams(search ?? "")) };
  dispatch({ type: "route", route });
  if (route.name === "game") openGame(route.id, route.query.code ?? "").catch(fail);
  else if (now().game) {
    stop();
    dispatch({ type: "close" });
  }
  scrollTo(0, 0);
}

let drawnOnce = false;
/** @param {import("./reduce.js").State} state @param {import("./reduce.js").State} before */
function draw(state, before) {
  if (state.settings !== before.settings) wear(state.settings);
  const held = document.activeElement;
  render(root, shell(state));
  root.removeAttribute("aria-busy");
  afterDrawing(state, before);
  if (held && !held.isConnected && !stand()) document.getElementById("main")?.focus({ preventScroll: true }); // who pressed a button that is gone goes on from the board
  if (drawnOnce && `${state.route.name} ${state.route.id}` !== `${before.route.name} ${before.route.id}`) document.getElementById("main")?.focus({ preventScroll: true }); // who uses the keyboard goes on from here
  drawnOnce = true;
  alertTurn(state, before);
  handOver(state);
  complete();
}

async function begin() {
  watcher.begun = (call) => dispatch({ type: "call", call });
  watcher.ended = (id, status, ms) => dispatch({ type: "called", id, status, ms });
  const settings = readSettings();
  dispatch({ type: "settings", settings });
  wear(settings);
  addEventListener("hashchange", readRoute);
  const words = learn(settings.language);
  readRoute(); // what the screen needs is on its way while the words are
  know(words);
  await words;
  subscribe(draw);
  draw(now(), now());
  followTurns();
}

/** Asks for what every screen needs, again until it is here. @param {Promise<void>} [words] in which to say what went wrong */
const know = (words) => Promise.all([catalogue(), whoAmI()]).catch(async (error) => { await words; fail(error); setTimeout(know, AGAIN); });

addEventListener("pagehide", leaveSeek);

const AGAIN = 5000;
setInterval(() => { if (!document.hidden && now().route.name !== "game") draw(now(), now()); }, AGAIN); // screens of lists ask for them again when they are drawn

begin();
