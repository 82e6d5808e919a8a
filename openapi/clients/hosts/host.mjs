// Hosts an AI for an Intramuros server, in JavaScript with nothing but fetch (Node.js 20 or newer).
//
//   INTRAMUROS_KEY=hk_… node host.mjs https://play.example
//
// The loop: ask for work (the server waits up to 25 seconds for a turn), decide, answer. When the
// AI fails, say so, and the turn goes to somebody else at once; when the network does, wait a
// little longer each time.

const [server = "http://127.0.0.1:8000"] = process.argv.slice(2);
const authorization = `Bearer ${process.env.INTRAMUROS_KEY}`;
const about = "Places its largest building that fits. Written in JavaScript.";
const sleep = (seconds) => new Promise((resume) => setTimeout(resume, seconds * 1000));

// Your AI: one of work.moves, from what your seat may know (work.position, work.objects, …).
function decide(work) {
  const sizes = work.objects.map((move) => (move.cells ?? []).length);
  const largest = Math.max(...sizes);
  const best = work.moves.filter((_, index) => sizes[index] === largest);
  return best[Math.floor(Math.random() * best.length)];
}

class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.slug = (problem.type ?? "").split("#").pop();
  }
}

// One request; the same Idempotency-Key makes it safe to send it again when no answer came.
async function post(path, body) {
  const headers = { authorization, "Content-Type": "application/json" };
  headers["Idempotency-Key"] = crypto.randomUUID();
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.timeout(40_000);
    const answer = await fetch(server + path, { ...sent, signal }).catch((lost) => lost);
    if (!(answer instanceof Response)) {
      if (tries === 5) throw answer;
    } else if (answer.ok) {
      return answer.status === 204 ? undefined : answer.json();
    } else if (![429, 503].includes(answer.status)) {
      throw new Refused(answer.status, await answer.json().catch(() => ({})));
    }
    await sleep(Number(answer.headers?.get("Retry-After") ?? tries));
  }
}

async function serve(rules) {
  const ask = { protocol: 1, rules, wait: 25, objects: true, about };
  const work = await post("/v1/work/acquire", ask);
  if (!work) return; // nothing to do: ask again
  let move;
  try {
    move = decide(work); // for long? POST …/heartbeat every five seconds
  } catch (failure) {
    await post(`/v1/work/${work.id}/abort`, { reason: String(failure).slice(0, 2000) });
    return;
  }
  await post(`/v1/work/${work.id}/move`, { move });
  console.log(`${work.ai} played ${move}`);
}

const { items } = await (await fetch(`${server}/v1/rulesets`)).json();
const played = items.filter((one) => one.name === "cathedral");
const rules = Object.fromEntries(played.map((one) => [one.name, one.version]));
for (let pause = 1; ; ) {
  try {
    await serve(rules);
    pause = 1;
  } catch (failure) {
    console.error(failure.message);
    if ([401, 403].includes(failure.status)) process.exit(2); // the key is not the server's
    if (failure.slug === "version-mismatch") process.exit(2); // its rules are not ours
    if (failure.slug === "late-answer") continue; // too late: the next one
    await sleep((pause = Math.min(60, pause * 2)));
  }
}
