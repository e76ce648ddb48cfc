/** Words for the states of a memory, for why one was not kept, and for empty results. Pure. */
import type { Evidence, Id, Memory, Time } from "../../../domain/types.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { escapeText } from "./text.ts"

/** Describes a memory's state; `null` if it is simply active. */
export function memoryStateLabel(
  { status, expiresAt, contradicts }: Memory,
  now: Time,
  { states }: Texts,
): string | null {
  if (status !== "active") return states[status]
  if (expiresAt !== null && expiresAt <= now) return states.expired
  return contradicts === null ? null : states.contradicted
}

/**
 * Confidence in words. The steps are the points to which one more statement or a better source raises a
 * memory.
 */
export function confidenceLabel(confidence: number, { confidences }: Texts): string {
  if (confidence >= 0.9) return confidences.verySure
  if (confidence >= 0.7) return confidences.sure
  if (confidence >= 0.5) return confidences.fairlySure
  return confidence >= 0.3 ? confidences.notVerySure : confidences.unsure
}

/**
 * Mentions a person. Discord renders their current name and tells two people of one name apart, without a
 * read. It pings nobody, because replies allow no mentions. Takes only ids that a read returned: people who
 * object are never among them.
 */
export function userMention(id: Id): string {
  return `<@${id}>`
}

/** Returns who said it, or an empty list if the person it is about said it too. */
export function reporterIds(memory: Memory, evidence: readonly Evidence[]): Id[] {
  const { subject } = memory
  if (subject.scope === "user" && evidence.some(({ authorId }) => authorId === subject.id)) return []
  return [...new Set(evidence.flatMap(({ authorId, eventId }) => (eventId ? [] : [authorId])))]
}

/** Explains why a statement was not kept. `reason` is a verdict's reason. */
export function notKeptReason(reason: string, texts: Texts): string {
  const { notKept } = texts
  if (reason.startsWith("sensitive:"))
    return fill(notKept.sensitive, { kind: sensitiveKindLabel(reason.slice(10), texts) })
  return wordsOr(notKept, reason)
}

/** The end of a sentence that says which class of sensitive information a text has. */
export function sensitiveKindLabel(kind: string, { sensitive }: Texts): string {
  return wordsOr(sensitive, kind)
}

function wordsOr(table: { other: string }, key: string): string {
  return Object.entries(table).find(([name]) => name === key)?.[1] ?? table.other
}

// Texts for empty results: what that means and what to do next. Pure.

export function noFactsText(userId: Id, asker: Id, { profile }: Texts): string {
  return userId === asker ? profile.noneOwn : fill(profile.noneOther, { who: userMention(userId) })
}

/** `userId`: the other person whose facts were searched. */
export function nothingToForgetText(words: string, { forget }: Texts, userId?: Id): string {
  const searched = escapeText(words, 70)
  return userId === undefined
    ? fill(forget.noneOwn, { words: searched })
    : fill(forget.noneOther, { words: searched, who: userMention(userId) })
}
