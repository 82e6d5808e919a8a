// The operator's page: shows GET /v1/operator/overview, asked again every few seconds. The token is in this module's memory alone.
const EVERY = 3000;
const find = (id) => document.getElementById(id);
const when = (time) => `${time.slice(0, 19).replace("T", " ")} UTC`;

let token = "", timer = 0;

function made(tag, ...inside) {
  const element = document.createElement(tag);
  element.append(...inside);
  return element;
}

function table(id, heads, rows, none) {
  if (!rows.length) return find(id).replaceChildren(made("p", none));
  const titles = heads.map((title) => Object.assign(made("th", title), { scope: "col" }));
  const lines = rows.map((cells) => made("tr", ...cells.map((cell) => made("td", String(cell)))));
  find(id).replaceChildren(made("table", made("thead", made("tr", ...titles)), made("tbody", ...lines)));
}

function figures(pairs) {
  find("figures").replaceChildren(...pairs.map(([name, value]) => made("div", made("dt", name), made("dd", value.toLocaleString("en")))));
}

const largest = (counts) => Object.entries(counts).sort(([, a], [, b]) => b - a);

function show(now) {
  const waiting = largest(now.queues), busy = waiting.filter(([, jobs]) => jobs), { thinking, lapsed, clocks } = now.leases;
  figures([
    ["jobs waiting", waiting.reduce((sum, [, jobs]) => sum + jobs, 0)], ["workers alive", now.workers.length],
    ["AI turns leased", thinking], ["leases lapsed", lapsed], ["clocks running", clocks], ["players departing", now.departed],
  ]);
  table("queues", ["queue", "jobs waiting"], busy, `Nothing waits in any of the ${waiting.length} queues.`);
  table("workers", ["worker", "plays", "last seen"],
    now.workers.map((one) => [`${one.worker} (${one.host})`, `${one.ais.join(", ")}: ${one.rulesets.join(", ")}`, when(one.seen).slice(11)]), "No worker is alive.");
  table("slow", ["operation", "took", "when, and the request's id"],
    now.slow.map((one) => [`${one.method} ${one.operation}`, `${one.ms} ms, ${one.status}`, `${when(one.at)}, ${one.request}`]), "No request took a second.");
  table("held", ["what was too much", "requests"], largest(now.held_back), "Nobody was held back.");
  table("refused", ["who", "refusals in the last hour"], now.refused.map((one) => [one.caller, one.count]), "Nobody was refused.");
  table("blocked", ["address", "why", "until"], now.blocked.map((one) => [one.address, one.why, when(one.until)]), "No address is blocked.");
  table("frozen", ["who or what", "why", "since"], now.frozen.map((one) => [one.subject, one.why, when(one.at)]), "Nobody and nothing is frozen.");
  table("quarantine", ["game"], now.quarantine.map((game) => [game]), "All can be read.");
  find("asked").textContent = `As of ${when(new Date().toISOString())}.`;
}

function say(words) {
  if (find("said").textContent !== words) find("said").textContent = words; // said once, however often it holds
}

/** Whether the token is asked for, or what it shows is there. */
function open(is) {
  find("shown").hidden = !is;
  find("enter").hidden = is;
}

function forget(words) {
  token = "";
  clearTimeout(timer);
  open(false);
  say(words);
  for (const part of document.querySelectorAll("#shown > div, #figures")) part.replaceChildren();
  find("token").value = "";
  find("token").focus();
}

async function ask() {
  clearTimeout(timer);
  const mine = token;
  try {
    const answer = await fetch("/v1/operator/overview", { headers: { Authorization: `Bearer ${mine}` }, cache: "no-store" });
    if (token !== mine) return;
    if (answer.status === 401 || answer.status === 403) return forget("That is not the operator's token.");
    if (!answer.ok) throw new Error(`The server answers ${answer.status}`);
    const now = await answer.json();
    if (token !== mine) return;
    show(now);
    open(true);
    say("");
  } catch (error) {
    if (token !== mine) return;
    say(`${error instanceof TypeError ? "The server does not answer" : error.message}; it is asked again.`);
  }
  timer = setTimeout(ask, EVERY);
}

find("enter").onsubmit = (event) => {
  event.preventDefault();
  token = find("token").value.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) return forget("That is not the operator's token.");
  say("");
  ask();
};
find("forget").onclick = () => forget("Forgotten.");
