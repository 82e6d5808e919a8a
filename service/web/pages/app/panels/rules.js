/** The rules in short, beside the board; a refused move leads to the one it breaks. */

import { h } from "../dom.js";
import { dispatch } from "../store.js";
import { knows, said, t } from "../text.js";

/** The rule beside the board that a code names; the rule's own words come in the player's language.
 * @param {any} ctx @param {string | undefined} code @returns {string | undefined} */
const ruleOf = (ctx, code) => (ctx.module.rules ?? []).find((/** @type {string} */ rule) => rule.toLowerCase().replace(/[^a-z0-9]+/g, "-") === code?.split(".").at(-1));

/** Why a move is refused, with the way to the rule it breaks. @param {any} ctx @param {import("../reduce.js").Refusal} refused */
export function refusalNote(ctx, refused) {
  const { detail, code, params, rule, rule_code } = refused, name = ctx.snap.ruleset, place = ruleOf(ctx, rule_code), see = rule && t("rules.see", { rule: said(rule, rule_code) });
  const open = () => {
    dispatch({ type: "tab", id: ctx.game.id, tab: "rules" });
    setTimeout(() => document.querySelector(`[data-rule="${place}"]`)?.scrollIntoView({ block: "center" }), 80);
  };
  return h("p", { class: "refusal", role: "alert", key: "refusal" }, said(detail, code, params) || t("problem.unreachable"), " ",
    rule && (place && knows(`rule.${name}.${place}`) ? h("button", { class: "link", onclick: open }, see) : h("a", { href: `/docs/games/${name}#${rule_code?.split(".").at(-1) ?? ""}` }, see)));
}

/** @param {any} ctx */
export function rulesPanel(ctx) {
  const name = ctx.snap.ruleset, broken = ruleOf(ctx, (ctx.game.refusal ?? ctx.hand?.refusal)?.rule_code);
  const tips = Array.from({ length: 9 }, (_, number) => `tip.${name}.${number + 1}`).filter(knows);
  return [
    (ctx.module.rules ?? []).map((/** @type {string} */ rule) => h("section", { key: rule, "data-rule": rule, class: rule === broken ? "rule broken" : "rule" }, h("h2", null, t(`rule.${name}.${rule}.title`)), h("p", null, t(`rule.${name}.${rule}`)))),
    tips.length > 0 && h("section", { class: "rule" }, h("h2", null, t("rules.tips")), h("ul", null, tips.map((tip) => h("li", { key: tip }, t(tip))))),
    h("p", null, h("a", { href: `/docs/games/${name}` }, t("rules.all"))),
  ];
}
