// A bot for Node.js 20 or newer, with fetch and nothing else.
//
//   npx tsc --target es2022 --module es2022 --lib es2022,dom bot.ts && node bot.js http://127.0.0.1:8000 cathedral
//
// (Node.js 22.18 and newer run it as it is: node bot.ts http://127.0.0.1:8000 cathedral)

declare const process: { argv: string[] };

interface Snapshot {
  id: string;
  status: "open" | "running" | "finished";
  you: { owe: number[] };
  outcome: { reason: string; scores: number[]; winners: number[] } | null;
}
interface LegalMoves {
  turn: number;
  items: { move: string; object: { door?: unknown } }[];
}

const [url = "http://127.0.0.1:8000", ruleset = "cathedral"] = process.argv.slice(2);
const headers: Record<string, string> = { "Content-Type": "application/json" };

// An answer, as soon as the server gives one; the same move to the same turn is played once, however often it is sent.
async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> {
  const sent = { method, headers: { ...headers, ...more }, body: body === undefined ? null : JSON.stringify(body) };
  for (;;) {
    const answer = await fetch(url + path, sent).catch((lost: unknown) => console.log(`${lost}; trying again`));
    if (answer && answer.status !== 429 && answer.status !== 503) return answer;
    await new Promise((resume) => setTimeout(resume, 2000));
  }
}

const me = (await (await call("POST", "/v1/players", { name: "Typed" })).json()) as { token: string };
headers["Authorization"] = `Bearer ${me.token}`;
let game = (await (await call("POST", "/v1/games", { ruleset, seats: ["me", { ai: "random" }] })).json()) as Snapshot;
const here = `/v1/games/${game.id}`;
let tag = '""';

while (game.status !== "finished") {
  for (const seat of game.you.owe) {
    const legal = (await (await call("GET", `${here}/legal-moves?limit=500&seat=${seat}`)).json()) as LegalMoves;
    const doors = legal.items.filter((item) => item.object.door); // officials who never enter wander for ever
    const choice = doors.length ? doors : legal.items;
    const { move } = choice[Math.floor(Math.random() * choice.length)]!;
    const played = await call("POST", `${here}/moves`, { turn: legal.turn, seat, move });
    console.log(played.status === 201 ? `turn ${legal.turn}: ${move}` : ((await played.json()) as { detail: string }).detail);
  }
  const news = await call("GET", `${here}?wait=25`, undefined, { "If-None-Match": tag });
  if (news.status === 200) {
    game = (await news.json()) as Snapshot;
    tag = news.headers.get("ETag") ?? '""';
  }
  const pause = Number(news.headers.get("Retry-After") ?? 0); // when it could not wait for us
  await new Promise((resume) => setTimeout(resume, 1000 * pause));
}
console.log(`${game.outcome?.reason}: scores ${game.outcome?.scores}, won by ${game.outcome?.winners}`);

export {};
