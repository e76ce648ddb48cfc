/** Turns what was heard into claims, in the order they were said. `checkClaims` caps them. Pure. */

import { localDate } from "../../domain/calendar.ts"
import { factTime } from "../../domain/fact-time.ts"
import type { Claim, Id, Lifetime, Memory, Message } from "../../domain/types.ts"
import { isByMinor } from "../../privacy/sensitive.ts"
import { languageOf } from "../../text/language.ts"
import { stems } from "../../text/stems.ts"
import { choiceClaims, isVote } from "./choices.ts"
import { changedPlans } from "./endings/changed-plans.ts"
import { type HeardEnding, heardEndings } from "./endings/heard-endings.ts"
import { lastDay } from "./endings/later.ts"
import type { HeardFact } from "./fragments.ts"
import { groupClaims } from "./group.ts"
import { confidenceOf, type FactKind, KIND_FILINGS } from "./kinds.ts"
import { retoldStatement } from "./phrases/retell.ts"
import { factOf } from "./phrases/told.ts"
import { timeWords } from "./phrases/when.ts"
import { OF_GAME } from "./played-words.ts"
import { type IsSensitive, mayHoldSecret, mentionsMoney } from "./source-filter.ts"
import { hearTalk, type TalkContext } from "./talk.ts"

const LONGEST_FACT = 300
const TOPICS = 4

export interface ClaimContext extends TalkContext {
  channelName: string | null
  messages: readonly Message[]
  channelId: Id
  isSensitive: IsSensitive
  /** Memories that are known to this channel's readers. */
  known: readonly Memory[]
}

export function claimsOf(context: ClaimContext): Claim[] {
  const changed = changedPlans(hearTalk(context), context)
  const gone = new Set([...changed.replaced.values(), ...changed.claims.map(({ target }) => target)])
  const { facts, endings } = heardEndings(changed.facts, {
    ...context,
    known: context.known.filter(({ id }) => !gone.has(id)),
  })
  const replaced = new Map<HeardFact | null, Id>([
    ...changed.replaced,
    ...endings.map((one) => [one.successor, one.memory.id] as const),
  ])
  const minors = minorsIn(context)
  const said = facts
    .filter((heard) => isFit(factOf(heard), context) && !minors.has(heard.person.id))
    .filter((heard) => !mayBePlayed(heard, context) && !isVote(heard, context.messages))
    .map((heard) => toClaim(heard, replaced.get(heard) ?? null, context))
  const ended = endings.filter(({ successor }) => successor === null).flatMap((one) => toEnding(one, context))
  const plans = changed.claims.filter(({ fact }) => isFit(fact, context))
  const group = [...groupClaims(context), ...choiceClaims(context.messages, context.channelId)].filter(
    ({ fact }) => isFit(fact, context),
  )
  const own = said.filter((claim) => !isToldBy(group, claim))
  return [...own, ...group, ...plans, ...ended]
}

/** The people who tell that they are minors, if the guild refuses to keep that. */
function minorsIn({ messages, isSensitive }: ClaimContext): Set<Id> {
  const told = messages.filter(({ content }) => isByMinor(content) && isSensitive(content))
  return new Set(told.map(({ author }) => author.id))
}

/** "Got married to Abigail" may be a game's where the channel is named for one, or somebody near it speaks of one. */
function mayBePlayed({ kind, lines }: HeardFact, { messages, channelName }: ClaimContext): boolean {
  if (!PLAYED.has(kind)) return false
  const last = Math.max(...lines)
  const near = messages.slice(Math.max(0, last - GAME_RANGE.before), last + GAME_RANGE.after)
  const said = [channelName ?? "", ...near.flatMap(({ author, content }) => [author.name, content])]
  return said.some((text) => OF_GAME.test(text.replace(/[-_]+/g, " ")))
}
/** Kinds of what people do and own in games too. */
const PLAYED: ReadonlySet<FactKind> = new Set<FactKind>(["milestone", "belonging", "pet", "family"])
const GAME_RANGE = { before: 6, after: 2 }

function isToldBy(group: readonly Claim[], { lines }: Claim): boolean {
  return group.some((claim) => lines.every((line) => claim.lines.includes(line)))
}

/** A fact that ends on a day to come holds until then, and if nobody knows the day, for now. */
function toEnding(ending: HeardEnding, { messages, timezone }: ClaimContext): Claim[] {
  const at = messages[Math.max(...ending.lines) - 1]?.at ?? 0
  const until = lastDay(ending.said, { at, timezone })
  if (until === null) return [toForgetting(ending)]
  if (until === "unknown" || TELLS_END.test(ending.memory.fact)) return []
  const fact = ending.memory.fact.replace(/[\s.]+$/u, "")
  const words = timeWords({ from: null, to: until }, languageOf(fact))
  const time = factTime({ when: null, until }, timezone)
  return [{ ...toForgetting(ending), op: "update", fact: `${fact} ${words}`, time }]
}
const TELLS_END = /\d{4}\W*$/u

/** The words that end a memory are what the claim tells of it. */
function toForgetting({ memory, speaker, said, lines }: HeardEnding): Claim {
  const { subject, type, section, importance, lifetime, topics, id: target } = memory
  const fact = retoldStatement(said, speaker.name)
  return {
    ...{ type, section, importance, lifetime, topics },
    ...{ op: "forget", subject, fact, time: null, confidence: 1, lines, target, reportedBy: null },
  }
}

function isFit(fact: string, { isSensitive }: ClaimContext): boolean {
  return fact.length <= LONGEST_FACT && !mayHoldSecret(fact) && !mentionsMoney(fact) && !isSensitive(fact)
}

/** "Is moving to York on 5 December 2026" is a plan, which lasts as plans do. A job that begins then goes on. */
function lifetimeOf(heard: HeardFact, { messages, timezone }: ClaimContext): Lifetime {
  const { kind, time, lines } = heard
  const { lifetime } = KIND_FILINGS[kind]
  const begins = time?.until === null ? (time.when ?? "") : ""
  const today = localDate(messages[Math.max(...lines) - 1]?.at ?? 0, timezone).slice(0, begins.length)
  return lifetime === "permanent" && HAPPENS.has(kind) && begins > today
    ? KIND_FILINGS.plan.lifetime
    : lifetime
}
/** Kinds of lasting facts that, told with a day to come, are plans. */
const HAPPENS: ReadonlySet<FactKind> = new Set<FactKind>(["home", "family", "milestone", "pet", "belonging"])

function toClaim(heard: HeardFact, replaced: Id | null, context: ClaimContext): Claim {
  const { kind, slots, time, person, speaker, isKin, lines } = heard
  const { type, section, importance, topic } = KIND_FILINGS[kind]
  const topics = slots.flatMap((slot) => stems(slot).slice(0, 1)).filter((topic) => topic.length > 2)
  return {
    op: replaced === null ? "save" : "update",
    subject: { scope: "user", id: person.id },
    fact: factOf(heard),
    type,
    section: isKin ? "relationships" : section,
    importance,
    lifetime: lifetimeOf(heard, context),
    time,
    topics: [...new Set([...topics.slice(0, TOPICS - 1), topic])],
    confidence: confidenceOf(kind),
    lines: [...lines].sort((a, b) => a - b),
    target: replaced,
    reportedBy: speaker.id === person.id ? null : speaker.id,
  }
}
