// How a client behaves: when a request is sent again, how long to hold back. No I/O here.
//
// A request is repeated when no answer came, or one that says to come back: 429, 502, 503, 504, or 409 `still-running`. Every POST
// has an Idempotency-Key, so a repeated one takes effect once. `Retry-After` is obeyed; where it is missing the pauses grow.

const COME_BACK = [429, 502, 503, 504];
const SHORTEST = 200;
const LONGEST = 10_000;

export const sleep = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** What `Retry-After` says, in milliseconds; it may be a date. */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get("Retry-After")?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** A growing pause, never the same for two clients. */
export function backoff(attempt: number): number {
  return SHORTEST + Math.random() * (Math.min(LONGEST, SHORTEST * 3 ** attempt) - SHORTEST);
}

/** Milliseconds to wait before the same request is sent again, `status` undefined when no answer came; undefined to give up. */
export function pauseAfter(attempt: number, status: number | undefined, headers: Headers, slug: string, left: number): number | undefined {
  if (status !== undefined && !COME_BACK.includes(status) && slug !== "still-running") return undefined;
  const pause = retryAfter(headers) ?? backoff(attempt);
  return pause <= left ? pause : undefined;
}

/** Holds requests back once the server has said in `RateLimit` that none are left. */
export class Pace {
  private until = 0;

  note(headers: Headers): void {
    const found = /\br=(\d+).*?\bt=(\d+)/.exec(headers.get("RateLimit") ?? "");
    if (found) this.until = found[1] === "0" ? Date.now() + Number(found[2]) * 1000 : 0;
  }

  hold(): number {
    return Math.max(0, this.until - Date.now());
  }
}
