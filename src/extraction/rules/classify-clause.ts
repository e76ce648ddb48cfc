/** Whether a clause is a fact worth claiming: by its subject, its verb and how surely it was said. */

import { classifyVerb } from "./classify-verb.ts"
import type { Clause } from "./clause.ts"
import { type Complement, hasSecondClause, isPlace } from "./complement.ts"
import { classifyCopula } from "./copula.ts"
import type { Classification, FactKind } from "./kinds.ts"
import { FILLERS, PETS } from "./lexicon.ts"
import type { Predicate } from "./predicate.ts"
import { isPast } from "./times.ts"
import { phraseHas } from "./verb-rule.ts"
import { normalizeWord } from "./words.ts"

/** The kinds that are kept of another person, said by one who knows them. */
const OF_NAMED = new Set<FactKind>([
  "home",
  "work",
  "study",
  "origin",
  "family",
  "pet",
  "milestone",
  "event",
  "absence",
  "identity",
  "constraint",
])
const OF_KIN = new Set<FactKind>([...OF_NAMED, "taste", "skill", "habit", "plan", "name"])
const UNREAL = /^(?:would|could|should|might|may|must|shall)$/
const LONGEST = 28

export function classifyClause(p: Predicate, c: Complement, clause: Clause): Classification | null {
  if ([...p.auxiliaries].some((helper) => UNREAL.test(helper))) return null
  const finding = ofPet(p, c, clause.subject) ?? (p.lemma === "be" ? being(p, c) : classifyVerb(p, c))
  if (finding === null || finding.confidence <= 0) return null
  const { subject } = clause
  if (subject.kind === "self" && subject.elided && p.form === "gerund" && hasSecondClause(c)) return null
  const enjoyed = finding.kind === "taste" && /ing$/.test(c.first)
  return bySubject(
    (hasSecondClause(c) && !enjoyed) || p.rest.length > LONGEST ? lessSure(finding) : finding,
    p,
    c,
    subject,
  )
}

/** "He's a three year old greyhound", "she's twelve years old", "he's afraid of the kettle". */
function ofPet(p: Predicate, c: Complement, subject: Clause["subject"]): Classification | null {
  if (subject.kind !== "kin" || !PETS.has(subject.noun) || p.lemma !== "be" || p.negated || p.form === "past")
    return null
  const breed = c.determiner === "a" && !c.deictic && phraseHas(c, PETS)
  return breed || /^(?:\w+) (?:years?|months?|weeks?) old$|^(?:afraid|scared|terrified|fond) of /.test(c.text)
    ? { kind: "pet", confidence: 1 }
    : null
}

function bySubject(
  finding: Classification,
  p: Predicate,
  c: Complement,
  subject: Clause["subject"],
): Classification | null {
  switch (subject.kind) {
    case "kin":
      return ofKin(finding, subject.noun, p, c)
    case "named":
      return OF_NAMED.has(finding.kind) && (p.form !== "base" || p.lemma === "be") ? finding : null
    case "self":
      if (p.lemma === "die" || (p.lemma === "pass" && c.first === "away")) return null
      return subject.elided && !isSurelySelf(p) ? lessSure(finding) : finding
    default:
      return finding
  }
}

function lessSure(finding: Classification): Classification {
  return { ...finding, confidence: Math.min(finding.confidence, 0.8) }
}

function ofKin(finding: Classification, noun: string, p: Predicate, c: Complement): Classification | null {
  if (!OF_KIN.has(finding.kind)) return null
  if (finding.kind === "identity" && /^\d/.test(c.first)) return null
  if (finding.kind === "name") return { ...finding, kind: PETS.has(noun) ? "pet" : "family" }
  const vague = finding.kind === "work" && !/\b(?:at|for|as|with|in)\b/.test(c.text) && p.lemma !== "be"
  return vague ? { ...finding, confidence: 0.8 } : finding
}

function being(p: Predicate, c: Complement): Classification | null {
  if (p.auxiliaries.has("been")) {
    if (c.preposition === "to" && isPlace(c) && !c.deictic)
      return { kind: "event", confidence: /\b(?:yesterday|last night|today)\b/.test(c.text) ? 0.8 : 1 }
    if (!c.timed && c.preposition !== null && c.preposition !== "into") return null
  }
  if (!/^(?:offered|promoted|hired|accepted|fired)$/.test(c.first)) return classifyCopula(c, p)
  const vague = c.technical || c.lower.some((word) => /^(?:it|this|that|you)$/.test(word))
  return vague ? null : { kind: "work", confidence: 1 }
}

/** "Just adopted a cat" is surely the speaker's; "Moved to a new host" need not be. */
function isSurelySelf(p: Predicate): boolean {
  if (/^(?:get|adopt|rescue|graduate|accept|land|quit|marry)$/.test(p.lemma)) return true
  if (p.form === "past" && isPast(p.rest.join(" "))) return true
  if (
    p.verbGroup.some((word) => FILLERS.has(normalizeWord(word))) ||
    p.rest.some((word) => /^(?:my|our)$/i.test(word))
  )
    return true
  return /^(?:have|am)$/.test(normalizeWord(p.verbGroup[0] ?? "")) && p.verbGroup.length > 2
}
