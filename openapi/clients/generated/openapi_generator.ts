// A game played with the TypeScript client that openapi-generator makes: node openapi_generator.js URL RULESET OPTIONS
//
//   ../../generate typescript-fetch client && npx tsc --module commonjs --target es2022 --lib es2022,dom openapi_generator.ts
import { Configuration, type GameRequestRulesetEnum, GamesApi, MovesApi, type OptionsRequest, PlayersApi } from "./client/index";

declare const process: { argv: string[] };
const [url = "", ruleset = "cathedral", options = "{}"] = process.argv.slice(2);

async function main(): Promise<void> {
  const anybody = new Configuration({ basePath: url });
  const me = await new PlayersApi(anybody).createPlayer({ playerRequest: { name: "Generated" } });
  const settings = new Configuration({ basePath: url, accessToken: me.token });
  const [games, moves] = [new GamesApi(settings), new MovesApi(settings)];
  const gameRequest = { ruleset: ruleset as GameRequestRulesetEnum, seats: ["me" as const, { ai: "random" }], options: JSON.parse(options) as OptionsRequest };
  let game = await games.createGame({ gameRequest });
  const gameId = game.id;

  while (game.status !== "finished") {
    for (const seat of game.you.owe) {
      const legal = await moves.listLegalMoves({ gameId, seat, limit: 500 });
      const { move } = legal.items[Math.floor(Math.random() * legal.items.length)]!;
      game = (await moves.playMove({ gameId, moveRequest: { turn: legal.turn, seat, move } })).game;
    }
    await new Promise((resume) => setTimeout(resume, 30));
    game = await games.getGame({ gameId });
  }
  console.log(JSON.stringify([game.outcome, game.options]));
}

void main();
