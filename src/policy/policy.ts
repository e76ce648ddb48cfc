/** A guild's versioned rules for writing and reading memory. */
import { z } from "zod"
import { FORMATS, STYLES } from "../domain/recalls.ts"
import {
  DEFAULT_LIFETIME,
  type Id,
  LIFETIMES,
  type MemoryType,
  SCOPES,
  type Sensitive,
  TYPES,
} from "../domain/types.ts"
import type { GateRule } from "../memory/facts/gate-decision.ts"
import type { ReadSwitches } from "../memory/read/switches.ts"

const share = z.number().min(0).max(1)
const set = <T extends z.ZodType>(item: T) => z.array(item).transform((items) => [...new Set(items)])

const GateSchema = z.strictObject({
  /** False: nothing new is learned. People still correct and delete. */
  enabled: z.boolean().default(true),
  mode: z.enum(["auto", "shadow", "manual"]).default("auto"),
  min_confidence: share.default(0.6),
  /** Replaces `min_confidence` for single types. */
  confidence_by_type: z.partialRecord(z.enum(TYPES), share).default({}),
  min_evidence: z.int().min(1).max(10).default(1),
  allowed_types: set(z.enum(TYPES)).default([...TYPES]),
  approval_types: set(z.enum(TYPES)).default([]),
  scopes: set(z.enum(SCOPES)).default([...SCOPES]),
  /** A model reads its own claims again beside their lines before they count. */
  second_reading: z.boolean().default(true),
  max_writes_per_window: z.int().min(0).max(15).default(15),
  /** The most characters of a new fact. Extraction cuts facts at 300. */
  max_fact_chars: z.int().min(20).max(300).default(300),
  max_writes_per_hour: z.int().min(0).max(10_000).default(50),
  max_memories_per_subject: z.int().min(1).max(2_000).default(200),
  max_expiring_per_person: z.int().min(0).max(2_000).default(50),
})

const RecallFields = z.strictObject({
  /** False: recall finds nothing, and no question is answered. People still see, export and erase their own. */
  enabled: z.boolean().default(true),
  /** The subjects that recalled memories may have. */
  scopes: set(z.enum(SCOPES)).default([...SCOPES]),
  similarity_weight: share.default(0.3),
  importance_weight: share.default(0.4),
  recency_weight: share.default(0.3),
  min_confidence: share.default(0.5),
  max_per_type: z.int().min(1).max(50).default(5),
  /**
   * Number of relevance steps. Relevance orders the steps; importance and age order finds within a step. 0 orders by the
   * weighted sum alone.
   */
  relevance_steps: z.int().min(0).max(100).default(50),
  /** Weight of each result list in the fusion by rank. */
  memory_weight: share.default(1),
  note_weight: share.default(0.4),
  message_weight: share.default(1),
  vector_weight: share.default(1),
  /** Added if a text holds a name, number or quotation of the question. */
  exact_weight: share.default(0.2),
  /** Share of its relevance that a find from another channel keeps. */
  elsewhere_weight: share.default(0.6),
  /** Ranking of messages: see MessageRule. */
  neighbor_weight: share.default(0.5),
  conversation_weight: share.default(0.4),
  speaker_weight: z.number().min(0).max(2).default(0.6),
  time_weight: share.default(0.3),
  second_search_weight: share.default(0.1),
  max_items: z.int().min(1).max(50).default(15),
  max_tokens: z.int().min(50).max(8_000).default(800),
  /** Scores finds by how likely they bear on the question. Otherwise they keep the ranking's scores and order. */
  judge: z.boolean().default(true),
  /** An item stays with at least this score, and a chance to answer of at least this share of the best one's. */
  min_score: share.default(0.01),
  min_share: share.default(0.06),
  /** Format and style of the text, unless a request names others. */
  format: z.enum(FORMATS).default("json"),
  style: z.enum(STYLES).default("default"),
  /** How far what was shown lately in a place gives way to finds that are as good; 0 leaves the order alone. */
  diversity: share.default(0),
  /** Names of tools that bots should offer with a recall. Keepsake passes them on, so that a trial can compare them. */
  tools: z
    .array(
      z.string().regex(/^[\w.-]{1,64}$/, "must be 1 to 64 letters, digits, dots, hyphens and underscores"),
    )
    .max(20)
    .default([]),
  /** A model that reads question and candidate together helps order the best 30. */
  rerank: z.boolean().default(false),
  /** A model adds words and dates to a question before the search. */
  expand_query: z.boolean().default(false),
})

/** Fields of earlier versions, which stored policies still have. They are accepted and have no effect. */
const RETIRED = ["other_channels"]

const RecallSchema = z.preprocess(
  (given) =>
    typeof given === "object" && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([name]) => !RETIRED.includes(name)))
      : given,
  RecallFields,
)

const tokens = z.int().min(0).max(2_000)

/**
 * Limits of the people in an answer's prompt, which are added to what recall finds. Tokens as `tokensOf` estimates them; 0 leaves a part
 * out.
 */
const PeopleSchema = z.strictObject({
  /** Facts about the person who asks. */
  asker_tokens: tokens.default(100),
  /** Facts about each other person. */
  person_tokens: tokens.default(40),
  /** The asker's merged digest. */
  digest_tokens: tokens.default(100),
  /** The facts learned last, of everybody in the conversation. */
  recent_tokens: tokens.default(125),
  /** Facts on the topic of the conversation. */
  topical_tokens: tokens.default(125),
  /** All of it. The least important parts are dropped. */
  max_tokens: tokens.default(400),
  /** The most recent facts of each person, and the most facts on the topic. */
  recent: z.int().min(0).max(20).default(5),
  topical: z.int().min(0).max(20).default(5),
  /** The most people of those mentioned, and of those named by the notes found. */
  mentioned: z.int().min(0).max(3).default(3),
  noted: z.int().min(0).max(3).default(3),
})

const DigestsSchema = z.strictObject({
  /** Also tells patterns, mood and changes. No effect while health is refused. */
  tone: z.boolean().default(false),
})

const handling = z.enum(["refuse", "allow"]).default("refuse")

/** Sensitive classes refused from any source. Allowing a class applies to what is said from then on. */
const SensitiveSchema = z.strictObject({
  health: handling,
  sexuality: handling,
  religion: handling,
  politics: handling,
  ethnicity: handling,
  minors: handling,
  finances: handling,
  slurs: handling,
} satisfies Record<Sensitive, typeof handling>)

const lifetime = (type: MemoryType) => z.enum(LIFETIMES).default(DEFAULT_LIFETIME[type])

/** How long a memory of each type lasts if its claim sets no lifetime. Applies to what is said from then on. */
const LifetimesSchema = z.strictObject({
  profile: lifetime("profile"),
  preference: lifetime("preference"),
  task_state: lifetime("task_state"),
  constraint: lifetime("constraint"),
  episode: lifetime("episode"),
} satisfies Record<MemoryType, z.ZodType>)

const SubjectKey = z
  .string()
  .regex(
    new RegExp(`^(?:${SCOPES.join("|")}):[\\w-]{1,64}$`),
    'must be a scope, a colon and an id, such as "user:123"',
  )
const MOST_SUBJECTS = 500

/** Switches of single subjects, by scope and id; both are on for a subject without an entry. */
const SubjectsSchema = z
  .record(SubjectKey, z.strictObject({ write: z.boolean().default(true), read: z.boolean().default(true) }))
  .refine(
    (subjects) => Object.keys(subjects).length <= MOST_SUBJECTS,
    `has more than ${MOST_SUBJECTS} subjects`,
  )

export const PolicySchema = z.strictObject({
  gate: GateSchema.prefault({}),
  recall: RecallSchema.prefault({}),
  sensitive: SensitiveSchema.prefault({}),
  people: PeopleSchema.prefault({}),
  digests: DigestsSchema.prefault({}),
  lifetimes: LifetimesSchema.prefault({}),
  subjects: SubjectsSchema.default({}),
})
export type Policy = z.output<typeof PolicySchema>

/** Returns true if digests may tell a person's mood. It says much about health. */
export function tellsTone({ digests, sensitive }: Pick<Policy, "digests" | "sensitive">): boolean {
  return digests.tone && sensitive.health === "allow"
}

export const DEFAULT_POLICY: Policy = PolicySchema.parse({})

/** Accounts that speak for other people. A person who is switched off is so with their accounts. */
export type SpeakingAccounts = ReadonlyMap<Id, { id: Id }>

/** Returns the gate's rule of a policy, with the subjects that may not be written about. */
export function gateRuleOf(
  { gate, subjects }: Pick<Policy, "gate" | "subjects">,
  attributions: SpeakingAccounts = new Map(),
): GateRule {
  const { named, attributed } = closedSubjects(subjects, attributions, "write")
  return { ...gate, closed_subjects: [...named, ...attributed] }
}

/** Returns what recall may read in a guild; `null` if its policy leaves nothing out. */
export function readSwitchesOf(guild: {
  id: Id
  policy: Policy
  attributions: SpeakingAccounts
}): ReadSwitches | null {
  const { subjects, recall } = guild.policy
  const { scopes } = recall
  const { named, attributed } = closedSubjects(subjects, guild.attributions, "read")
  const closed = [...named, ...attributed]
  if (closed.length === 0 && scopes.length === SCOPES.length) return null
  return { guildId: guild.id, scopes, closed, hasAttributed: attributed.length > 0 }
}

function closedSubjects(
  subjects: Policy["subjects"],
  attributions: SpeakingAccounts,
  off: "write" | "read",
): { named: string[]; attributed: string[] } {
  const named = Object.entries(subjects).flatMap(([key, switches]) => (switches[off] ? [] : [key]))
  const accounts = [...attributions].filter(([, { id }]) => named.includes(`user:${id}`))
  return { named, attributed: accounts.map(([account]) => `user:${account}`) }
}
