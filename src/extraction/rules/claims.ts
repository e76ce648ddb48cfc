/** Turns what was heard into claims, capped per person and window, in the order they were said. Pure. */
import { type Claim, type Id, IMPORTANCE_WEIGHT, type Message } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import type { HeardFact } from "./fragments.ts"
import { KIND_FILINGS } from "./kinds.ts"
import { planClaims } from "./phrases/plans.ts"
import { factOf } from "./phrases/read.ts"
import { type IsSensitive, mayHoldSecret, mentionsMoney } from "./source-filter.ts"
import { hearTalk, type TalkContext } from "./talk.ts"

const PER_PERSON = 5
const PER_WINDOW = 15
const LONGEST_FACT = 300
const TOPICS = 4

export interface ClaimContext extends TalkContext {
  messages: readonly Message[]
  channelId: Id
  isSensitive: IsSensitive
}

export function claimsOf(context: ClaimContext): Claim[] {
  const said = hearTalk(context)
    .filter((heard) => isFit(factOf(heard), context))
    .map(toClaim)
  const plans = planClaims(context)
  const own = said.filter(
    (claim) => !plans.some((plan) => claim.lines.every((line) => plan.lines.includes(line))),
  )
  return capped([...own, ...plans])
}

function isFit(fact: string, { isSensitive }: ClaimContext): boolean {
  return fact.length <= LONGEST_FACT && !mayHoldSecret(fact) && !mentionsMoney(fact) && !isSensitive(fact)
}

function toClaim(heard: HeardFact): Claim {
  const { kind, slots, time, person, speaker, isKin, lines } = heard
  const { type, section, importance, lifetime, topic } = KIND_FILINGS[kind]
  const topics = slots.flatMap((slot) => stems(slot).slice(0, 1)).filter((topic) => topic.length > 2)
  return {
    op: "save",
    subject: { scope: "user", id: person.id },
    fact: factOf(heard),
    type,
    section: isKin ? "relationships" : section,
    importance,
    lifetime,
    time,
    topics: [...new Set([...topics.slice(0, TOPICS - 1), topic])],
    confidence: 1,
    lines: [...lines].sort((a, b) => a - b),
    target: null,
    reportedBy: speaker.id === person.id ? null : speaker.id,
  }
}

/** Keeps the most important claims up to the caps per subject and window. */
function capped(claims: readonly Claim[]): Claim[] {
  const counts = new Map<Id, number>()
  const kept = new Set<Claim>()
  const ranked = claims.toSorted((a, b) => IMPORTANCE_WEIGHT[b.importance] - IMPORTANCE_WEIGHT[a.importance])
  for (const claim of ranked) {
    const count = counts.get(claim.subject.id) ?? 0
    if (count >= PER_PERSON || kept.size >= PER_WINDOW) continue
    counts.set(claim.subject.id, count + 1)
    kept.add(claim)
  }
  return claims.filter((claim) => kept.has(claim))
}
