/** The shapes of the API's answers that the page uses, taken from the published document (openapi-typescript makes them).
 *
 * @typedef {import("intramuros-api").components["schemas"]["SnapshotAnswer"] & { position: any, you?: any, last?: any, clock?: any, join_code?: string }} Snapshot
 * @typedef {import("intramuros-api").components["schemas"]["EntryAnswer"] & { object: any }} Entry
 * @typedef {import("intramuros-api").components["schemas"]["RulesetAnswer"] & { components: any }} Ruleset
 * @typedef {import("intramuros-api").components["schemas"]["GameSummary"]} Summary
 */
export {};
