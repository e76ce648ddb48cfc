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
  bio: "About their life",
  interests: "Interests",
  skills: "Skills",
  opinions: "Opinions",
  relationships: "People around them",
  other: "Other things",
}

export const TYPE_NAMES: Record<MemoryType, string> = {
  profile: "who they are",
  preference: "a preference",
  task_state: "something under way",
  constraint: "something to mind",
  episode: "something that happened",
}

export const LIFETIME_NAMES: Record<Lifetime, string> = {
  "1d": "for a day",
  "3d": "for 3 days",
  "7d": "for a week",
  "30d": "for 30 days",
  "90d": "for 90 days",
  permanent: "for good",
}

const STATUS_NAMES: Record<Memory["status"], string | null> = {
  active: null,
  shadow: "only tried out, not used yet",
  queued: "waiting for someone who manages this server to approve it",
  superseded: "replaced or taken back since; kept as history",
}

/** Describes a memory's state; `null` if it is simply active. */
export function memoryStateLabel({ status, expiresAt, contradicts }: Memory, now: Time): string | null {
  if (status !== "active") return STATUS_NAMES[status]
  if (expiresAt !== null && expiresAt <= now) return "run out"
  return contradicts === null ? null : "something else I know says otherwise"
}

/**
 * Confidence in words. The steps are the points to which one more statement or a better source raises a
 * memory.
 */
export function confidenceLabel(confidence: number): string {
  if (confidence >= 0.9) return "very sure"
  if (confidence >= 0.7) return "quite sure"
  if (confidence >= 0.5) return "fairly sure"
  return confidence >= 0.3 ? "not very sure" : "far from sure"
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
    return `it is about ${sensitiveKindLabel(reason.slice(10))}, which is not kept here`
  return NOT_KEPT_REASONS[reason] ?? "it did not pass this server's rules for memory"
}

const SENSITIVE_LABELS: Record<Sensitive, string> = {
  health: "somebody's health",
  sexuality: "somebody's sexuality",
  religion: "somebody's religion",
  politics: "somebody's politics",
  ethnicity: "somebody's ethnicity",
  minors: "children",
  finances: "somebody's money",
  slurs: "somebody in words that hurt",
}

/** The name of a class of sensitive information within a sentence. */
export function sensitiveKindLabel(kind: string): string {
  const known = SENSITIVE.find((one) => one === kind)
  return known === undefined ? "something sensitive" : SENSITIVE_LABELS[known]
}

const NOT_KEPT_REASONS: Record<string, string> = {
  already_known: "I know that already",
  outdated: "I heard something newer since",
  opted_out: "someone it is about has asked not to be remembered",
  secret: "it looks like a password, key or contact detail",
  instruction: "it reads as an instruction, not as something to know",
  read_only: "memory is paused",
  subject_full: "there is no room for more about them; forget something first",
  person_full: "that is too much at once; tell me a little at a time",
  window_full: "that is too much at once; tell me a little at a time",
  hour_full: "too much was learned this hour; tell me again later",
  type_off: "this server does not keep things of that kind",
  scope_off: "this server does not keep things of that kind",
  low_confidence: "I could not be sure enough of it",
  empty: "there is nothing in it to know",
}

// Texts for empty results: what that means and what to do next. Pure.

export function noFactsText(userId: Id, asker: Id): string {
  if (userId !== asker)
    return `I know nothing about ${userMention(userId)} that you may read. Tell me something with \`/remember\`, or ask what was said with \`/recall\`.`
  return "I know nothing about you yet. Tell me something with `/remember`, right-click a message of yours and choose **Remember this**, or just talk: I learn from the channels I can read. What I may do with that, `/privacy see` tells and changes."
}

export function noResultsText(words: string): string {
  return `I don't remember anything about “${escapeText(words, 100)}”. Try other words, leave the topic or the person out, or look through \`/profile\`.`
}

export function noTalksText(days: number): string {
  const more = days < 7 ? "Look further back with `/recap`, `days: 7`, or look" : "Look"
  return `I noted no talk that you may read, ${days === 1 ? "yesterday or today" : `these ${days} days`}. A talk is noted a few minutes after it has ended, and at night a day's talks are gathered into topics. ${more} for something in particular with \`/recall\`.`
}

export function nothingToForgetText(words: string): string {
  return `Nothing I know about you fits “${escapeText(words, 70)}”, so nothing was forgotten. Type two letters in \`/forget\` to pick from what I know, or look through \`/profile\`.`
}

export const NOTHING_FORGOTTEN = "Nothing was forgotten."

export const ONLY_PEOPLE = "I keep nothing about bots, only about people."

export const NOT_A_MEMBER = "They are no member of this server, and I keep nothing about people elsewhere."

export const NO_WORDS = "There are no words in that, so there is nothing to remember."

export const KNOWN_ALREADY = "I know exactly that already, as another memory: nothing was changed."

export const USE_THEIR_NAME =
  "Say it of them, by name: “Ada lives in Oslo” rather than “I live in Oslo”. As it stands, I would remember about them what you say of yourself."
