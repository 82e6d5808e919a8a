// The client: players, games, turns, lists. Whatever it has no method for is one `get`, `post` or `pages` away.

import { Game, LONGEST_WAIT, PAGE } from "./game.js";
import { retryAfter, sleep } from "./manners.js";
import { type Query, Transport } from "./transport.js";
import { type Owed, Told, Turn, owedNow } from "./turn.js";
import type { AI, Filters, GameSummary, LegalMove, Me, NewWebhook, Player, Ruleset, RulesetSummary, Seat } from "./types.js";
import type { Snapshot, TurnsPage, Webhook, Wishes } from "./types.js";

export interface ClientOptions {
  /** With a token you are that player. */
  token?: string;
  /** With a name and no token you become a new player at the first request. */
  name?: string;
  /** How long an answer may take, in milliseconds. */
  timeout?: number;
  /** For how many milliseconds a request is repeated when the server is away or busy. */
  patience?: number;
  /** After how many milliseconds of silence a stream is connected again; the server says something every 15 seconds. */
  quiet?: number;
  fetch?: typeof fetch;
}

const SHORT_WAIT = 3; // seconds to wait for several games at once before looking whether one is over

/** Somebody at a server. */
export class Client {
  readonly transport: Transport;

  constructor(url = "http://127.0.0.1:8000", options: ClientOptions = {}) {
    const { token, name, timeout = 20_000, patience = 60_000, quiet = 45_000 } = options;
    const ask = options.fetch ?? ((input, init) => fetch(input, init));
    this.transport = new Transport(url.replace(/\/$/, ""), { token, name, timeout, patience, quiet, fetch: ask });
  }

  /** What proves who you are: keep it to be the same player tomorrow. */
  get token(): string | undefined {
    return this.transport.token;
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.transport.json<T>({ path, query });
  }

  /** What a POST answers; it takes effect once, however often it has to be sent. */
  post<T>(path: string, body: unknown = {}, query: Query = {}): Promise<T> {
    return this.transport.json<T>({ method: "POST", path, query, body });
  }

  /** What a PATCH answers; `ifMatch` is the `ETag` of what you have read, `*` for whatever is there now. */
  patch<T>(path: string, body: unknown, ifMatch = "*"): Promise<T> {
    return this.transport.json<T>({ method: "PATCH", path, body, headers: { "If-Match": ifMatch } });
  }

  put<T>(path: string, body: unknown, query: Query = {}): Promise<T> {
    return this.transport.json<T>({ method: "PUT", path, query, body });
  }

  delete<T>(path: string, query: Query = {}): Promise<T> {
    return this.transport.json<T>({ method: "DELETE", path, query });
  }

  /** Every item of a list, page after page. */
  async *pages<T>(path: string, query: Query = {}): AsyncGenerator<T> {
    for (let cursor: string | null | undefined; ; ) {
      const page: { items: T[]; next?: string | null } = await this.get(path, { ...query, cursor });
      yield* page.items;
      cursor = page.next;
      if (!cursor) return;
    }
  }

  me(): Promise<Me> {
    return this.get("/v1/me");
  }

  player(id: string): Promise<Player> {
    return this.get(`/v1/players/${id}`);
  }

  rulesets(): Promise<RulesetSummary[]> {
    return all(this.pages<RulesetSummary>("/v1/rulesets"));
  }

  /** One ruleset with its options and its components: what is needed to draw it. */
  ruleset(name: string): Promise<Ruleset> {
    return this.get(`/v1/rulesets/${name}`);
  }

  /** The AIs that can be played now. */
  ais(): Promise<AI[]> {
    return all(this.pages<AI>("/v1/ais"));
  }

  /** A new game; `options`, `visibility` and whatever else `POST /v1/games` takes by name. */
  async createGame<R extends string>(ruleset: R, seats: Seat[], more: Wishes<R> = {}): Promise<Game<R>> {
    return new Game<R>(this, await this.post<Snapshot>("/v1/games", { ...more, ruleset, seats }));
  }

  async game<R extends string = string>(id: string, seat?: number): Promise<Game<R>> {
    const answer = await this.transport.call({ path: `/v1/games/${id}`, query: { seat } });
    return new Game<R>(this, (await answer.json()) as Snapshot, answer.headers.get("ETag") ?? "");
  }

  /** The games that fit: `status`, `ruleset`, `player` ("me" for yours). */
  games(filters: Query = {}): AsyncGenerator<GameSummary> {
    return this.pages<GameSummary>("/v1/games", filters);
  }

  /** Takes an open seat. */
  async join(id: string, { seat, code }: { seat?: number; code?: string } = {}): Promise<Game> {
    return new Game(this, await this.post<Snapshot>(`/v1/games/${id}/seats`, { seat, code }));
  }

  legalMoves<R extends string = string>(id: string, seat?: number, filters: Filters = {}): Promise<LegalMove<R>[]> {
    return all(this.pages<LegalMove<R>>(`/v1/games/${id}/legal-moves`, { limit: PAGE, seat, ...filters }));
  }

  async play<R extends string = string>(id: string, move: string, turn: number, seat?: number): Promise<Game<R>> {
    const path = `/v1/games/${id}/moves`;
    const played = await this.transport.json<{ game: Snapshot }>({ method: "POST", path, body: { turn, move, seat }, hurried: true });
    return new Game<R>(this, played.game);
  }

  /**
   * Every decision that I owe, the most urgent first, as it comes: for ever, or in these games until they are over.
   * Each is told once. One that you leave alone is yours to make later; the loop goes on with the others.
   */
  async *turns<R extends string = string>(...games: Game<R>[]): AsyncGenerator<Turn<R>> {
    const told = new Told();
    let running = games.filter((game) => !game.isOver);
    let tag = "";
    while (running.length || !games.length) {
      let owed: Owed | undefined;
      for (const game of running) {
        await game.look();
        owed ??= told.first(owedNow(game.snapshot));
      }
      running = running.filter((game) => !game.isOver);
      if (!owed && games.length === 1) {
        await running[0]?.wait();
      } else if (!owed && (running.length || !games.length)) {
        const answer = await this.inbox(tag, games.length ? SHORT_WAIT : LONGEST_WAIT);
        tag = answer.headers.get("ETag") ?? "";
        if (!games.length && answer.status === 200) {
          const [found, page] = await this.firstNew(told, (await answer.json()) as TurnsPage);
          if (told.more(page.items) || (found && page.next)) tag = ""; // there are more, or may be: look again
          owed = found;
        }
      }
      if (owed) yield new Turn<R>(this, owed);
    }
  }

  /** The first decision that is new, on this page of what I owe or a later one, and the page that it is on or the last. */
  private async firstNew(told: Told, page: TurnsPage): Promise<[Owed | undefined, TurnsPage]> {
    let owed = told.first(page.items);
    while (!owed && page.next) {
      page = await this.get<TurnsPage>("/v1/me/turns", { cursor: page.next });
      owed = told.first(page.items);
    }
    return [owed, page];
  }

  /** What I owe, as soon as it is something else than what the tag stands for. */
  private async inbox(tag: string, wait: number): Promise<Response> {
    const headers: Record<string, string> = tag ? { "If-None-Match": tag } : {};
    const answer = await this.transport.call({ path: "/v1/me/turns", query: { wait }, headers });
    await sleep(retryAfter(answer.headers) ?? 0);
    return answer;
  }

  /** Has a server of yours told of decisions you owe; keep `secret` for `verifyWebhook`. */
  createWebhook(url: string): Promise<NewWebhook> {
    return this.post("/v1/webhooks", { url });
  }

  webhooks(): Promise<Webhook[]> {
    return all(this.pages<Webhook>("/v1/webhooks"));
  }

  async deleteWebhook(id: string): Promise<void> {
    await this.transport.call({ method: "DELETE", path: `/v1/webhooks/${id}` });
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
