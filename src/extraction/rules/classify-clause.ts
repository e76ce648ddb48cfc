/** Decides whether a clause is a fact worth claiming, by its subject, its verb and its certainty. */

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

/** Kinds of facts that are kept about another person. */
const KINDS_OF_NAMED = new Set<FactKind>([
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
const KINDS_OF_KIN = new Set<FactKind>([...KINDS_OF_NAMED, "taste", "skill", "habit", "plan", "name"])
const MODAL = /^(?:would|could|should|might|may|must|shall)$/
const LONGEST = 28

export function classifyClause(p: Predicate, c: Complement, clause: Clause): Classification | null {
  if ([...p.auxiliaries].some((auxiliary) => MODAL.test(auxiliary))) return null
  const classification =
    classifyPet(p, c, clause.subject) ?? (p.lemma === "be" ? classifyBe(p, c) : classifyVerb(p, c))
  if (classification === null || classification.confidence <= 0) return null
  const { subject } = clause
  if (subject.kind === "self" && subject.elided && p.form === "gerund" && hasSecondClause(c)) return null
  const enjoyed = classification.kind === "taste" && /ing$/.test(c.first)
  return bySubject(
    (hasSecondClause(c) && !enjoyed) || p.rest.length > LONGEST ? lessSure(classification) : classification,
    p,
    c,
    subject,
  )
}

/** "He's a three year old greyhound", "she's twelve years old", "he's afraid of the kettle". */
function classifyPet(p: Predicate, c: Complement, subject: Clause["subject"]): Classification | null {
  if (subject.kind !== "kin" || !PETS.has(subject.noun) || p.lemma !== "be" || p.negated || p.form === "past")
    return null
  const breed = c.determiner === "a" && !c.deictic && phraseHas(c, PETS)
  return breed || /^(?:\w+) (?:years?|months?|weeks?) old$|^(?:afraid|scared|terrified|fond) of /.test(c.text)
    ? { kind: "pet", confidence: 1 }
    : null
}

function bySubject(
  classification: Classification,
  p: Predicate,
  c: Complement,
  subject: Clause["subject"],
): Classification | null {
  switch (subject.kind) {
    case "kin":
      return classifyKin(classification, subject.noun, p, c)
    case "named":
      return KINDS_OF_NAMED.has(classification.kind) && (p.form !== "base" || p.lemma === "be")
        ? classification
        : null
    case "self":
      if (p.lemma === "die" || (p.lemma === "pass" && c.first === "away")) return null
      return subject.elided && !isSurelySelf(p) ? lessSure(classification) : classification
    default:
      return classification
  }
}

function lessSure(classification: Classification): Classification {
  return { ...classification, confidence: Math.min(classification.confidence, 0.8) }
}

function classifyKin(
  classification: Classification,
  noun: string,
  p: Predicate,
  c: Complement,
): Classification | null {
  if (!KINDS_OF_KIN.has(classification.kind)) return null
  if (classification.kind === "identity" && /^\d/.test(c.first)) return null
  if (classification.kind === "name") return { ...classification, kind: PETS.has(noun) ? "pet" : "family" }
  const vague =
    classification.kind === "work" && !/\b(?:at|for|as|with|in)\b/.test(c.text) && p.lemma !== "be"
  return vague ? { ...classification, confidence: 0.8 } : classification
}

function classifyBe(p: Predicate, c: Complement): Classification | null {
  if (p.auxiliaries.has("been")) {
    if (c.preposition === "to" && isPlace(c) && !c.deictic)
      return { kind: "event", confidence: /\b(?:yesterday|last night|today)\b/.test(c.text) ? 0.8 : 1 }
    if (!c.timed && c.preposition !== null && c.preposition !== "into") return null
  }
  if (!/^(?:offered|promoted|hired|accepted|fired)$/.test(c.first)) return classifyCopula(c, p)
  const vague = c.technical || c.lower.some((word) => /^(?:it|this|that|you)$/.test(word))
  return vague ? null : { kind: "work", confidence: 1 }
}

/**
 * Returns true if a clause without a subject is certainly about the speaker: "Just adopted a cat". "Moved to
 * a new host" may not be.
 */
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
