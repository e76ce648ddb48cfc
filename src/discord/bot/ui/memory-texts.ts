/** Labels for the fields and states of a memory, and texts for empty results. Pure. */
import {
  type Evidence,
  type Id,
  type Lifetime,
  type Memory,
  type MemoryType,
  SENSITIVE,
  type Section,
  type Sensitive,
  type Time,
} from "../../../domain/types.ts"
import { escapeText } from "./text.ts"

export const SECTION_NAMES: Record<Section, string> = {
  bio: "Biography",
  interests: "Interests",
  skills: "Skills",
  opinions: "Opinions",
  relationships: "Relationships",
  other: "Other",
}

export const TYPE_NAMES: Record<MemoryType, string> = {
  profile: "personal detail",
  preference: "preference",
  task_state: "current activity",
  constraint: "restriction",
  episode: "event",
}

export const LIFETIME_NAMES: Record<Lifetime, string> = {
  "1d": "for a day",
  "3d": "for 3 days",
  "7d": "for a week",
  "30d": "for 30 days",
  "90d": "for 90 days",
  permanent: "permanently",
}

const STATUS_NAMES: Record<Memory["status"], string | null> = {
  active: null,
  shadow: "saved but hidden, not used",
  queued: "waiting for a server manager's approval",
  superseded: "replaced or retracted, kept as history",
}

/** Describes a memory's state; `null` if it is simply active. */
export function memoryStateLabel({ status, expiresAt, contradicts }: Memory, now: Time): string | null {
  if (status !== "active") return STATUS_NAMES[status]
  if (expiresAt !== null && expiresAt <= now) return "expired"
  return contradicts === null ? null : "contradicted by another fact"
}

/**
 * Confidence in words. The steps are the points to which one more statement or a better source raises a
 * memory.
 */
export function confidenceLabel(confidence: number): string {
  if (confidence >= 0.9) return "very sure"
  if (confidence >= 0.7) return "sure"
  if (confidence >= 0.5) return "fairly sure"
  return confidence >= 0.3 ? "not very sure" : "unsure"
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
  return [...new Set(evidence.map(({ authorId }) => authorId))]
}

/** Explains why a statement was not kept. `reason` is a verdict's reason. */
export function notKeptReason(reason: string): string {
  if (reason.startsWith("sensitive:"))
    return `it ${sensitiveKindLabel(reason.slice(10))}, which this server does not save`
  return NOT_KEPT_REASONS[reason] ?? "it does not meet this server's memory rules"
}

const SENSITIVE_LABELS: Record<Sensitive, string> = {
  health: "is about someone's health",
  sexuality: "is about someone's sexuality",
  religion: "is about someone's religion",
  politics: "is about someone's politics",
  ethnicity: "is about someone's ethnicity",
  minors: "is about children",
  finances: "is about someone's finances",
  slurs: "contains a slur",
}

/** The end of a sentence that says which class of sensitive information a text has. */
export function sensitiveKindLabel(kind: string): string {
  const known = SENSITIVE.find((one) => one === kind)
  return known === undefined ? "is sensitive" : SENSITIVE_LABELS[known]
}

const NOT_KEPT_REASONS: Record<string, string> = {
  already_known: "I already know that",
  outdated: "I have newer information",
  several_meant: "several members have that name, so a manager decides whose it is",
  opted_out: "it involves someone who asked not to be remembered",
  secret: "it looks like a password, key or contact detail",
  instruction: "it looks like an instruction, not a fact",
  read_only: "memory is paused",
  subject_full: "the limit of facts about them is reached (forget one first)",
  window_full: "that is too much at once (send less at a time)",
  hour_full: "this hour's limit is reached (try again later)",
  type_off: "this server does not save this kind of information",
  scope_off: "this server does not save this kind of information",
  low_confidence: "I am not sure enough about it",
  empty: "it contains no fact",
}

// Texts for empty results: what that means and what to do next. Pure.

export function noFactsText(userId: Id, asker: Id): string {
  if (userId !== asker)
    return `I know nothing about ${userMention(userId)} that you can read. Tell me something with \`/remember\`, or search with \`/recall\`.`
  return "I know nothing about you yet. Tell me something with `/remember`, right-click a message of yours and choose **Remember this**, or just talk: I learn from the channels that I can read. To see or change what I may store, use `/privacy see`."
}

export function noResultsText(words: string): string {
  return `I don't remember anything about “${escapeText(words, 100)}”. Try other words, remove the topic or the person, or browse \`/profile\`.`
}

export function noTalksText(days: number): string {
  const more = days < 7 ? "Look further back with `/recap days:7`, or search" : "Search"
  return `There are no conversation notes that you can read from ${days === 1 ? "yesterday or today" : `the last ${days} days`}. Notes are written a few minutes after a conversation ends, and grouped into daily topics at night. ${more} for something specific with \`/recall\`.`
}

/** `userId`: the other person whose facts were searched. */
export function nothingToForgetText(words: string, userId?: Id): string {
  if (userId !== undefined)
    return `No fact about ${userMention(userId)} that you can read matches “${escapeText(words, 70)}”, so nothing was forgotten. Browse \`/profile member:\` for what there is.`
  return `No fact about you matches “${escapeText(words, 70)}”, and none that only you told me, so nothing was forgotten. Type at least two letters in \`/forget\` to pick a fact from a list, or browse \`/profile\`.`
}

export const NOTHING_FORGOTTEN = "Nothing was forgotten."

export const ONLY_PEOPLE = "I only remember people, not bots."

export const NOT_A_MEMBER = "This person is not a member of this server. I only remember members."

export const NO_WORDS = "That contains no words to remember."

export const KNOWN_ALREADY = "Another fact already says exactly this. Nothing was changed."

export const USE_THEIR_NAME =
  "Use the person's name: write “Ada lives in Oslo” instead of “I live in Oslo”. Otherwise I would save your words about yourself as a fact about them."
