/** Whether a clause is a fact worth claiming: by its subject, its verb and how surely it was said. */
import type { Clause } from "./clause.ts"
import { type Complement, isPlace, runsOn } from "./complement.ts"
import { type Finding, judgeBeing } from "./copula.ts"
import { judgeDoing } from "./doing.ts"
import { bare } from "./grammar.ts"
import type { Kind } from "./kinds.ts"
import { FILLERS } from "./lexicon.ts"
import type { Predicate } from "./predicate.ts"

/** The kinds that are kept of another person, said by one who knows them. */
const OF_NAMED = new Set<Kind>([
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
const OF_KIN = new Set<Kind>([...OF_NAMED, "taste", "skill", "habit", "plan", "name"])
const UNREAL = /^(?:would|could|should|might|may|must|shall)$/
const LONGEST = 28

export function judge(p: Predicate, c: Complement, clause: Clause): Finding | null {
  if ([...p.helpers].some((helper) => UNREAL.test(helper))) return null
  const finding = p.lemma === "be" ? being(p, c) : judgeDoing(p, c)
  if (finding === null || finding.confidence <= 0) return null
  const sure =
    runsOn(c) || p.rest.length > LONGEST
      ? { ...finding, confidence: Math.min(finding.confidence, 0.8) }
      : finding
  switch (clause.subject.kind) {
    case "kin":
      return ofKin(sure, p, c)
    case "named":
      return OF_NAMED.has(sure.kind) && p.form !== "base"
        ? sure
        : p.lemma === "be" && OF_NAMED.has(sure.kind)
          ? sure
          : null
    case "self":
      return clause.subject.elided && !isSurelySelf(p)
        ? { ...sure, confidence: Math.min(sure.confidence, 0.8) }
        : sure
    default:
      return sure
  }
}

function ofKin(finding: Finding, p: Predicate, c: Complement): Finding | null {
  if (!OF_KIN.has(finding.kind)) return null
  if (finding.kind === "identity" && /^\d/.test(c.first)) return null
  const vague = finding.kind === "work" && c.preposition === null && p.lemma !== "be"
  return vague ? { ...finding, confidence: 0.8 } : finding
}

function being(p: Predicate, c: Complement): Finding | null {
  if (p.helpers.has("been")) {
    if (c.preposition === "to" && isPlace(c) && !c.loose) return { kind: "event", confidence: 1 }
    if (!c.timed && c.preposition !== null) return null
  }
  if (!/^(?:offered|promoted|hired|accepted|fired)$/.test(c.first)) return judgeBeing(c, p)
  const vague = c.machine || c.lower.some((word) => /^(?:it|this|that|you)$/.test(word))
  return vague ? null : { kind: "work", confidence: 1 }
}

/** "Just adopted a cat" is surely the speaker's; "Moved to a new host" need not be. */
function isSurelySelf(p: Predicate): boolean {
  if (/^(?:get|adopt|rescue|graduate|accept|land|quit|marry)$/.test(p.lemma)) return true
  if (p.group.some((word) => FILLERS.has(bare(word))) || p.rest.some((word) => /^(?:my|our)$/i.test(word)))
    return true
  return /^(?:have|am)$/.test(bare(p.group[0] ?? "")) && p.group.length > 2
}
