// The TypeScript client at a real server, run by test_typescript_client.py: URL and OPERATOR come from the environment.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { BadSignature, Client, IllegalMove, Problem, StaleTurn, Unreachable, host, verifyWebhook } from "@intramuros/client";

const { URL: url, OPERATOR } = process.env;
const somebody = () => new Client(url, { name: "Typed" });
const waiting = async () => {
  const said = await (await fetch(`${url}/metrics`)).text();
  return [...said.matchAll(/^intramuros_waiting_clients\S* (\S+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
};
const sensible = (moves) => {
  const doors = moves.filter((move) => move.object.door);
  const choice = doors.length ? doors : moves;
  return choice[Math.floor(Math.random() * choice.length)];
};

for (const ruleset of ["cathedral", "forbidden_city", "verbotene_stadt"]) {
  test(`the loop on turns plays ${ruleset} to its end`, async () => {
    const client = somebody();
    const game = await client.createGame(ruleset, ["me", { ai: "random" }]);
    for await (const turn of client.turns(game)) await turn.play(sensible(await turn.moves()));
    assert.ok(game.isOver);
    assert.equal(game.won, game.outcome.winners.includes(0));
    let entries = 0;
    for await (const entry of game.journal()) entries = entry.number;
    assert.equal(entries, game.snapshot.entries);
  });
}

test("the endless loop tells each decision once, and a decision left alone holds up nobody", async () => {
  const client = somebody();
  const left = await client.createGame("cathedral", ["me", { ai: "random" }]);
  const played = await client.createGame("cathedral", ["me", { ai: "random" }]);
  const told = [];
  for await (const turn of client.turns()) {
    told.push(turn.gameId);
    if (turn.gameId === played.id) await turn.play((await turn.moves())[0]);
    if (told.filter((id) => id === played.id).length === 3) break;
  }
  assert.equal(told.filter((id) => id === left.id).length, 1);
});

test("the endless loop tells every decision, however many pages they are on", async () => {
  const client = somebody();
  const games = new Set();
  for (let count = 0; count < 103; count++) games.add((await client.createGame("cathedral", ["me", "me"])).id);
  for await (const turn of client.turns()) if (games.delete(turn.gameId) && !games.size) break;
});

test("a refusal says why and where", async () => {
  const game = await somebody().createGame("cathedral", ["me", { ai: "random" }]);
  await assert.rejects(game.play("abbey@e5n"), (refused) => refused instanceof Problem && refused.slug === "illegal-move" && !!refused.rule);
  await game.check("cathedral@e5n");
  await assert.rejects(game.play("cathedral@e5n", { turn: 7 }), (stale) => stale.slug === "stale-turn" && stale.turn === 1);
});

test("refusals that programs react to have classes of their own", async () => {
  const game = await somebody().createGame("cathedral", ["me", { ai: "random" }]);
  await assert.rejects(game.play("abbey@e5n"), (refused) => refused instanceof IllegalMove && refused instanceof Problem);
  await assert.rejects(game.play("cathedral@e5n", { turn: 7 }), (stale) => stale instanceof StaleTurn && stale.name === "StaleTurn");
});

test("what has no method can be changed and taken away", async () => {
  const client = somebody();
  assert.equal((await client.patch("/v1/me", { listed: false })).listed, false);
  assert.equal((await client.me()).listed, false);
  const made = await client.post("/v1/me/tokens", { label: "spare", scopes: ["read"] });
  await client.delete(`/v1/me/tokens/${made.id}`);
});

test("a stream that says nothing is connected again", async () => {
  let connected = 0;
  const server = createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    if (++connected === 1) response.write("retry: 1\n\n"); // and then silence
    else response.end('id: 2\nevent: end\ndata: {"revision": 2}\n\n');
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const client = new Client(`http://127.0.0.1:${server.address().port}`, { token: "im_any", quiet: 200 });
  for await (const event of client.transport.events("/v1/games/g/events", {})) assert.equal(event.name, "end");
  assert.equal(connected, 2);
  server.closeAllConnections();
  server.close();
});

test("a stream tells of every change until the game is over", async () => {
  const client = somebody();
  const game = await client.createGame("cathedral", ["me", "me"]);
  const states = [];
  for await (const now of game.watch()) {
    states.push(now.status);
    if (!now.isOver) await (await client.game(game.id)).resign(0);
  }
  assert.deepEqual(states.slice(-1), ["finished"]);
});

test("waiting ends with the change", async () => {
  const [ada, bob] = [somebody(), somebody()];
  const game = await (await ada.createGame("cathedral", ["me", "open"])).look();
  const before = await waiting();
  let over = false;
  const told = game.wait(20).finally(() => (over = true));
  while (!over && (await waiting()) <= before) await sleep(20);
  await bob.join(game.id);
  assert.equal((await told).status, "running");
});

test("boards, lists and catalogues", async () => {
  const client = somebody();
  const game = await client.createGame("cathedral", ["me", { ai: "random" }]);
  const board = await game.board();
  assert.match(`${board}`, /a b c d e f g h i j/);
  assert.ok(board.svg.startsWith("<svg"));
  assert.equal((await game.legalMoves()).length, 224);
  assert.ok((await game.legalMoves(0, { cell: "e5" })).every((move) => move.object.cells.includes("e5")));
  assert.equal((await client.rulesets()).length, 3);
  assert.ok((await client.ais()).some((ai) => ai.name === "random"));
  const mine = [];
  for await (const one of client.games({ player: "me", limit: 1 })) mine.push(one.id);
  assert.deepEqual(mine, [game.id]);
  assert.equal((await new Client(url, { token: client.token }).me()).name, "Typed");
});

async function answering(answers, use) {
  const received = [];
  const server = createServer((request, response) => {
    received.push({ ...request.headers, at: Date.now() });
    const answer = answers.shift();
    if (!answer) return request.socket.destroy();
    response.writeHead(answer[0], answer[1]);
    response.end(JSON.stringify(answer[2]));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return received;
}
const problem = (slug) => ({ type: `/docs/problems#${slug}`, detail: "Not now." });

test("a POST is repeated with the same key until it is answered", async () => {
  const answers = [null, [503, { "Retry-After": "1" }, problem("unavailable")], [409, {}, problem("still-running")], [201, {}, { id: "g" }]];
  const received = await answering(answers, async (here) => {
    assert.deepEqual(await new Client(here, { token: "t" }).post("/v1/games", {}), { id: "g" });
  });
  assert.equal(received.length, 4);
  assert.equal(new Set(received.map((one) => one["idempotency-key"])).size, 1);
  assert.ok(received[2].at - received[1].at >= 990);
});

test("requests hold back when the limit is used up, moves do not", async () => {
  const used = { RateLimit: '"token";r=0;t=1' };
  const received = await answering([[200, used, {}], [201, {}, { game: {} }], [200, {}, {}]], async (here) => {
    const client = new Client(here, { token: "t" });
    await client.get("/v1/me");
    await client.play("g", "move", 1);
    await client.get("/v1/me");
  });
  assert.ok(received[1].at - received[0].at < 900);
  assert.ok(received[2].at - received[0].at >= 950);
});

test("patience ends", async () => {
  await answering([[503, { "Retry-After": "30" }, problem("unavailable")]], (here) =>
    assert.rejects(new Client(here, { token: "t", patience: 2000 }).get("/v1/me"), Problem),
  );
  await assert.rejects(new Client("http://127.0.0.1:9", { patience: 300 }).get("/v1/me"), Unreachable);
});

test("a hosted AI plays, and one that fails says so", async () => {
  const admitted = await fetch(`${url}/v1/hosts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Far", ais: ["typed"] }),
  });
  const { key } = await admitted.json();
  const stop = new AbortController();
  let asked = 0;
  const decide = (view, moves) => {
    asked += 1;
    if (view.position && asked === 3) throw new Error("out of ideas");
    return moves[0].move;
  };
  const hosting = host(url, key, { rulesets: ["cathedral"], about: "Typed.", decide }, { signal: stop.signal, wait: 1 });
  const client = somebody();
  while (!(await client.ais()).some((ai) => ai.name === "typed" && ai.about === "Typed.")) await sleep(100);
  const game = await client.createGame("cathedral", ["me", { ai: "typed" }]);
  let turns = 0;
  for await (const turn of game.turns()) {
    if (++turns === 3) assert.equal((await turn.game()).snapshot.degraded, false);
    if (turns === 4) break;
    await turn.play((await turn.moves())[0]);
  }
  stop.abort();
  await hosting;
  const log = await fetch(`${url}/v1/ais/typed/log`, { headers: { Authorization: `Bearer ${key}` } });
  assert.equal((await log.json()).items[0].detail, "Error: out of ideas");
  await assert.rejects(host(url, "hk_nobody_x", { decide }), (refused) => refused.slug === "unauthorized");
});

test("a webhook's signature is checked", async () => {
  const secret = `whsec_${btoa("0123456789abcdef0123456789abcdef")}`;
  const body = '{"type":"test","timestamp":"","data":{}}';
  const at = String(Math.floor(Date.now() / 1000));
  const key = await crypto.subtle.importKey("raw", Buffer.from(secret.slice(6), "base64"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const sign = async (id, time) =>
    `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${time}.${body}`))).toString("base64")}`;
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": at, "webhook-signature": `v1,x ${await sign("msg_1", at)}` };
  assert.equal((await verifyWebhook(secret, headers, body)).type, "test");
  await assert.rejects(verifyWebhook(secret, headers, `${body} `), BadSignature);
  await assert.rejects(verifyWebhook(secret, {}, body), BadSignature);
  const old = { ...headers, "webhook-timestamp": "1", "webhook-signature": await sign("msg_1", "1") };
  await assert.rejects(verifyWebhook(secret, old, body), BadSignature);
});
