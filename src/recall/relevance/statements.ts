/** Splits recalled items into statements: facts and messages are one each, a note has one a sentence. Pure. */
import type { Item, JudgedStatement } from "../context.ts"

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** "Ada: the gate is shut." in a note. Following sentences are hers too. */
const SPOKEN = /^([^:\n]{1,40}): (.+)$/su

export function splitStatements({ kind, text, subject }: Item): Omit<JudgedStatement, "score">[] {
  if (kind === "memory") return [{ text, speaker: null }]
  if (kind === "message") return [{ text, speaker: subject?.name ?? null }]
  let speaker: string | null = null
  return [...sentences.segment(text)].map(({ segment }) => {
    const [, by, said] = SPOKEN.exec(segment.trim()) ?? []
    if (by !== undefined) speaker = by
    return { text: said ?? segment.trim(), speaker }
  })
}
