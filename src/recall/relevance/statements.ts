/** Splits recalled items into statements: facts and messages are one each, a note has one a sentence. Pure. */
import type { Item, JudgedStatement } from "../context.ts"

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** "Ada: the gate is shut." in a note. Following sentences are hers too. */
const SPOKEN = /^([^:\n]{1,40}): (.+)$/su

export function splitStatements({ kind, text, subject }: Item): Omit<JudgedStatement, "score">[] {
  if (kind === "memory") return [{ text, speaker: null }]
  if (kind === "message") return [{ text, speaker: subject?.name ?? null }]
  let speaker: string | null = null
  return noteSentences(text).map((sentence) => {
    const [, by, said] = SPOKEN.exec(sentence) ?? []
    if (by !== undefined) speaker = by
    return { text: said ?? sentence, speaker }
  })
}

export function noteSentences(text: string): string[] {
  return [...sentences.segment(text)].map(({ segment }) => segment.trim())
}
