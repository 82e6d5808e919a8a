/** How many entries of the journal are the player's own, of a kind. @param {any} ctx @param {(object: any) => any} kind @returns {number} */
export const ownMoves = (ctx, kind) => ctx.game.journal.filter((/** @type {any} */ entry) => entry.seat === ctx.seat && kind(entry.object)).length;
