// A game: its newest snapshot, and everything that can be done with it.

import { Board } from "./board.js";
import type { Client } from "./client.js";
import { retryAfter, sleep } from "./manners.js";
import type { Turn } from "./turn.js";
import type { Entry, Filters, LegalMove, Outcome, PositionOf, Snapshot } from "./types.js";

export const PAGE = 500;
export const LONGEST_WAIT = 25;

/** A game as this player may know it. `snapshot` is what the server said last; playing, waiting and looking renew it. */
export class Game<R extends string = string> {
  constructor(
    readonly client: Client,
    public snapshot: Snapshot,
    private tag = "",
  ) {}

  get id(): string {
    return this.snapshot.id;
  }
  get ruleset(): string {
    return this.snapshot.ruleset;
  }
  get status(): Snapshot["status"] {
    return this.snapshot.status;
  }
  get isOver(): boolean {
    return this.snapshot.status === "finished";
  }
  get turn(): number {
    return this.snapshot.turn;
  }
  get seats(): Snapshot["seats"] {
    return this.snapshot.seats;
  }
  /** My seats. */
  get mine(): number[] {
    return this.snapshot.you.seats;
  }
  /** Those of my seats that owe a decision. */
  get owed(): number[] {
    return this.snapshot.you.owe;
  }
  get position(): PositionOf<R> {
    return this.snapshot.position as PositionOf<R>;
  }
  /** Scores, winners and reason, once the game is over. */
  get outcome(): Outcome | null {
    return this.snapshot.outcome;
  }
  /** Whether one of my seats is among the winners. */
  get won(): boolean {
    return this.outcome?.winners.some((seat) => this.mine.includes(seat)) ?? false;
  }

  /** The same game, looked at now; a 304 costs nothing. */
  look(seat?: number): Promise<Game<R>> {
    return this.read(0, seat);
  }

  /** The same game after its next change for me, or when the time (in seconds) is over. */
  wait(seconds = LONGEST_WAIT, seat?: number): Promise<Game<R>> {
    return this.read(seconds, seat);
  }

  private async read(wait: number, seat?: number): Promise<Game<R>> {
    const headers: Record<string, string> = this.tag ? { "If-None-Match": this.tag } : {};
    const answer = await this.client.transport.call({ path: this.path(), query: { seat, wait: wait || undefined }, headers });
    if (answer.status === 200) {
      this.snapshot = (await answer.json()) as Snapshot;
      this.tag = answer.headers.get("ETag") ?? "";
    } else if (wait) {
      await sleep(retryAfter(answer.headers) ?? 0);
    }
    return this;
  }

  /** This game after every change, as a stream, until it is over; the first time at once. */
  async *watch(seat?: number): AsyncGenerator<Game<R>> {
    for await (const event of this.client.transport.events(this.path("/events"), { seat })) {
      if (event.name !== "snapshot") continue;
      const snapshot = JSON.parse(event.data) as Snapshot;
      if (snapshot.revision < this.snapshot.revision) continue;
      this.snapshot = snapshot;
      yield this;
    }
  }

  /** Every decision that I owe in this game, until it is over. */
  turns(): AsyncGenerator<Turn<R>> {
    return this.client.turns(this);
  }

  legalMoves(seat?: number, filters: Filters = {}): Promise<LegalMove<R>[]> {
    return this.client.legalMoves<R>(this.id, seat, filters);
  }

  /** Plays a move, once, however often it has to be sent. */
  async play(move: string, { seat, turn }: { seat?: number; turn?: number } = {}): Promise<Game<R>> {
    const after = await this.client.play(this.id, move, turn ?? this.turn, seat);
    this.snapshot = after.snapshot;
    this.tag = "";
    return this;
  }

  /** Throws what `play` would, and plays nothing. */
  async check(move: string, seat?: number): Promise<void> {
    await this.client.post(this.path("/moves"), { turn: this.turn, move, seat }, { dry_run: true });
  }

  async resign(seat?: number): Promise<Game<R>> {
    this.snapshot = await this.client.post<Snapshot>(this.path("/resignation"), { seat });
    this.tag = "";
    return this;
  }

  /** Every move so far, chance included, as I may know it. */
  journal(seat?: number): AsyncGenerator<Entry> {
    return this.client.pages<Entry>(this.path("/moves"), { limit: PAGE, seat });
  }

  /** The board to look at, now or as it was at a revision. */
  async board({ seat, revision }: { seat?: number; revision?: number } = {}): Promise<Board> {
    const drawn = async (kind: string, media: string): Promise<string> =>
      (await this.client.transport.call({ path: this.path(`/board.${kind}`), query: { seat, revision }, headers: { Accept: media } })).text();
    return new Board(await drawn("txt", "text/plain"), await drawn("svg", "image/svg+xml"));
  }

  /** The whole record of the finished game, its seed included: what `intramuros verify` checks. */
  async export(): Promise<string> {
    return (await this.client.transport.call({ path: this.path("/export"), headers: { Accept: "text/plain" } })).text();
  }

  private path(rest = ""): string {
    return `/v1/games/${this.id}${rest}`;
  }
}
