/** Series, tournaments with their crosstables, leaderboards, ladders, and the AIs that are hosted now. */

import { fail, go, player } from "../actions.js";
import { get, post } from "../api.js";
import { h } from "../dom.js";
import { meant, personField } from "../people.js";
import { dispatch, now } from "../store.js";
import { knows, t, when } from "../text.js";
import { ladder } from "./ladder.js";
import { clock, clockOf, options } from "./new.js";
import { crosstable, pairings, standings } from "./standings.js";
import { linkRow, titleOf } from "./start.js";

/** @type {Record<string, number>} */
const asked = {};
/** Asks for something at most every few seconds, and keeps what it says. @param {string} name @param {string} path @param {number} [seconds] */
export function keep(name, path, seconds = 6) {
  if (Date.now() - (asked[name] ?? 0) < seconds * 1000) return;
  asked[name] = Date.now();
  get(path).then((items) => dispatch({ type: "list", name, items })).catch(fail);
}

/** @param {import("../reduce.js").State} state */
export function contestsScreen(state) {
  return state.route.name === "contest" ? contest(state) : overview(state);
}

/** @param {import("../reduce.js").State} state */
function overview(state) {
  keep("tournaments", "/v1/tournaments?limit=30");
  keep("series", "/v1/series?limit=30");
  keep("ais", "/v1/ais", 10);
  const ruleset = state.form.board ?? (state.route.id || state.rulesets?.[0]?.name);
  if (ruleset) keep(`ladder ${ruleset}`, `/v1/ladders/${ruleset}`, 20);
  if (ruleset) keep(`leaders ${ruleset}`, `/v1/leaderboards/${ruleset}?limit=30`, 20);
  return [
    h("h1", null, t("nav.contests")),
    h("div", { class: "columns" },
      h("section", { class: "card" }, h("h2", null, t("contests.tournaments")), contestList(state.lists.tournaments?.items, "tournament"), tournamentForm(state)),
      h("section", { class: "card" }, h("h2", null, t("contests.series")), contestList(state.lists.series?.items, "series"), seriesForm(state)),
      h("section", { class: "card" }, h("h2", null, t("contests.leaders")), choice("board", t("contests.ruleset"), rulesets(state), ruleset), leaders(state.lists[`leaders ${ruleset}`]?.items)),
      ruleset && ladder(state, ruleset),
      h("section", { class: "card" }, h("h2", null, t("contests.ais")), h("ul", { class: "list" }, (state.lists.ais?.items ?? []).map((/** @type {any} */ ai) => h("li", { key: ai.name }, h("div", { class: "item" }, h("b", null, ai.name), h("span", { class: "badge" }, t("contests.workers", { n: ai.workers })), h("span", { class: "all" }, ai.about.replaceAll("`", "")))))))),
  ];
}

/** @param {any[] | undefined} items @param {string} kind */
function contestList(items, kind) {
  if (!items?.length) return h("p", { class: "soft" }, t("contests.none"));
  return h("ul", { class: "list" }, items.map((each) => contestCard(each, kind)));
}

/** @param {any} each @param {string} kind @param {any} [more] what stands below it */
export const contestCard = (each, kind, more) => h("li", { key: each.id }, h("a", { class: "item", href: `#/contest/${kind}:${each.id}` },
  h("b", null, each.name || t("contests.seriesof", { game: titleOf(each.ruleset) })), h("span", { class: "badge" }, word("contest", each.status)), h("span", null, `${each.name ? `${titleOf(each.ruleset)} · ` : ""}${t("contests.entrants", { n: each.entrants })}`), h("time", { datetime: each.created_at }, when(each.created_at))), more);

/** @param {string} family @param {string} name */
const word = (family, name) => (knows(`${family}.${name}`) ? t(`${family}.${name}`) : name);

/** @param {import("../reduce.js").State} state @returns {[string, string][]} */
const rulesets = (state) => (state.rulesets ?? []).map((each) => [each.name, each.title]);

/** @param {string} name @param {string} label @param {[string, string][]} choices @param {string} value */
const choice = (name, label, choices, value) => h("div", { class: "field" }, h("label", { for: name }, label),
  h("select", { id: name, value, onchange: (/** @type {any} */ event) => dispatch({ type: "form", form: { [name]: event.target.value, ...(name.endsWith("Ruleset") ? { [name.replace("Ruleset", "Options")]: {} } : {}) } }) }, choices.map(([each, text]) => h("option", { value: each }, text))));

/** The options of the games of a contest. @param {import("../reduce.js").State} state @param {string} name @param {any} chosen @param {string} member */
function rules(state, name, chosen, member) {
  const ruleset = (state.rulesets ?? []).find((each) => each.name === name);
  return ruleset && options(ruleset, 2, chosen ?? {}, member);
}

/** @param {import("../reduce.js").State} state */
function tournamentForm(state) {
  const { form } = state, ruleset = form.cupRuleset ?? state.rulesets?.[0]?.name ?? "", format = form.cupFormat ?? "round_robin";
  const pairsOnly = state.rulesets?.find((each) => each.name === ruleset)?.seats.every((/** @type {number} */ many) => many === 2);
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { form } = now();
    await player();
    const levels = ["random", "easy", "medium", "hard", "expert"].slice(0, Number(form.cupAis ?? "2"));
    const made = await post("/v1/tournaments", { name: event.target.elements.cupName.value, ruleset, format, ...(format === "tables" ? { seats: 3 } : {}), entrants: ["me", ...levels.map((ai) => ({ ai, name: ai }))], start: form.cupStart ?? "manual", options: form.cupOptions ?? {}, clock: clockOf(form.cupClock ?? "week") });
    asked.tournaments = 0;
    go(`#/contest/tournament:${made.id}`);
  };
  return h("details", { class: "make" }, h("summary", null, t("contests.new.tournament")), h("form", { onsubmit: (/** @type {any} */ event) => submit(event).catch(fail) },
    h("div", { class: "field" }, h("label", { for: "cupName" }, t("contests.name")), h("input", { id: "cupName", name: "cupName", required: true, maxlength: 40 })),
    choice("cupRuleset", t("contests.ruleset"), rulesets(state), ruleset),
    choice("cupFormat", t("contests.format"), [["round_robin", t("format.round_robin")], ["swiss", t("format.swiss")], ...(pairsOnly ? [] : [/** @type {[string, string]} */ (["tables", t("format.tables")])])], format),
    choice("cupAis", t("contests.with"), ["0", "1", "2", "3", "4", "5"].map((n) => [n, t("contests.many", { n })]), form.cupAis ?? "2"),
    choice("cupStart", t("contests.start"), [["manual", t("start.manual")], ["now", t("start.now")]], form.cupStart ?? "manual"),
    rules(state, ruleset, form.cupOptions, "cupOptions"), clock(form.cupClock ?? "week", "cupClock"),
    h("button", { class: "main", disabled: !ruleset }, t("contests.create"))));
}

/** @param {import("../reduce.js").State} state */
function seriesForm(state) {
  const { form } = state, ruleset = form.rowRuleset ?? state.rulesets?.[0]?.name ?? "", other = form.rowOther ?? "medium";
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { form } = now(), other = form.rowOther ?? "medium";
    await player();
    const rival = other === "player" && (await meant("rival"));
    if (rival === null) return;
    const made = await post("/v1/series", { ruleset, seats: ["me", rival ? { player: rival.id } : other === "open" ? other : { ai: other }], games: Number(form.rowGames ?? "2"), options: form.rowOptions ?? {}, clock: clockOf(form.rowClock ?? "week") });
    asked.series = 0;
    go(`#/contest/series:${made.id}`);
  };
  return h("details", { class: "make" }, h("summary", null, t("contests.new.series")), h("form", { onsubmit: (/** @type {any} */ event) => submit(event).catch(fail) },
    choice("rowRuleset", t("contests.ruleset"), rulesets(state), ruleset),
    choice("rowOther", t("contests.against"), [...["easy", "medium", "hard", "expert"].map((ai) => /** @type {[string, string]} */ ([ai, t(`ai.${ai}`)])), ["open", t("seat.open")], ["player", t("seat.player")]], other), other === "player" && personField("rival"),
    choice("rowGames", t("contests.games"), ["2", "4", "6", "10"].map((n) => [n, n]), form.rowGames ?? "2"),
    rules(state, ruleset, form.rowOptions, "rowOptions"), clock(form.rowClock ?? "week", "rowClock"),
    h("button", { class: "main", disabled: !ruleset }, t("contests.create"))));
}

/** @param {any[] | undefined} items */
function leaders(items) {
  if (!items?.length) return h("p", { class: "soft" }, t("contests.noleaders"));
  return h("table", null, h("thead", null, h("tr", null, ["#", t("table.name"), t("table.rating"), t("table.games")].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, items.map((each, place) => h("tr", { key: place }, h("td", null, each.place ?? "–"), h("td", null, each.name), h("td", null, `${Math.round(each.rating)}${each.provisional ? "?" : ""}`), h("td", null, each.games)))));
}

/** @param {import("../reduce.js").State} state */
function contest(state) {
  const [kind, id] = state.route.id.split(":"), path = `/v1/${kind === "series" ? "series" : "tournaments"}/${id}`;
  keep(state.route.id, path, 4);
  const found = state.lists[state.route.id];
  if (!found) return h("p", { class: "soft" }, t("shell.loading"));
  const round = Number(state.form.round || found.round || 1);
  if (kind !== "series") {
    keep(`${id} cross`, `${path}/crosstable`, 6);
    if (found.round) keep(`${id} round ${round}`, `${path}/rounds/${round}`, 6);
  }
  const act = (/** @type {string} */ what, /** @type {any} */ body = {}) => () => player().then(() => post(`${path}/${what}`, body)).then((made) => { asked[state.route.id] = 0; dispatch({ type: "list", name: state.route.id, items: made?.id ? made : found }); return true; }).catch(fail);
  const asking = state.form.sure, ask = (/** @type {string} */ sure) => () => dispatch({ type: "form", form: { sure } });
  const invited = found.invited?.includes(state.me?.id), organiser = state.me && found.organiser === state.me.id, early = found.status === "registering";
  const mine = state.me && [...(found.standings ?? []).filter((/** @type {any} */ each) => !each.withdrawn).map((/** @type {any} */ each) => each.player), ...(found.players ?? [])].some((/** @type {any} */ each) => each.player === state.me?.id && !each.left);
  return [
    h("h1", null, found.name || t("contests.seriesof", { game: titleOf(found.ruleset) })),
    h("p", { class: "lead" }, `${found.name ? `${titleOf(found.ruleset)} · ` : ""}${word("contest", found.status)}${found.round ? ` · ${t("contests.round", { n: found.round })}` : ""}${found.fewest_win ? ` · ${t("contests.fewest")}` : ""}`),
    h("div", { class: "row wrap" },
      early && !mine && h("button", { class: "main", onclick: act("entries") }, t("contests.join")),
      early && !mine && invited && h("button", { onclick: act("withdrawal") }, t("offer.decline")),
      kind !== "series" && early && organiser && h("button", { class: "main", onclick: act("start") }, t("contests.begin")),
      mine && ["registering", "running"].includes(found.status) && h("button", { onclick: early ? act("withdrawal") : ask("leave") }, t("contests.leave")),
      organiser && (early || (!mine && found.status === "running")) && h("button", { onclick: ask("cancel") }, t("cancel.button"))),
    asking && h("div", { class: "ask", role: "alertdialog", "aria-label": t(`${asking}.sure`) }, h("p", null, t(`${asking}.sure`)), h("div", { class: "row" },
      h("button", { class: "bad", onclick: () => { ask("")(); act(asking === "leave" ? "withdrawal" : "cancellation")(); } }, t(`${asking}.yes`)), h("button", { onclick: ask("") }, t(asking === "leave" ? "resign.no" : "cancel.no")))),
    early && (mine || organiser) && h("div", { class: "card invite" }, h("h2", null, t("open.invite")), h("p", null, t("contests.invite")), linkRow(location.href), organiser && inviteForm(act), found.invited?.length > 0 && h("p", { class: "soft" }, t("contests.invited", { n: found.invited.filter(Boolean).length }))),
    h("div", { class: "columns" },
      h("section", { class: "card", key: "standings" }, h("h2", null, t("contests.standings")), standings(found.standings ?? [])),
      kind === "series" ? h("section", { class: "card", key: "games" }, h("h2", null, t("nav.games")), games(found)) : h("section", { class: "card", key: "rounds" }, h("h2", null, t("contests.round", { n: round })), roundPicker(found, round), pairings(state.lists[`${id} round ${round}`]))),
    kind !== "series" && h("section", { class: "card wide", key: "cross" }, h("h2", null, t("contests.cross")), crosstable(state.lists[`${id} cross`]), h("p", null, h("a", { href: `${path}/crosstable.csv` }, "CSV"), " · ", h("a", { href: `${path}/crosstable.svg` }, "SVG"))),
  ];
}

/** Asks somebody by name to take part. @param {(what: string, body: any) => () => Promise<any>} act */
const inviteForm = (act) => h("form", { class: "row", onsubmit: async (/** @type {any} */ event) => {
  event.preventDefault();
  const guest = await meant("guest").catch(fail);
  if (guest && await act("entries", { player: guest.id })()) dispatch({ type: "form", form: { guest: {} } });
} }, personField("guest"), h("button", null, t("contests.ask")));

/** @param {any} found @param {number} round */
const roundPicker = (found, round) => found.round > 1 && h("div", { class: "segments", role: "group", "aria-label": t("contests.rounds") }, Array.from({ length: found.round }, (_, place) =>
  h("button", { key: place, "aria-pressed": String(place + 1 === round), onclick: () => { dispatch({ type: "form", form: { round: place + 1 } }); } }, place + 1)));

/** @param {any} found */
const games = (found) => h("ul", { class: "list" }, (found.games ?? []).map((/** @type {any} */ each) => h("li", { key: each.number }, h("a", { class: "item", href: each.game ? `#/game/${each.game}` : undefined },
  h("b", null, t("contests.game", { n: each.number })), h("span", { class: "badge" }, word("contest", each.status)), h("span", null, each.points ? each.points.join(" : ") : "")))));
