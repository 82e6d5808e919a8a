/** Which module plays which ruleset; one that nobody made a module for is played by list and by text.
 * Beside a module lies its stylesheet of the same name, with what only that board shows; the page links all of them.
 *
 * Beside what the board does a module says: `open`, nothing in it is secret, so that several people at one screen need no cover; `folded`, its
 * legal moves are read as masks; `points`, so many of what is counted, in words; `rules`, the parts of its rulebook; `doing`, a figure that
 * rises when what a step of the guide is about is done, or the next is due; `odds`, what chance could do at an entry of the journal, in the order in which the server counts it. */

import cathedral from "./cathedral.js";
import forbidden_city from "./forbidden_city.js";
import verbotene_stadt from "./verbotene_stadt.js";

const generic = {
  describe: (/** @type {any} */ _ctx, /** @type {any} */ entry) => entry.move,
  seatName: (/** @type {any} */ ctx, /** @type {number} */ seat) => ctx.t("seat.number", { number: seat + 1 }),
};

/** @type {Record<string, any>} */
const MODULES = { cathedral, forbidden_city, verbotene_stadt };

/** @param {string} ruleset */
export const moduleOf = (ruleset) => MODULES[ruleset] ?? generic;
