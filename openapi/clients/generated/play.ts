// A game played with the types that openapi-typescript generates: node play.js URL RULESET
//
//   npx openapi-typescript ../../openapi.json -o schema.d.ts --default-non-nullable=false && npx tsc
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type Snapshot = components["schemas"]["SnapshotAnswer"];
type Ruleset = components["schemas"]["GameRequest"]["ruleset"];

const [baseUrl = "", ruleset = "cathedral"] = process.argv.slice(2);

function given<T>(answer: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "no answer");
  return answer.data;
}

const anybody = createClient<paths>({ baseUrl });
const me = given(await anybody.POST("/v1/players", { body: { name: "Typed" } }));
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${me.token}` } });
const wanted = { ruleset: ruleset as Ruleset, seats: ["me" as const, { ai: "random" }] };
let game: Snapshot = given(await client.POST("/v1/games", { body: wanted }));
const path = { game_id: game.id };
let tag = '""';

while (game.status !== "finished") {
  for (const seat of game.you.owe) {
    const legal = given(await client.GET("/v1/games/{game_id}/legal-moves", { params: { path, query: { seat, limit: 500 } } }));
    const doors = legal.items.filter(({ object }) => object.kind === "slide" && object.door); // who never enters wanders for ever
    const choice = doors.length ? doors : legal.items;
    const { move } = choice[Math.floor(Math.random() * choice.length)]!;
    given(await client.POST("/v1/games/{game_id}/moves", { params: { path }, body: { turn: legal.turn, seat, move } }));
  }
  const news = await client.GET("/v1/games/{game_id}", { params: { path, query: { wait: 25 }, header: { "If-None-Match": tag } } });
  if (news.response.status === 200) {
    game = given(news);
    tag = news.response.headers.get("ETag") ?? '""';
  }
}
console.log(JSON.stringify(game.outcome));
