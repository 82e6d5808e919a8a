// What a server refuses, as errors. `slug` is the word for programs: "stale-turn", "illegal-move", …, listed at /docs/problems.

export interface ProblemDocument {
  type?: string;
  title?: string;
  detail?: string;
  rule?: string;
  pointer?: string;
  turn?: number;
  [more: string]: unknown;
}

/** A refusal of the server. `message` is its sentence, `document` everything it says. */
export class Problem extends Error {
  override readonly name: string = "Problem";

  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly document: ProblemDocument,
  ) {
    super(document.detail ?? document.title ?? `The server answered ${status}.`);
  }

  get slug(): string {
    return String(this.document.type ?? "").split("#").pop() ?? "";
  }

  /** The place in the rulebook that a refused move breaks. */
  get rule(): string | undefined {
    return this.document.rule;
  }

  /** The pending turn, when another one was answered. */
  get turn(): number | undefined {
    return this.document.turn;
  }
}

/** The rules refuse that move; `rule` says which. */
export class IllegalMove extends Problem {
  override readonly name = "IllegalMove";
}

/** That turn has passed, or is not yet; `turn` is the pending one. */
export class StaleTurn extends Problem {
  override readonly name = "StaleTurn";
}

const KINDS: Record<string, typeof Problem> = { "illegal-move": IllegalMove, "stale-turn": StaleTurn };

/** No answer came, however often it was asked for. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** The problem that an answer reports, be it a document of ours or something that stands in between. */
export async function problemOf(answer: Response): Promise<Problem> {
  const found: unknown = await answer.json().catch(() => ({}));
  const document = found && typeof found === "object" ? (found as ProblemDocument) : {};
  const Kind = KINDS[String(document.type ?? "").split("#").pop() ?? ""] ?? Problem;
  return new Kind(answer.status, answer.headers, document);
}
