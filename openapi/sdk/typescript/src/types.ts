// What the server says and takes, under short names; schema.ts is made from the document by `make sdk`.

import type { components } from "./schema.js";

type Schemas = components["schemas"];

export type Snapshot = Schemas["SnapshotAnswer"];
export type TurnAnswer = Schemas["TurnAnswer"];
export type TurnsPage = Schemas["TurnsAnswer"];
export type Entry = Schemas["EntryAnswer"];
export type Outcome = Schemas["OutcomeAnswer"];
export type Player = Schemas["PlayerAnswer"];
export type Me = Schemas["MeAnswer"];
export type GameSummary = Schemas["GameSummary"];
export type GameRequest = Schemas["GameRequest"];
export type Ruleset = Schemas["RulesetAnswer"];
export type RulesetSummary = Schemas["RulesetSummary"];
export type AI = Schemas["AIAnswer"];
export type Webhook = Schemas["WebhookAnswer"];
export type NewWebhook = Schemas["WebhookWithSecret"];
export type Work = Schemas["WorkAnswer"];
/** "me", "open", { ai: "medium" } or { player: id } */
export type Seat = GameRequest["seats"][number];

/** What belongs to each ruleset that the document knows; others can be installed at a server. */
export interface Rulesets {
  cathedral: { position: Schemas["CathedralPosition"]; move: Schemas["CathedralPlace"]; options: Schemas["CathedralOptionsRequest"] };
  forbidden_city: {
    position: Schemas["ForbiddenCityPosition"];
    move: Schemas["ForbiddenCityLegalMove"];
    options: Schemas["ForbiddenCityOptionsRequest"];
  };
  verbotene_stadt: {
    position: Schemas["VerboteneStadtPosition"];
    move: Schemas["VerboteneStadtLegalMove"];
    options: Schemas["VerboteneStadtOptionsRequest"];
  };
}
/** The position of a game of that ruleset; of any, when it is not known which: `position.ruleset` tells. */
export type PositionOf<R extends string> = R extends keyof Rulesets ? Rulesets[R]["position"] : Snapshot["position"];
/** A move to choose, as text and as an object. */
export interface LegalMove<R extends string = string> {
  /** As text: what is played. */
  move: string;
  object: R extends keyof Rulesets ? Rulesets[R]["move"] : Schemas["LegalMove"]["object"];
}
/** What can be said of a new game beside its seats. */
export interface Wishes<R extends string = string> extends Partial<Omit<GameRequest, "ruleset" | "seats" | "options">> {
  options?: R extends keyof Rulesets ? Rulesets[R]["options"] : Record<string, unknown>;
}
/** What narrows the legal moves. */
export type Filters = Partial<Record<"piece" | "cell" | "official" | "kind" | "facing" | "starts", string>>;
