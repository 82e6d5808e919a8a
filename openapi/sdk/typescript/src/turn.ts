// A turn: one decision that this player owes.

import type { Client } from "./client.js";
import type { Game } from "./game.js";
import type { Filters, LegalMove, Snapshot, TurnAnswer } from "./types.js";

/** What a decision is known by. */
export type Owed = Pick<TurnAnswer, "game" | "ruleset" | "turn" | "seat" | "kind" | "prompt" | "deadline"> & { since: string };

/** A decision to make: `moves()` are those to choose from, `play(move)` makes it. */
export class Turn<R extends string = string> {
  constructor(
    readonly client: Client,
    readonly about: Owed,
  ) {}

  get gameId(): string {
    return this.about.game;
  }
  get ruleset(): string {
    return this.about.ruleset;
  }
  /** Names the decision; what the move answers. */
  get number(): number {
    return this.about.turn;
  }
  /** The seat of mine that has to decide. */
  get seat(): number {
    return this.about.seat;
  }
  /** What is to be decided, as a word for programs. */
  get kind(): string {
    return this.about.kind;
  }
  /** What is to be decided, for a person. */
  get prompt(): string {
    return this.about.prompt;
  }
  get deadline(): string | null {
    return this.about.deadline;
  }

  /** The game as the seat sees it. */
  game(): Promise<Game<R>> {
    return this.client.game<R>(this.gameId, this.seat);
  }

  moves(filters: Filters = {}): Promise<LegalMove<R>[]> {
    return this.client.legalMoves<R>(this.gameId, this.seat, filters);
  }

  /** Makes the decision and gives the game after it. */
  play(move: string | LegalMove): Promise<Game<R>> {
    return this.client.play<R>(this.gameId, typeof move === "string" ? move : move.move, this.number, this.seat);
  }
}

/** The decisions told so far, of those that are still owed. */
export class Told {
  private names = new Map<string, Map<string, number>>();

  /** The first decision that is new, which is told from now on. */
  first(items: Owed[]): Owed | undefined {
    const fresh = items.find((item) => !this.has(item));
    for (const game of new Set(items.map((item) => item.game))) {
      const turns = items.filter((item) => item.game === game).map((item) => item.turn); // those of one turn may be on two pages
      const before = [...(this.names.get(game) ?? [])];
      this.names.set(game, new Map(before.filter(([, turn]) => turns.includes(turn))));
    }
    if (fresh) this.names.get(fresh.game)?.set(nameOf(fresh), fresh.turn);
    return fresh;
  }

  /** Whether there are others that are new. */
  more(items: Owed[]): boolean {
    return items.some((item) => !this.has(item));
  }

  private has(item: Owed): boolean {
    return this.names.get(item.game)?.has(nameOf(item)) ?? false;
  }
}

const nameOf = (item: Owed): string => `${item.game} ${item.turn} ${item.seat} ${item.since}`;

/** The decisions that I owe in a game, from its snapshot. */
export function owedNow(snapshot: Snapshot): Owed[] {
  return snapshot.decisions
    .filter((decision) => snapshot.you.owe.includes(decision.seat))
    .map((decision) => ({ ...decision, game: snapshot.id, ruleset: snapshot.ruleset, turn: snapshot.turn, since: "" }));
}
