// Hosts an AI over HTTP: asks for turns, lets the AI decide, answers.

import { backoff, sleep } from "./manners.js";
import { Problem, Unreachable } from "./problems.js";
import { Transport } from "./transport.js";
import type { RulesetSummary, Work } from "./types.js";

const PROTOCOL = 1;
const HEARTBEAT = 5000;

/** An opponent. It sees what its seat may know and nothing else; `move` is what it answers with, `object` what that means. */
export interface Opponent {
  /** Those it plays; all, if left out. */
  rulesets?: string[];
  /** A line for the list of AIs. */
  about?: string;
  decide(view: Work, moves: { move: string; object: Record<string, unknown> }[], seconds: number): string | Promise<string>;
}

export interface HostOptions {
  /** Ends the host after the decision that is being made, or after the wait for one. */
  signal?: AbortSignal;
  wait?: number;
}

/** Serves until the signal; throws when the key is not the server's. A server that is away is waited for. */
export async function host(server: string, key: string, ai: Opponent, { signal, wait = 25 }: HostOptions = {}): Promise<void> {
  const options = { token: key, timeout: 20_000, patience: 60_000, fetch: ((input, init) => fetch(input, init)) as typeof fetch };
  const transport = new Transport(server.replace(/\/$/, ""), options);
  const { items } = await transport.json<{ items: RulesetSummary[] }>({ path: "/v1/rulesets" });
  const played = items.filter((one) => !ai.rulesets || ai.rulesets.includes(one.name));
  const rules = Object.fromEntries(played.map((one) => [one.name, one.version]));
  const body = { protocol: PROTOCOL, rules, wait, objects: true, about: ai.about };
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const work = await transport.json<Work | undefined>({ method: "POST", path: "/v1/work/acquire", body, hurried: true });
      if (work) await answer(transport, work, ai);
      failures = 0;
    } catch (failure) {
      const known = failure instanceof Problem || failure instanceof Unreachable;
      if (!known || (failure instanceof Problem && ["unauthorized", "forbidden", "version-mismatch"].includes(failure.slug))) throw failure;
      if (!(failure instanceof Problem && failure.slug === "late-answer")) await sleep(backoff(++failures));
    }
  }
}

/** Lets the AI decide and sends its move, or gives the turn back when it fails. */
async function answer(transport: Transport, work: Work, ai: Opponent): Promise<void> {
  const send = (what: string, body: unknown): Promise<unknown> =>
    transport.json({ method: "POST", path: `/v1/work/${work.id}/${what}`, body, hurried: true });
  const beat = setInterval(() => void send("heartbeat", {}).catch(() => undefined), HEARTBEAT);
  let move: string;
  try {
    const moves = work.moves.map((text, index) => ({ move: text, object: work.objects?.[index] ?? {} }));
    move = await ai.decide(work, moves, work.budget_seconds);
  } catch (failure) {
    await send("abort", { reason: String(failure).slice(0, 2000) });
    return;
  } finally {
    clearInterval(beat);
  }
  await send("move", { move });
}
