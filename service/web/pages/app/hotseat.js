/** Several seats of one player on one screen: whoever is next to decide gets the screen, behind a cover where the game has secrets. */

import { call } from "./api.js";
import { moduleOf } from "./board/modules.js";
import { dispatch, now } from "./store.js";

/** Turns to the seat of mine that owes a decision when the one on the page owes none.
 * @param {import("./reduce.js").State} state */
export function handOver({ game }) {
  const you = game?.snapshot?.you;
  if (!game?.snapshot || !you || you.seats.length < 2 || game.covered || game.snapshot.status !== "running" || game.replay !== null) return;
  const seat = game.seat;
  if (seat === null || you.owe.includes(seat) || !you.owe.length) return;
  const next = you.owe[0];
  if (moduleOf(game.snapshot.ruleset).open) dispatch({ type: "seat", id: game.id, seat: next });
  else dispatch({ type: "cover", id: game.id, seat: next });
}

/** The next person says that they are there. */
export async function uncover() {
  const game = now().game;
  if (!game) return;
  const { data } = await call("GET", `/v1/games/${game.id}?seat=${game.seat}`);
  dispatch({ type: "uncover", id: game.id });
  dispatch({ type: "snapshot", id: game.id, snapshot: data });
}
