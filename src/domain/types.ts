/** The nouns of Keepsake as types. One word each, the same in code, SQL, API and docs. No behavior lives here. */
import type { Snowflake } from "discord-api-types/globals"

/** A Discord snowflake: a decimal string of at most 19 digits. Never a number: it would lose digits above 2^53. */
export type Id = Snowflake

/** Milliseconds since 1970-01-01 UTC. */
export type Time = number

export const SCOPES = ["user", "channel", "guild", "project", "global"] as const
export type Scope = (typeof SCOPES)[number]

export const TYPES = ["profile", "preference", "task_state", "constraint", "episode"] as const
export type MemoryType = (typeof TYPES)[number]

export const SECTIONS = ["bio", "interests", "skills", "opinions", "relationships", "other"] as const
export type Section = (typeof SECTIONS)[number]

export const LIFETIMES = ["1d", "3d", "7d", "30d", "90d", "permanent"] as const
export type Lifetime = (typeof LIFETIMES)[number]

export const IMPORTANCES = ["low", "medium", "high"] as const
export type Importance = (typeof IMPORTANCES)[number]
/** The weight of each importance in ranking and eviction, 0 to 1. */
export const IMPORTANCE_WEIGHT: Record<Importance, number> = { low: 0.3, medium: 0.6, high: 0.9 }

/** How long a memory of each type lives unless its claim says otherwise. */
export const DEFAULT_LIFETIME: Record<MemoryType, Lifetime> = {
  profile: "permanent",
  constraint: "permanent",
  preference: "90d",
  episode: "30d",
  task_state: "7d",
}

/** How Keepsake came to hear something: overheard, said to the bot, or told to be remembered. */
export const SOURCES = ["passive", "chat", "explicit"] as const
export type Source = (typeof SOURCES)[number]

/** What read the lines: a model, the rules, a tool, or nobody (kept word for word as told). */
export const METHODS = ["model", "rule", "tool", "verbatim"] as const
export type Method = (typeof METHODS)[number]

/** What of a person is kept only where a guild's policy allows it. */
export const SENSITIVE = [
  "health",
  "sexuality",
  "religion",
  "politics",
  "ethnicity",
  "minors",
  "finances",
  "slurs",
] as const
export type Sensitive = (typeof SENSITIVE)[number]

export type Person = { id: Id; name: string }

/** One chat message as heard. */
export interface Message {
  id: Id
  guildId: Id
  channelId: Id
  author: Person
  /** `keepsake` marks our own replies: shown as context, never a source of facts. */
  role: "member" | "keepsake"
  content: string
  at: Time
  replyTo: Id | null
  mentions: Person[]
  /** File names only. */
  attachments: string[]
  source: Source
}

/** Why a window ended. */
export type CloseReason = "lull" | "full" | "span" | "flush"

/** The run of messages in one channel that is extracted together, oldest first. Line n is `messages[n - 1]`. */
export interface Window {
  id: string
  guildId: Id
  channelId: Id
  channelName: string | null
  messages: Message[]
  reason: CloseReason
}

/** Whom a memory is about. For scope `guild` the id is the guild's own, for `channel` the channel's. */
export type Subject = { scope: Scope; id: Id }

/** How a fact is filed: kept where, for how long since it was last said, and how much it matters. */
export interface Filing {
  type: MemoryType
  section: Section | null
  importance: Importance
  lifetime: Lifetime
}

/** A span of time, both ends in it. */
export type Span = { from: Time; to: Time }

/** A proposed change to memory about one subject, citing the lines of its window (counted from 1). */
export interface Claim extends Filing {
  op: "save" | "update" | "forget"
  subject: Subject
  /** Third person, one sentence, with the person's name. */
  fact: string
  topics: string[]
  /** How sure the extractor is, 0 to 1, before source and evidence are weighed. */
  confidence: number
  lines: number[]
  /** The memory that an update replaces or a forget retires. */
  target: string | null
  /** Who said it, where that is not the subject. */
  reportedBy: Id | null
  /** What the model itself says it tells of a person; absent where nobody judged. */
  sensitive?: Sensitive | null
}

/** Tokens of one model call; their price in US dollars where the deployment's own list names the model. */
export interface Usage {
  purpose: string
  model: string
  inputTokens: number
  outputTokens: number
  costUsd?: number | null
}

/** What a window yields. */
export interface Extraction {
  method: Method
  model: string | null
  promptHash: string | null
  note: { title: string; summary: string } | null
  claims: Claim[]
  /** One line per participant: what they did or said in this window. */
  digests: { userId: Id; line: string }[]
  usage: Usage[]
}

export type MemoryStatus = "active" | "shadow" | "queued" | "superseded"

/** One fact in third person about a subject. */
export interface Memory extends Filing {
  id: string
  guildId: Id
  subject: Subject
  fact: string
  factKey: string
  topics: string[]
  /** Mean of base × source weight over the statements it rests on; `confidence` is what the formula makes of it. */
  certainty: number
  confidence: number
  /** What of its filing no statement gives: what a person set, and on how many days a night found it said, to be kept for good. */
  decided: { set?: Partial<Filing>; promoted?: { days: number; timezone: string } } | null
  /** null means permanent. */
  expiresAt: Time | null
  status: MemoryStatus
  supersededBy: string | null
  /** The memory of the same subject that says the opposite. */
  contradicts: string | null
  /** The messages whose claim took it out of recall. null: none did, or what goes does not bring it back. */
  retiredBy: Id[] | null
  /** Since when it is history, `status` superseded; null where it is not. */
  replacedAt: Time | null
  /** It says the same as the one that replaced it, which its statements count for since. */
  merged: boolean
  /** Statements it rests on: a window counts once, however many lines it cites. */
  evidenceCount: number
  /** When it was first and last said. */
  saidAt: Time
  lastSaidAt: Time
  createdAt: Time
  /** Grows with each change: the key of optimistic writing. */
  version: number
}

/** The link from a memory to the message it came from. `messageId` and `channelId` are null where it was told directly. */
export interface Evidence {
  memoryId: string
  messageId: Id | null
  channelId: Id | null
  authorId: Id
  windowId: string | null
  excerpt: string
  saidAt: Time
  method: Method
  model: string | null
  promptHash: string | null
  source: Source
  /** The fact as this statement worded it; empty where it took the fact back; null where that was not kept yet. */
  fact: string | null
  /** Base × source weight of this statement, 0 to 1; and how it filed the fact, null also where it took it back. Both null as above. */
  certainty: number | null
  filing: Filing | null
}

/** Title and summary of a window, or of what several of a day had in common: its `sources` then, with when each began and ended. */
export interface Note {
  id: string
  guildId: Id
  channelId: Id
  kind: "conversation" | "topic_cluster"
  title: string
  summary: string
  participants: { id: Id; name: string; line: string | null }[]
  firstMessageId: Id
  fromAt: Time
  toAt: Time
  sources?: { id: string; channelId: Id; title: string; firstMessageId: Id; from: Time; at: Time }[]
}

/** What was decided about a claim, and why. `fact` is null where the claim held a secret. */
export interface Verdict {
  kind: "accepted" | "shadowed" | "queued" | "rejected"
  reason: string
  op: Claim["op"]
  fact: string | null
  subject: Subject
  memoryId: string | null
}

declare const minted: unique symbol
/**
 * Who is asking, and where the answer will be read: the only key that opens memory. Minted only in access/audience.ts.
 * `readable` lists the channels whose words may be shown there; what was told directly, outside any channel, is the guild's.
 */
export interface Viewer {
  readonly [minted]: true
  readonly guildId: Id
  readonly readable: readonly Id[] | "all"
  /** The channel the answer is read in, where there is one. */
  readonly channelId: Id | null
  /** The one person who will see the answer; null where others do too. */
  readonly userId: Id | null
  /** Whether anybody objects of whom it must not be told; false spares every read to ask. */
  readonly hidesObjectors: boolean
}

// Why rules read a window although a model is bound: a cap was reached, it was not in the sample, too much waited, nothing is told in it that a model could learn from, or the reply was of no use.

export const FALLBACKS = ["spend_cap", "sample", "backlog", "nothing_told", "bad_reply"] as const
export type Fallback = (typeof FALLBACKS)[number]
