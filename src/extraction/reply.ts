/**
 * A model's reply to the extraction prompt: its schema, and the conversion to claims. Replies of weak models
 * lack fields, name people instead of handles, and cite lines that do not exist: whatever is plainly meant is
 * understood, and everything else gets an id that matches nothing, so the claim check refuses it. Pure.
 */
import { z } from "zod"
import { unfenced } from "../ai/fence.ts"
import { factTime } from "../domain/fact-time.ts"
import {
  type Claim,
  DEFAULT_LIFETIME,
  type Extraction,
  type Id,
  IMPORTANCES,
  LIFETIMES,
  type Memory,
  SECTIONS,
  SENSITIVE,
  TYPES,
} from "../domain/types.ts"
import { stems } from "../text/stems.ts"
import { truncate } from "../text/truncate.ts"
import { handleNumber, resolveAbout } from "./about.ts"
import type { PromptInput } from "./prompt.ts"
import { writtenTime } from "./written-time.ts"

/** An id that no subject and no memory has. Marks what was not offered. @internal */
export const UNKNOWN_SUBJECT_ID = "0"

const OPS = ["save", "update", "forget"] as const

/**
 * `op` and `memory` come first: a small model decides on them before it words the fact. `more` holds an
 * importance, a lifetime and a sensitive class as words ("high 3d"), because few claims need any and output
 * tokens are the largest cost.
 */
const ClaimSchema = z.object({
  op: z.enum(OPS),
  memory: z.string().nullish(),
  about: z.string(),
  fact: z.string(),
  type: z.enum(TYPES),
  section: z.enum(SECTIONS).nullish(),
  topics: z.array(z.string()),
  lines: z.array(z.int()),
  when: z.string().nullish(),
  until: z.string().nullish(),
  confidence: z.number(),
  more: z.string().nullish(),
})
type ReplyClaim = z.output<typeof ClaimSchema>

export const ExtractionReplySchema = z.object({
  title: z.string(),
  summary: z.string(),
  claims: z.array(ClaimSchema),
  people: z.array(z.string()),
})
export type ExtractionReply = z.output<typeof ExtractionReplySchema>

/** For `notes` mode. */
export const NoteReplySchema = ExtractionReplySchema.pick({ title: true, summary: true })

/** More claims than this are not read. */
const MAX_READ = 50

/** Converts a reply to what the window yields, in the reply's order. */
export function fromReply(
  reply: ExtractionReply,
  shown: PromptInput,
): Pick<Extraction, "note" | "claims" | "digests"> {
  return {
    note: noteFromReply(reply),
    claims: reply.claims.slice(0, MAX_READ).map((claim) => toClaim(claim, shown)),
    digests: reply.people.flatMap((entry) => personLineFromReply(entry, shown)),
  }
}

/** Returns `null` if the model gave no title. */
export function noteFromReply(reply: Pick<ExtractionReply, "title" | "summary">): Extraction["note"] {
  const title = toSingleLine(unfenced(reply.title), 120)
  return title === "" ? null : { title, summary: toSingleLine(unfenced(reply.summary), 800) }
}

/** Parses "P1: what they did", or a name in place of the handle. Returns an empty list for anyone else. */
function personLineFromReply(entry: string, shown: PromptInput): Extraction["digests"] {
  const [, handle, name, rest = ""] =
    /^\W*(?:([Pp]\d{1,4})\b|([^:]{1,40}(?=:)))[\s:,.–—-]*(.*)$/su.exec(entry) ?? []
  const subject = resolveAbout(handle ?? name ?? "", "", shown)
  const line = toSingleLine(withNames(unfenced(rest), shown), 200)
  return subject?.scope === "user" && line !== "" ? [{ userId: subject.id, line }] : []
}

/** The time that the reply gives, or else the one that its fact writes out. */
function timeOf({ when, until }: ReplyClaim, fact: string, timezone: string): Claim["time"] {
  const given = { when: when ?? null, until: until ?? null }
  return factTime(given, timezone) ?? factTime(writtenTime(fact), timezone)
}

/**
 * A model understates how often it is right: of the recorded claims stated at 0.5 to 0.7 nearly all were sound
 * (docs/EVALUATIONS.md). Keeps the order, 0 to 1.
 */
function calibrated(stated: number): number {
  return Math.round((1000 * (1 + 2 * stated)) / 3) / 1000
}

function toClaim(claim: ReplyClaim, shown: PromptInput): Claim {
  const fact = toSingleLine(withNames(unfenced(claim.fact), shown), 300)
  const target = targetOf(claim, shown)
  const subject = subjectOf(claim, { fact, target, shown })
  const lines = linesOf(claim, { fact, subject: subject.id, shown })
  const more = (claim.more ?? "").toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const importance = IMPORTANCES.find((one) => more.includes(one))
  const lifetime = LIFETIMES.find((one) => more.includes(one))
  const sensitive = SENSITIVE.find((one) => more.includes(one))
  return {
    // A change of a memory that was not shown is a new fact, which settles with what is known.
    op: claim.op === "update" && target === null ? "save" : claim.op,
    subject,
    fact,
    type: claim.type,
    section: claim.section ?? null,
    topics: [...new Set(claim.topics.map((topic) => toSingleLine(unfenced(topic).toLowerCase(), 40)))]
      .filter((topic) => topic !== "")
      .slice(0, 4),
    lifetime: lifetime ?? DEFAULT_LIFETIME[claim.type],
    importance: importance ?? "medium",
    time: timeOf(claim, fact, shown.timezone),
    confidence: calibrated(Math.min(1, Math.max(0, claim.confidence))),
    lines,
    target: claim.op === "save" ? null : (target?.id ?? (claim.op === "forget" ? UNKNOWN_SUBJECT_ID : null)),
    reportedBy: subject.scope === "user" ? reporter(lines, subject.id, shown) : null,
    sensitive: sensitive ?? null,
  }
}

function targetOf({ memory }: ReplyClaim, { memories }: PromptInput): Memory | null {
  return memory ? (memories[handleNumber(memory, "M") - 1] ?? null) : null
}

/** A claim whose subject is not to be made out concerns the subject of the memory that it changes. */
function subjectOf(
  { about, op }: ReplyClaim,
  { fact, target, shown }: { fact: string; target: Memory | null; shown: PromptInput },
): Claim["subject"] {
  const named = resolveAbout(about, fact, shown)
  if (target !== null && (op === "forget" || named === null)) return target.subject
  return named ?? { scope: "user", id: UNKNOWN_SUBJECT_ID }
}

/**
 * Drops line numbers that do not exist. A reply without line numbers cites the subject's own lines that share
 * two words with the fact.
 */
function linesOf(
  { lines }: ReplyClaim,
  { fact, subject, shown }: { fact: string; subject: Id; shown: PromptInput },
): number[] {
  const { messages } = shown.window
  const valid = [...new Set(lines)].filter((line) => messages[line - 1] !== undefined)
  if (lines.length > 0) return valid
  const words = new Set(stems(fact))
  return messages.flatMap(({ author, role, content }, index) => {
    const isOwn = role === "member" && author.id === subject
    return isOwn && new Set(stems(content).filter((stem) => words.has(stem))).size >= 2 ? [index + 1] : []
  })
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

/** Replaces handles by the names they stand for, unless the chat itself writes them ("a P1 incident"). */
function withNames(text: string, { people, window }: PromptInput): string {
  return text.replace(/\bP(\d{1,3})\b/g, (handle, number: string) => {
    const name = people[Number(number) - 1]?.name
    // Students write "p2" for an exam.
    const isSaid = window.messages.some(({ content }) => content.toUpperCase().includes(handle))
    return name === undefined || isSaid ? handle : name
  })
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
