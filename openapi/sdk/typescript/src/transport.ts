// Sends requests with good manners: repeats them when the server says so or does not answer, never faster than it allows.

import { type Event, EventReader, lines } from "./events.js";
import { Pace, pauseAfter, sleep } from "./manners.js";
import { Problem, problemOf, Unreachable } from "./problems.js";

export type Query = Record<string, string | number | boolean | undefined | null>;

export interface Request {
  method?: string;
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  /** A legal move is never limited and need not hold back. */
  hurried?: boolean;
}

export interface TransportOptions {
  token?: string | undefined;
  name?: string | undefined;
  timeout: number;
  patience: number;
  quiet?: number;
  fetch: typeof fetch;
}

const MARGIN = 15_000; // beyond what an answer was told to wait

export class Transport {
  token: string | undefined;
  private readonly pace = new Pace();
  private becoming: Promise<void> | undefined;

  constructor(
    readonly url: string,
    private readonly options: TransportOptions,
  ) {
    this.token = options.token;
  }

  /** The answer, a success or 304; throws Problem for a refusal, Unreachable when there is none in time. */
  async call(request: Request): Promise<Response> {
    await this.becomeSomebody(request.path);
    const sent = this.sent(request);
    let failingSince = 0;
    for (let attempt = 1; ; attempt++) {
      if (!request.hurried) await sleep(this.pace.hold());
      let answer: Response | undefined;
      let failure: Problem | Unreachable;
      try {
        answer = await this.options.fetch(this.address(request), { ...sent, signal: AbortSignal.timeout(this.timeout(request)) });
        this.pace.note(answer.headers);
        if (answer.ok || answer.status === 304) return answer;
        failure = await problemOf(answer);
      } catch (lost) {
        failure = new Unreachable(`${this.url} does not answer: ${lost}`, { cause: lost });
      }
      failingSince ||= Date.now(); // a first try that was told to wait has cost no patience
      const left = this.options.patience - (Date.now() - failingSince);
      const slug = failure instanceof Problem ? failure.slug : "";
      const pause = pauseAfter(attempt, answer?.status, answer?.headers ?? new Headers(), slug, left);
      if (pause === undefined) throw failure;
      await sleep(pause);
    }
  }

  /** The answer's JSON; undefined for an empty one. */
  async json<T>(request: Request): Promise<T> {
    const text = await (await this.call(request)).text();
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Every event of a stream, which is connected again where it breaks off, until the server says that there are no more. */
  async *events(path: string, query: Query): AsyncGenerator<Event> {
    const reader = new EventReader();
    for (;;) {
      const more = reader.lastId ? { "Last-Event-ID": reader.lastId } : {};
      const answer = await this.call({ path, query, headers: { Accept: "text/event-stream", ...more } });
      if (answer.status === 204 || !answer.body) return;
      try {
        for await (const line of lines(answer.body, this.options.quiet)) {
          const event = reader.line(line);
          if (!event) continue;
          yield event;
          if (event.name === "end") return;
        }
      } catch {
        await sleep(500); // broken off: connect again
      }
    }
  }

  /** Makes a player of that name before the first request, where there is a name and no token. */
  private async becomeSomebody(path: string): Promise<void> {
    const { name } = this.options;
    if (this.token || !name || path === "/v1/players") return;
    this.becoming ??= this.json<{ token: string }>({ method: "POST", path: "/v1/players", body: { name } }).then(
      (me) => void (this.token = me.token),
      (failure: unknown) => {
        this.becoming = undefined;
        throw failure;
      },
    );
    await this.becoming;
  }

  private sent(request: Request): RequestInit {
    const method = request.method ?? "GET";
    const headers: Record<string, string> = { Accept: "application/json" };
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    if (request.body !== undefined) headers["Content-Type"] = "application/json";
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    return { method, headers: { ...headers, ...request.headers }, body };
  }

  private address(request: Request): string {
    const asked = Object.entries(request.query ?? {}).filter(([, value]) => value !== undefined && value !== null);
    const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
    return this.url + request.path + (asked.length ? `?${query}` : "");
  }

  private timeout(request: Request): number {
    if (request.headers?.["Accept"] === "text/event-stream") return 330_000; // the server ends a stream after 300 seconds
    const wait = Number(request.query?.["wait"] ?? (request.body as { wait?: number } | undefined)?.wait ?? 0);
    return Math.max(this.options.timeout, wait * 1000 + MARGIN);
  }
}
