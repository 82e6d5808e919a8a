// Play on an Intramuros server, or host an opponent for it. What is exported here is stable.

export { Board } from "./board.js";
export { Client, type ClientOptions } from "./client.js";
export { Game } from "./game.js";
export { host, type HostOptions, type Opponent } from "./host.js";
export { IllegalMove, Problem, StaleTurn, Unreachable } from "./problems.js";
export type { components, operations, paths } from "./schema.js";
export { Turn } from "./turn.js";
export type * from "./types.js";
export { BadSignature, type Notice, verifyWebhook } from "./webhooks.js";
