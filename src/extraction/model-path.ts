/** The model path: one structured call a window, its reply turned into an Extraction. What the reply names that was not offered is kept for the record, not believed. */

import { z } from "zod"
import { structured } from "../ai/chat/structured.ts"
import type { ChatModel } from "../ai/chat.ts"
import {
  type Claim,
  DEFAULT_LIFETIME,
  type Extraction,
  type Id,
  IMPORTANCES,
  LIFETIMES,
  SECTIONS,
  SENSITIVE,
  type Subject,
  TYPES,
  type Usage,
} from "../domain/types.ts"
import { truncate } from "../text/truncate.ts"
import { extractionPrompt, notePrompt, type PromptInput } from "./prompt.ts"

export type ModelOutcome =
  | { kind: "extracted"; extraction: Extraction }
  | { kind: "retry_later" | "stop_today" | "bad_reply"; detail: string; usage: Usage[] }

/** 15 claims of about 100 tokens, a note and a line for each person. */
const MAX_TOKENS = 3_000
const TIMEOUT_MS = 90_000

/** An id no subject has: what a claim about nobody that was offered is given, so that it is refused with its reason. */
export const UNKNOWN_SUBJECT_ID = "0"

export async function extractByModel(chat: ChatModel, shown: PromptInput): Promise<ModelOutcome> {
  const { hash, ...prompt } = extractionPrompt(shown)
  const answer = await structured(chat, {
    purpose: "extraction",
    tier: "fast",
    ...prompt,
    schemaName: "extraction",
    schema: ExtractionReplySchema,
    maxTokens: MAX_TOKENS,
    timeoutMs: TIMEOUT_MS,
  })
  if (answer.kind !== "ok") return { kind: answer.kind, detail: answer.detail, usage: answer.usage }
  return { kind: "extracted", extraction: toExtraction(answer.value, shown, { ...answer, hash }) }
}

function toExtraction(
  reply: ExtractionReply,
  shown: PromptInput,
  call: { model: string; usage: Usage[]; hash: string },
): Extraction {
  return {
    method: "model",
    model: call.model,
    promptHash: call.hash,
    note: noteFromReply(reply),
    claims: reply.claims.slice(0, 50).map((claim) => toClaim(claim, shown)),
    digests: reply.people.flatMap((entry) => personLineFromReply(entry, shown)),
    usage: call.usage,
  }
}

/** "P1: what they did" as that person's line; nothing where the handle is nobody's. */
function personLineFromReply(entry: string, shown: PromptInput): Extraction["digests"] {
  const [, handle = "", did = ""] = /^\W*([Pp]\d{1,4})\b[\s:,.–—-]*(.*)$/s.exec(entry) ?? []
  const person = shown.people[ordinal(handle, "P") - 1]
  const line = toSingleLine(did, 200)
  return person && line !== "" ? [{ userId: person.id, line }] : []
}

/** null where the model found no title for it. */
export function noteFromReply(reply: Pick<ExtractionReply, "title" | "summary">): Extraction["note"] {
  const title = toSingleLine(reply.title, 120)
  return title === "" ? null : { title, summary: toSingleLine(reply.summary, 800) }
}

function toClaim(claim: ExtractionReply["claims"][number], shown: PromptInput): Claim {
  const subject = subjectOf(claim.about, shown)
  const { op, memory, importance, lifetime, sensitive } = claim.more ?? {}
  return {
    op: op ?? "save",
    subject,
    fact: toSingleLine(claim.fact, 300),
    type: claim.type,
    section: claim.section,
    topics: [...new Set(claim.topics.map((topic) => toSingleLine(topic.toLowerCase(), 40)))]
      .filter((topic) => topic !== "")
      .slice(0, 4),
    lifetime: lifetime ?? DEFAULT_LIFETIME[claim.type],
    importance: importance ?? "medium",
    confidence: Math.min(1, Math.max(0, claim.confidence)),
    lines: [...new Set(claim.lines)],
    target: memory ? (shown.memories[ordinal(memory, "M") - 1]?.id ?? UNKNOWN_SUBJECT_ID) : null,
    reportedBy: subject.scope === "user" ? reporter(claim.lines, subject.id, shown) : null,
    sensitive: sensitive ?? null,
  }
}

/** Who said it last, if none of the members' lines is the subject's own. */
function reporter(lines: number[], subjectId: Id, shown: PromptInput): Id | null {
  const authors = lines
    .toSorted((a, b) => a - b)
    .flatMap((line) => shown.window.messages[line - 1] ?? [])
    .filter((message) => message.role === "member")
    .map((message) => message.author.id)
  return authors.includes(subjectId) ? null : (authors.at(-1) ?? null)
}

function subjectOf(handle: string, shown: PromptInput): Subject {
  const about = handle.trim().toLowerCase()
  if (about === "channel") return { scope: "channel", id: shown.window.channelId }
  if (about === "guild") return { scope: "guild", id: shown.window.guildId }
  return { scope: "user", id: shown.people[ordinal(about, "P") - 1]?.id ?? UNKNOWN_SUBJECT_ID }
}

/** The number in a handle such as P3; 0 for anything else. */
function ordinal(handle: string, letter: "P" | "M"): number {
  const match = /^\s*([PM])(\d{1,4})\s*$/i.exec(handle)
  return match?.[1]?.toUpperCase() === letter ? Number(match[2]) : 0
}

/** One line of at most `length` characters, without control characters, and of invisible ones only those that join. */
export function toSingleLine(text: string, length: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, "")
    .trim()
    .toWellFormed()
  return truncate(line, length, { unit: "codePoint" })
}

// What a channel that is heard for notes alone yields: title and summary of its talks, and nothing about anybody. A model is asked for no more than that, and shown nothing that is known.

const NOTE_TOKENS = 600
const NOTE_TIMEOUT_MS = 90_000

export async function noteByModel(chat: ChatModel, shown: PromptInput): Promise<ModelOutcome> {
  const { hash, ...prompt } = notePrompt(shown)
  const answer = await structured(chat, {
    purpose: "extraction",
    tier: "fast",
    ...prompt,
    schemaName: "note",
    schema: NoteReplySchema,
    maxTokens: NOTE_TOKENS,
    timeoutMs: NOTE_TIMEOUT_MS,
  })
  if (answer.kind !== "ok") return { kind: answer.kind, detail: answer.detail, usage: answer.usage }
  return {
    kind: "extracted",
    extraction: {
      method: "model",
      model: answer.model,
      promptHash: hash,
      note: noteFromReply(answer.value),
      claims: [],
      digests: [],
      usage: answer.usage,
    },
  }
}

/** What was read in another way, as far as it may be kept here. */
export function withoutClaims<T extends Extraction>(extraction: T): T {
  return { ...extraction, claims: [], digests: [] }
}

// The reply a model is asked for. The same zod schema makes the JSON schema and parses what comes back.

/** What few claims need. Output is what a reading costs most: a plain new fact says `null` for all of it, which every server can be asked for. */
const MoreSchema = z.object({
  op: z.enum(["save", "update", "forget"]).nullish(),
  memory: z.string().nullish().describe("a memory such as M1, for update and forget"),
  importance: z.enum(IMPORTANCES).nullish(),
  lifetime: z.enum(LIFETIMES).nullish(),
  /** Left out where a model leaves it out: what nobody flagged, the words still decide. */
  sensitive: z.enum(SENSITIVE).nullish(),
})

const ClaimSchema = z.object({
  about: z.string().describe('a handle such as P1, or "channel" or "guild"'),
  fact: z.string(),
  type: z.enum(TYPES),
  section: z.enum(SECTIONS).nullable(),
  topics: z.array(z.string()),
  lines: z.array(z.int()),
  confidence: z.number(),
  more: MoreSchema.nullish(),
})

export const ExtractionReplySchema = z.object({
  title: z.string(),
  summary: z.string(),
  claims: z.array(ClaimSchema),
  people: z.array(z.string()).describe('each "P1: what they said or did"'),
})
/** Where notes alone are kept. */
const NoteReplySchema = ExtractionReplySchema.pick({ title: true, summary: true })

export type ExtractionReply = z.output<typeof ExtractionReplySchema>
