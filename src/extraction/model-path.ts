/**
 * Extraction by a model: one structured call per window, and the reply converted to an Extraction. Subjects
 * and memories that were not offered get an id that matches nothing, so the claim check refuses them with a
 * reason.
 */

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

/** An id that no subject has. Marks claims about people who were not offered. */
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

/** Parses "P1: what they did" into that person's line. Returns an empty list if the handle is unknown. */
function personLineFromReply(entry: string, shown: PromptInput): Extraction["digests"] {
  const [, handle = "", did = ""] = /^\W*([Pp]\d{1,4})\b[\s:,.–—-]*(.*)$/s.exec(entry) ?? []
  const person = shown.people[ordinal(handle, "P") - 1]
  const line = toSingleLine(did, 200)
  return person && line !== "" ? [{ userId: person.id, line }] : []
}

/** Returns `null` if the model gave no title. */
function noteFromReply(reply: Pick<ExtractionReply, "title" | "summary">): Extraction["note"] {
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

/** Returns the last member cited, unless one of the cited lines is the subject's own. */
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

/** Returns the number in a handle such as P3, or 0 for anything else. */
function ordinal(handle: string, letter: "P" | "M"): number {
  const match = /^\s*([PM])(\d{1,4})\s*$/i.exec(handle)
  return match?.[1]?.toUpperCase() === letter ? Number(match[2]) : 0
}

/**
 * Returns one line of at most `length` code points, without control characters and without invisible
 * characters other than joiners.
 */
export function toSingleLine(text: string, length: number): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, "")
    .trim()
    .toWellFormed()
  return truncate(line, length, { unit: "codePoint" })
}

// Notes only, for channels in `notes` mode: a title and a summary, without claims. The model is shown no
// memories.

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

/** Reduces any extraction to what `notes` mode keeps. */
export function withoutClaims<T extends Extraction>(extraction: T): T {
  return { ...extraction, claims: [], digests: [] }
}

// The reply schema. The same zod schema generates the JSON schema and parses the reply.

/**
 * Fields that few claims need. Output tokens are the largest cost, and `null` for the whole object is short;
 * every model server supports that.
 */
const MoreSchema = z.object({
  op: z.enum(["save", "update", "forget"]).nullish(),
  memory: z.string().nullish().describe("a memory such as M1, for update and forget"),
  importance: z.enum(IMPORTANCES).nullish(),
  lifetime: z.enum(LIFETIMES).nullish(),
  /** Optional: the text of a claim is checked even if the model set no flag. */
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
/** For `notes` mode. */
const NoteReplySchema = ExtractionReplySchema.pick({ title: true, summary: true })

export type ExtractionReply = z.output<typeof ExtractionReplySchema>
