/**
 * The questions of `npm run eval -- answers` (test/eval/answers), about the conversations of the talk evaluation.
 * People who saw neither code nor tuning data wrote them.
 */
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import type { Conversation } from "./talk-data.ts"

const Question = z.object({
  id: z.string(),
  kind: z.string(),
  asker: z.string(),
  words: z.string(),
  /** What was said right before a follow-up question. */
  turns: z.array(z.object({ by: z.string(), text: z.string() })).default([]),
  answer: z.string().nullable(),
  /** A right answer holds one string of each list. */
  keys: z.array(z.array(z.string())),
  /** Strings that only an outdated or wrong answer holds. */
  not: z.array(z.string()).default([]),
  /** The lines that bear the answer, counted from 1. */
  lines: z.array(z.int()).default([]),
  answerable: z.boolean(),
  /** The answerable question of which an unanswerable one changes a slot. */
  of: z.string().nullish(),
  slot: z.string().nullish(),
})
export type AskedQuestion = z.output<typeof Question>

const HOME = join(import.meta.dirname, "answers")

/** Returns the questions about a conversation, or an empty list. */
export function questionsAbout({ id }: Pick<Conversation, "id">): AskedQuestion[] {
  const path = join(HOME, `${id.slice(0, 2)}.json`)
  return existsSync(path) ? z.array(Question).parse(JSON.parse(readFileSync(path, "utf8"))) : []
}

/** What was known before the talk is not delivered, so nothing that rests on it is asked. */
export function restsOnTalk({ answerable, lines, kind }: AskedQuestion): boolean {
  return kind === "smalltalk" || !answerable || lines.length > 0
}

const Recorded = z.object({
  id: z.string(),
  reply: z.object({ answer: z.string(), used: z.array(z.int()), basis: z.string() }),
  /** The text of each item that the reply cites, by its number in the prompt it answers. */
  cited: z.record(z.string(), z.string()),
})
export type RecordedAnswer = z.output<typeof Recorded>

/** The name of a question's prompt and reply. It does not tell whether the question can be answered. */
export function promptName({ id }: Pick<AskedQuestion, "id">): string {
  return `${id.slice(0, 2)}-${createHash("sha256").update(id).digest("hex").slice(0, 6)}`
}

/** Folders of recorded replies: to prompts with messages, and to prompts from what a model learned of expired ones. */
export type Recording = "replies" | "expired-replies"

/** Returns the recorded reply to a question's prompt, or `null`. */
export function recordedAnswer(
  { id }: Pick<AskedQuestion, "id">,
  recording: Recording,
): RecordedAnswer | null {
  const path = join(HOME, recording, `${id.slice(0, 2)}.jsonl`)
  if (!existsSync(path)) return null
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean)
  const name = promptName({ id })
  const found = lines.map((line) => Recorded.parse(JSON.parse(line))).find((one) => one.id === name)
  return found ?? null
}

/** Returns true if a text holds one string of each list and none of an outdated answer. */
export function isRight({ keys, not }: Pick<AskedQuestion, "keys" | "not">, text: string): boolean {
  return holdsKeys({ keys }, text) && !not.some((wrong) => has(text, wrong))
}

export function holdsKeys({ keys }: Pick<AskedQuestion, "keys">, text: string): boolean {
  return keys.length > 0 && keys.every((forms) => forms.some((form) => has(text, form)))
}

function has(text: string, part: string): boolean {
  return plain(text).includes(plain(part))
}

/** In lower case and without accents, because people leave them out. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
}

/** An item bears the answer if it rests on one of its lines and holds a part of it, or holds all of it. */
export function bearsAnswer(
  { text, sources }: { text: string; sources: readonly { message_id?: string | null | undefined }[] },
  messages: readonly { id: string }[],
  question: AskedQuestion,
): boolean {
  const lines = new Set(linesOf(question, messages).map(({ id }) => id))
  return (
    sources.some(({ message_id }) => message_id != null && lines.has(message_id)) || holdsKeys(question, text)
  )
}

/** Returns the messages that bear a question's answer. */
export function linesOf<M extends { id: string }>({ lines }: AskedQuestion, messages: readonly M[]): M[] {
  return lines.flatMap((line) => messages.find(({ id }) => isLine(id, line)) ?? [])
}

/** The line number is the last three digits of the part of an id that is no time. */
function isLine(id: string, line: number): boolean {
  return Number((BigInt(id) & 0x3fffffn) % 1_000n) === line
}
