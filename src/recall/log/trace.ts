/**
 * The numbers of a recall that its log keeps: scores of its candidates by stage, and what refers to what among them. No
 * words, no ids, and no exact times: of messages, only their order and age in days. Pure.
 */
import { z } from "zod"
import { FORMATS, type Format, STYLES, type Style } from "../../domain/recalls.ts"
import { type MemoryType, TYPES } from "../../domain/types.ts"
import type { RecallRule } from "../rank/rank.ts"

/** A memory, note or message that was judged, in the order of the ranking. */
export interface LoggedCandidate {
  kind: "memory" | "note" | "message"
  /** Row number of a memory or note; `null` for a message. */
  seq: number | null
  type: MemoryType | null
  importance: number
  /** Days since it was last said, rounded down. */
  days: number
  /** Its place by time among the candidates; 0 for the latest. */
  newest: number
  confidence: number | null
  relevance: number
  elsewhere: boolean
  /** Score in the ranking, in thousandths. */
  score: number
  /** The judgment (`ItemJudgment`); `null` without one. */
  chance: number | null
  worth: number | null
  kept: number
  parts: number[]
  /** True for facts that stay below the floor, and for those that get places unasked. */
  exempt: boolean
  about: boolean
  /** How much it was shown lately in the same place, 0 to 1. */
  recent: number
  tokens: number
  /** Lines, as numbers that mean something within this recall alone: its own, all it shows, those beside it, those it rests on. */
  own: number | null
  lines: number[]
  beside: number[]
  cites: number[]
}

/** The settings that a replay can change. */
export type ReplayRule = Pick<
  RecallRule,
  | "similarity_weight"
  | "importance_weight"
  | "recency_weight"
  | "relevance_steps"
  | "memory_weight"
  | "note_weight"
  | "message_weight"
  | "elsewhere_weight"
  | "min_confidence"
  | "max_per_type"
  | "max_items"
  | "max_tokens"
  | "judge"
  | "min_score"
  | "min_share"
> & { format: Format; style: Style; diversity: number }

const share = z.number()
const ReplayRuleSchema = z.object({
  similarity_weight: share,
  importance_weight: share,
  recency_weight: share,
  relevance_steps: z.int(),
  memory_weight: share,
  note_weight: share,
  message_weight: share,
  elsewhere_weight: share,
  min_confidence: share,
  max_per_type: z.int(),
  max_items: z.int(),
  max_tokens: z.int(),
  judge: z.boolean(),
  min_score: share,
  min_share: share,
  format: z.enum(FORMATS),
  style: z.enum(STYLES),
  diversity: share,
})

/** Names of the settings that a replay can change. */
export const REPLAYED = Object.keys(ReplayRuleSchema.shape) as (keyof ReplayRule)[]

/** Takes the settings that a replay can change from a policy's. */
export function replayRule(recall: ReplayRule): ReplayRule {
  return ReplayRuleSchema.parse(recall)
}

const flag = z.literal([0, 1]).transform(Boolean)
const locals = z.array(z.int())
const CandidateSchema = z.object({
  kind: z.enum(["memory", "note", "message"]),
  seq: z.int().nullable(),
  type: z.enum(TYPES).nullable(),
  importance: z.number(),
  days: z.int(),
  newest: z.int(),
  confidence: z.number().nullable(),
  relevance: z.number(),
  elsewhere: flag,
  score: z.int(),
  chance: z.number().nullable(),
  worth: z.number().nullable(),
  kept: z.number(),
  parts: z.array(z.number()),
  exempt: flag,
  about: flag,
  recent: z.number(),
  tokens: z.int(),
  own: z.int().nullable(),
  lines: locals,
  beside: locals,
  cites: locals,
})
const FIELDS = Object.keys(CandidateSchema.shape) as (keyof LoggedCandidate)[]

const TraceSchema = z.object({
  v: z.literal(1),
  question: z.object({
    onlyTime: z.boolean(),
    asksSeveral: z.boolean(),
    asksNow: z.boolean(),
    isWordless: z.boolean(),
  }),
  /** Limits and format that the request named; `null` for the policy's. */
  asked: z.object({
    max_items: z.int().nullable(),
    max_tokens: z.int().nullable(),
    min_score: z.number().nullable(),
    format: z.string().nullable(),
  }),
  /** The settings in force. */
  rule: ReplayRuleSchema,
  /** True if a reranker had a say: then the order cannot be replayed. */
  reranked: z.boolean(),
  /** Readers of what was shown: those of a channel, or one person alone. `none`: diversity has no part in it. */
  place: z.enum(["shared", "private", "none"]),
  /** Candidates before the token budget and those shown, each by its place; best first. */
  chosen: locals,
  shown: locals,
  /** Tokens of what was shown, by format: of its first item alone, and of all. */
  formats: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** Places of the memories that feedback has labeled. */
  labeled: locals.default([]),
})

export type RecallTrace = Omit<z.output<typeof TraceSchema>, "v"> & { candidates: LoggedCandidate[] }

/** Names a format and style, such as `tagged` or `tagged:classic`. */
export function formatName(format: Format, style: Style = "default"): string {
  return style === "classic" && (format === "xml" || format === "tagged") ? `${format}:classic` : format
}

/** Returns a trace as JSON, one list for each field of its candidates. */
export function encodeTrace({ candidates, ...trace }: RecallTrace): string {
  const plain = (value: unknown) => (typeof value === "boolean" ? Number(value) : value)
  const columns = FIELDS.map((field) => [field, candidates.map((one) => plain(one[field]))])
  return JSON.stringify({ v: 1, ...trace, columns: Object.fromEntries(columns) })
}

/** Reads what `encodeTrace` wrote; throws for anything else. */
export function decodeTrace(text: string): RecallTrace {
  const raw = z
    .object({ columns: z.record(z.string(), z.array(z.unknown())) })
    .loose()
    .parse(JSON.parse(text))
  const { v: _, ...trace } = TraceSchema.parse(raw)
  const count = raw.columns.kind?.length ?? 0
  const rows = Array.from({ length: count }, (_one, at) =>
    Object.fromEntries(FIELDS.map((field) => [field, raw.columns[field]?.[at]])),
  )
  return { ...trace, candidates: z.array(CandidateSchema).parse(rows) }
}
