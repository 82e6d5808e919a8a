/** Words in the player's language. `{name}` is filled in, `{n, one square, # squares}` chosen by number. */

export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch", nl: "Nederlands" };

/** @type {Record<string, string>} */
let words = {};
/** @type {Record<string, string>} */
let english = {};
export let language = "en";
/** The language whose words are on their way, or here: the API is asked for it from the first call. */
export let wished = "en";

/** @param {string} wanted */
export async function learn(wanted) {
  const code = wanted in LANGUAGES ? wanted : "en";
  wished = code;
  const load = async (/** @type {string} */ name) => Object.fromEntries(flat(await (await fetch(new URL(`lang/${name}.json`, import.meta.url))).json(), ""));
  const [first, second] = await Promise.all([Object.keys(english).length ? english : load("en"), code === "en" ? null : load(code)]);
  english = first;
  words = second ?? first;
  language = code;
  document.documentElement.lang = code;
}

/** The words by their whole names: what those have in common is sent once.
 * @param {Record<string, any>} tree @param {string} path @returns {[string, string][]} */
const flat = (tree, path) => Object.entries(tree).flatMap(([name, said]) => typeof said === "string" ? [[name ? path + name : path.slice(0, -1), said]] : flat(said, `${path}${name}.`));

/** The language that the browser prefers among ours. */
export const preferred = () => navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? "en";

/** @param {string} key @param {Record<string, any>} [params] @returns {string} */
export const t = (key, params) => fill(words[key] ?? english[key] ?? key, params ?? {});

/** Whether there are words for it. @param {string} key */
export const knows = (key) => key in words || key in english;

/** A sentence of the API: by its code where we have words for it, as for all that games say, else as it came, in our language.
 * @param {string} sentence @param {string | undefined} code @param {any} [params] */
export const said = (sentence, code, params) => (language !== "en" && code && `code.${code}` in words ? capital(t(`code.${code}`, named(params ?? {}))) : "seat" in (params ?? {}) || "seats" in (params ?? {}) ? sentence.replace(SEATS, (found) => found.replace(/\d/g, (seat) => String(Number(seat) + 1))) : sentence);

/** Where a sentence of the API names seats: it counts them from 0, people from 1. */
const SEATS = /\b(?:seats?|places?|Platz|plaats) \d(?!\d)(?:(?:, | and )\d(?!\d))*/gi;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Parameters in the player's words where they are names of things.
 * @param {Record<string, any>} params */
const named = (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.map((each) => (name === "seats" ? each + 1 : thing(each))).join(", ") : typeof value === "string" ? thing(value) : name === "seat" || name === "other_seat" ? value + 1 : value]));

/** Both parts of a card's or an official's name; a colour may itself have a hyphen: `sky-blue-hat`.
 * @param {string} name @returns {[string, string]} */
export function inTwo(name) {
  const last = name.lastIndexOf("-");
  return [name.slice(0, Math.max(last, 0)), name.slice(last + 1)];
}

/** The name of a building, official, card, tile or colour.
 * @param {string} name @returns {string} */
export function thing(name) {
  if (knows(`thing.${name}`)) return t(`thing.${name}`);
  const [first, second] = inTwo(String(name));
  if (knows(`colour.${first}`)) {
    return knows(`colour.${second}`) ? t("thing.official", { hat: t(`colour.${first}`), robe: t(`colour.${second}`) }) : t("thing.card", { colour: t(`colour.${first}`), garment: t(`garment.${second}`) });
  }
  const [, floor, rest] = String(name).match(/^(green|pink|white)(\w+)$/) ?? [];
  if (floor) return `${t(`colour.${floor}`)}${knows(`colour.${rest}`) ? `/${t(`colour.${rest}`)}` : ` ${rest}`}`;
  return knows(`colour.${name}`) ? t(`colour.${name}`) : name;
}

/** @param {string} text @param {Record<string, any>} params */
export function fill(text, params) {
  return text.replace(/\{(\w+)(?:, ([^{},|]*)\|([^{}]*))?\}/g, (whole, name, one, many) => {
    if (!(name in params)) return whole;
    if (one === undefined) return String(params[name]);
    return (Number(params[name]) === 1 ? one : many).replaceAll("#", String(params[name]));
  });
}

/** @param {string} iso */
export const day = (iso) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(iso));
/** @param {string} iso */
export const when = (iso) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
