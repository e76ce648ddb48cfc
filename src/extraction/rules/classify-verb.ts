/** Judges what somebody does, did, will do or can't do, by the rule of its verb. */

import { classifyByTime } from "./classify-by-time.ts"
import { type Complement, isTagged } from "./complement.ts"
import { isFood } from "./have-verb.ts"
import type { Classification, FactKind } from "./kinds.ts"
import type { Predicate } from "./predicate.ts"
import type { VerbRule } from "./verb-rule.ts"
import { allowsForm, VERB_RULES } from "./verb-rules.ts"
import { normalizeWord } from "./words.ts"

const LASTING = /^(?:home|work|study|family|pet|milestone)$/
const LESS_SURE_DENIED = /^(?:tool|belonging|event|pastime|pet|home|work|study|milestone)$/
/** Verbs whose intention is of the moment: "I want to use it". */
const NEVER_INTENDED = /^(?:use|have|run|own|like|eat|drink)$/

/** By the rule of its verb, or else by the time that goes with it. */
export function classifyVerb(p: Predicate, c: Complement): Classification | null {
  if (p.intent === "duty") return duty(c)
  const ruled = judgeByRule(p, c)
  return ruled?.confidence === 1 ? ruled : (classifyByTime(p, c) ?? ruled)
}

function judgeByRule(p: Predicate, c: Complement): Classification | null {
  const rule = VERB_RULES[p.lemma]
  if (rule === undefined || (p.auxiliaries.has("did") && p.negated)) return null
  if (p.negated && p.auxiliaries.has("can") && isDay(c)) return { kind: "schedule", confidence: 1 }
  if (p.auxiliaries.has("can")) return ability(p, c, rule)
  if (p.lemma === "stand" || isReadOnce(p, c)) return null
  if (p.lemma === "eat" || p.lemma === "drink") return consuming(p, c, rule)
  if (p.intent === "plan" || p.intent === "wish" || p.auxiliaries.has("will")) return intended(p, c, rule)
  if (p.intent === "former" && c.technical) return null
  return done(p, c, rule)
}

/** "I can't do Thursdays", "I can't make it on Friday". */
function isDay(c: Complement): boolean {
  return (
    /^(?:(?:it )?(?:on )?(?:\w+ )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends|weekdays|mornings|evenings)|it (?:on|this|next|until) .+)(?: anymore| any more)?$/i.test(
      c.text,
    ) && c.timed
  )
}

function kindOf(rule: VerbRule, c: Complement): FactKind {
  return rule.kindOf?.(c) ?? rule.kind
}

/** "I need to finish it by Friday": a task only with its time. */
function duty(c: Complement): Classification | null {
  if (c.deictic || c.technical || !c.timed) return null
  return /\b(?:now|rn|today)\b/.test(c.text) ? null : { kind: "task", confidence: 1 }
}

function ability(p: Predicate, c: Complement, rule: VerbRule): Classification | null {
  if (!p.negated) return rule.kind === "skill" ? { kind: "skill", confidence: rule.score(c) } : null
  if (p.lemma === "have") return isFood(c) ? { kind: "constraint", confidence: 1 } : null
  const denied = rule.kind === "constraint" || p.lemma === "stand"
  return denied ? { kind: kindOf(rule, c), confidence: rule.score(c) } : null
}

/** "I recently read a book": read here is past, and of the moment. */
function isReadOnce(p: Predicate, c: Complement): boolean {
  if (p.lemma !== "read" || p.form !== "base") return false
  return c.determiner === "a" || p.verbGroup.some((word) => /^(?:just|recently|already|finally)$/i.test(word))
}

function consuming(p: Predicate, c: Complement, rule: VerbRule): Classification | null {
  if (p.intent !== "done" || !allowsForm(rule, p.form)) return null
  const abstains = p.lemma === "drink" && p.negated && c.first === ""
  const confidence = abstains ? 1 : rule.score(c)
  if (p.negated) return { kind: "constraint", confidence }
  const regular = [...p.verbGroup, ...c.lower].some((word) =>
    /^(?:always|only|every|daily|usually|mostly|often)$/.test(normalizeWord(word)),
  )
  return { kind: "habit", confidence: regular ? confidence : Math.min(confidence, 0.8) }
}

function intended(p: Predicate, c: Complement, rule: VerbRule): Classification | null {
  if (NEVER_INTENDED.test(p.lemma)) return null
  const kind = kindOf(rule, c)
  const confidence = rule.score(c)
  const vague = p.auxiliaries.has("will") && !c.timed
  if (p.intent === "wish") return { kind: "goal", confidence }
  return {
    kind: LASTING.test(kind) ? kind : "plan",
    confidence: vague ? Math.min(confidence, 0.8) : confidence,
  }
}

function done(p: Predicate, c: Complement, rule: VerbRule): Classification | null {
  const always =
    rule.kind === "taste" && p.form === "participle" && p.verbGroup.some((word) => /^always$/i.test(word))
  if (p.intent === "done" && !always && !allowsForm(rule, p.form)) return null
  const kind = doneKind(p, c, rule)
  const confidence = rule.score(c)
  const passing =
    p.form === "gerund" &&
    !c.timed &&
    (p.lemma === "use" || (p.lemma === "go" && !isTagged(c, "Place") && c.first !== "back"))
  const lacks = /^(?:own|drive)$/.test(p.lemma) && c.determiner === "a"
  if (p.intent === "begun" && kind === "habit" && confidence > 0 && p.form === "gerund")
    return { kind, confidence: 1 }
  const unsure = passing || (p.negated && LESS_SURE_DENIED.test(kind) && !lacks)
  return { kind, confidence: unsure ? Math.min(confidence, 0.8) : confidence }
}

/** "I'm playing chess" is of the moment, "I play chess" and "I've been playing chess" are habits. */
function doneKind(p: Predicate, c: Complement, rule: VerbRule): FactKind {
  const kind = kindOf(rule, c)
  const playing = /^(?:play|watch)$/.test(p.lemma) && p.form === "gerund" && p.intent === "done"
  if (playing) return p.auxiliaries.has("been") ? "habit" : "pastime"
  if (p.lemma === "watch" && p.form !== "gerund" && !c.timed) return "habit"
  return p.intent === "former" && kind === "pastime" ? "habit" : kind
}
