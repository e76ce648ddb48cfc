/** Claims of what people say of themselves, by the phrase tables. Pure. */
import type { Claim, Message } from "../../../domain/types.ts"
import { stems } from "../../../text/stems.ts"
import { sentencesOf } from "../../support/sentences.ts"
import { KIND_FILINGS } from "../kinds.ts"
import { isUnusableLine, mayHoldSecret, mentionsMoney } from "../source-filter.ts"
import { readIntro } from "./intro.ts"
import { languageOf } from "./language.ts"
import { PHRASE_TABLES, readSaid, type SaidFact } from "./read.ts"
import { timeOf } from "./when.ts"

const CONFIDENCE = 1
const TOPICS = 3
const LONGEST_LINE = 600

export interface SaidContext {
  messages: readonly Message[]
  timezone: string
  isSensitive: (text: string) => boolean
}

export interface SaidClaim {
  claim: Claim
  /** An introduction or a date: read better by phrases than as a sentence. */
  isBest: boolean
}

/** Returns a claim for each fact that somebody states about themselves, in the order they are said. */
export function saidClaims({ messages, timezone, isSensitive }: SaidContext): SaidClaim[] {
  const spoken = languageOf(messages.map(({ content }) => content).join(" "))
  return messages.flatMap((message, index) => {
    const { content, author, at, role } = message
    if (role !== "member" || content.length > LONGEST_LINE || isUnusableLine(content, content)) return []
    const own = languageOf(content)
    const intro = readIntro(content, author.name, own)
    const tables = PHRASE_TABLES.filter(({ language }) => language === own || language === spoken)
    const said = sentencesOf([message])
      .filter(({ isQuestion, isUnmeant }) => !isQuestion && !isUnmeant)
      .flatMap(({ text }) => readSaid(text, { who: author.name, at, timezone }, tables))
    return [...intro, ...said]
      .filter(({ fact }) => !mayHoldSecret(fact) && !mentionsMoney(fact) && !isSensitive(fact))
      .map((one) => ({
        claim: toClaim(one, { message, line: index + 1, timezone }),
        isBest: intro.includes(one) || one.time !== null,
      }))
  })
}

/** Returns the claims of sentences, phrases and plans; where two read one line, the one that reads it better. */
export function mergedClaims(
  parsed: readonly Claim[],
  said: readonly SaidClaim[],
  plans: readonly Claim[],
): Claim[] {
  const best = [...said.filter(({ isBest }) => isBest).map(({ claim }) => claim), ...plans]
  const kept = parsed.filter((one) => !best.some((other) => readsAll(one, other)))
  const own = said.filter(({ claim }) => !kept.some((other) => readsAll(claim, other)))
  return [...kept, ...own.map(({ claim }) => claim), ...plans]
}

/** Returns true if all lines of one claim are also the other's. */
function readsAll(one: Claim, other: Claim): boolean {
  const isSame = one.subject.id === other.subject.id || one.subject.scope === "guild"
  return isSame && one.lines.every((line) => other.lines.includes(line))
}

function toClaim(
  said: SaidFact,
  { message: { author }, line, timezone }: { message: Message; line: number; timezone: string },
): Claim {
  const { kind, fact, slots, time } = said
  const { type, section, importance, lifetime, topic } = KIND_FILINGS[kind]
  return {
    op: "save",
    subject: { scope: "user", id: author.id },
    fact,
    type,
    section,
    importance,
    lifetime,
    time: time === null ? null : timeOf(time, timezone),
    topics: [...new Set([...slots.flatMap((slot) => stems(slot).slice(0, 1)), topic])].slice(0, TOPICS),
    confidence: CONFIDENCE,
    lines: [line],
    target: null,
    reportedBy: null,
  }
}
