/** The nouns of Keepsake as types. Each has one word, the same in code, SQL, API and docs. No behavior. */
import type { Snowflake } from "discord-api-types/globals"
import type { EventMark } from "./event-mark.ts"

/** A Discord snowflake: a decimal string of up to 19 digits. Never a number: those lose digits above 2^53. */
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
/** Weight in ranking and eviction, 0 to 1. */
export const IMPORTANCE_WEIGHT: Record<Importance, number> = { low: 0.3, medium: 0.6, high: 0.9 }

/** The lifetime of each memory type unless its claim sets another. */
export const DEFAULT_LIFETIME: Record<MemoryType, Lifetime> = {
  profile: "permanent",
  constraint: "permanent",
  preference: "90d",
  episode: "30d",
  task_state: "7d",
}

/** How Keepsake received a message: read in a channel, said to the bot, given to remember, or as an event. */
export const SOURCES = ["passive", "chat", "explicit", "tool"] as const
export type Source = (typeof SOURCES)[number]

/** The extractor: a model, the rules, a tool, or nothing (kept word for word). */
export const METHODS = ["model", "rule", "tool", "verbatim"] as const
export type Method = (typeof METHODS)[number]

/** Personal topics that are kept only if a guild's policy allows them. */
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
/** One chat message as received. */
export interface Message {
  id: Id
  guildId: Id
  channelId: Id
  author: Person
  /** `keepsake`: Keepsake's own reply, context and never a source of facts. `event`: nobody's words. */
  role: "member" | "keepsake" | "event"
  content: string
  at: Time
  replyTo: Id | null
  mentions: Person[]
  /** File names, and labeled "forwarded: ", "poll: ", "sticker: " or "link: " what else is not the author's own text. */
  attachments: string[]
  source: Source
  event?: EventMark<Scope> /** set if `role` is `event` */
}

/** Why a window ended. */
export type CloseReason = "lull" | "full" | "span" | "flush"

/** A run of messages in one channel, extracted together, oldest first. Line n is `messages[n - 1]`. */
export interface Window {
  id: string
  guildId: Id
  channelId: Id
  channelName: string | null
  messages: Message[]
  reason: CloseReason
}

/** The subject of a memory. For scope `guild` the id is the guild's own, for `channel` the channel's. */
export type Subject = { scope: Scope; id: Id }

/** When a fact happens or holds ("2026-05", "2026-05-16T21:00", in the guild's calendar), and when that is over. */
export type FactTime = { when: string | null; until: string | null; endsAt: Time }

/** The filing of a fact. `lifetime` counts from when the fact was last said; `time` belongs to its wording. */
export interface Filing {
  type: MemoryType
  section: Section | null
  importance: Importance
  lifetime: Lifetime
  time: FactTime | null
}

export type Span = { from: Time /** included */; to: Time }

/** A proposed change to memory about one subject, citing the lines of its window (counted from 1). */
export interface Claim extends Filing {
  op: "save" | "update" | "forget"
  subject: Subject
  /** One sentence in third person, with the person's name. */
  fact: string
  topics: string[]
  /** The extractor's confidence, 0 to 1, before source and evidence are weighed. */
  confidence: number
  lines: number[]
  /** The memory that an update replaces or a forget retires. */
  target: string | null
  /** The person who said it, if not the subject. */
  reportedBy: Id | null
  /** The class that the model reported, and the verdict of a second reading; absent if nothing judged it. */
  sensitive?: Sensitive | null
  confirmed?: boolean
  candidates?: Id[] /** everyone whom the name may mean */
}

/** The tokens of one model call. `costUsd` is their price if the deployment's own list names the model. */
export interface Usage {
  purpose: string
  model: string
  inputTokens: number
  outputTokens: number
  costUsd?: number | null
}

/** The result of extracting a window. */
export interface Extraction {
  method: Method
  model: string | null
  promptHash: string | null
  note: { title: string; summary: string } | null
  claims: Claim[]
  digests: { userId: Id; line: string }[] /** what each participant did or said in this window */
  usage: Usage[]
}

export type MemoryStatus = "active" | "shadow" | "queued" | "superseded"

/** One fact in third person. */
export interface Memory extends Filing {
  id: string
  guildId: Id
  subject: Subject
  fact: string
  factKey: string
  topics: string[]
  /** Mean of base × source weight over the statements it rests on. `confidence` is derived from it. */
  certainty: number
  confidence: number
  /** Decisions that no statement gives: filing by a person or after enough days, and the choice of a queued candidate. */
  decided: { set?: Partial<Filing>; promoted?: { days: number; timezone: string }; choice?: string } | null
  /** `null` means permanent. */
  expiresAt: Time | null
  status: MemoryStatus
  supersededBy: string | null
  /** The memory of the same subject that says the opposite. */
  contradicts: string | null
  /** The messages whose claim took it out of recall. `null` if deleting them restores nothing. */
  retiredBy: Id[] | null
  /** When it became history (`status` superseded); `null` if it is not. */
  replacedAt: Time | null
  /** It says the same as the memory that replaced it. Its statements now count for that memory. */
  merged: boolean
  /** The statements it rests on. A window counts once, however many lines it cites. */
  evidenceCount: number
  /** When it was first said. `lastSaidAt`: when it was last said. */
  saidAt: Time
  lastSaidAt: Time
  createdAt: Time
  /** Increases with each change: the key of optimistic writes. */
  version: number
}

/** The source of a memory. `messageId` and `channelId` are `null` if it was told directly. */
export interface Evidence {
  memoryId: string
  eventId?: string | null /** the event it came from */
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
  /** The fact as this statement worded it. Empty if it took the fact back; `null` in rows that predate it. */
  fact: string | null
  /** Base × source weight of this statement, 0 to 1. `null` in rows that predate it. */
  certainty: number | null
  /** How it filed the fact, and when a person corrected its wording. `null` if it took the fact back, or in old rows. */
  filing: (Filing & { correctedAt?: Time }) | null
}

/** Title and summary of a window, or of a topic that several windows of a day share: its `sources`. */
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

/** The decision about a claim, with its reason. `fact` is `null` if the claim held a secret. */
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
 * The asker and the place where the answer will be read: the only key that opens memory. Minted only in access/audience.ts.
 * `readable` lists the channels whose messages may be shown there. Facts told directly belong to the guild.
 */
export interface Viewer {
  readonly [minted]: true
  readonly guildId: Id
  readonly readable: readonly Id[] | "all"
  /** The channel where the answer is read, if there is one. */
  readonly channelId: Id | null
  /** The only person who will see the answer; `null` if others see it too. */
  readonly userId: Id | null
  /** Further accounts of that person, confirmed by both: what concerns them is the reader's own. They widen no access. */
  readonly linked: readonly Id[]
  /** True if someone in the guild objects to being remembered; false saves the query for them. */
  readonly hidesObjectors: boolean
  readonly seesWithheld: boolean // Managers see facts about others that are hidden or await review.
}

/** Why rules processed a window although a model is bound: a cap, the sample, the backlog, no facts, a bad reply. */
export const FALLBACKS = ["spend_cap", "sample", "backlog", "nothing_told", "bad_reply"] as const
export type Fallback = (typeof FALLBACKS)[number]
