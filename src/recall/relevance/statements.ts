/** Splits recalled items into statements: facts and messages are one each, a note has one a sentence. Pure. */
import { sentenceSegments } from "../../text/sentence-segments.ts"
import type { Item } from "../context.ts"
import type { JudgedStatement } from "../judgments.ts"

/** "Ada: the gate is shut." in a note. Following sentences are hers too. */
const SPOKEN = /^([^:\n]{1,40}): (.+)$/su

export function splitStatements({ kind, text, subject, speakers }: Item): Omit<JudgedStatement, "score">[] {
  if (kind === "memory") return [{ text, speaker: null }]
  if (kind === "message") return [{ text, speaker: subject?.name ?? null }]
  let speaker: string | null = null
  return noteSentences(text).map((sentence) => {
    const [, by, spoken = sentence] = SPOKEN.exec(sentence) ?? []
    // "Fix: 5 December" begins with no name.
    const isName = by !== undefined && (speakers?.includes(by) ?? true)
    if (isName) speaker = by
    // A time that was taken out of a sentence leaves its comma or full stop at the start.
    return { text: (isName ? spoken : sentence).replace(/^[.,;] +/, ""), speaker }
  })
}

/** In chat, sentences begin in lower case and with names, where a segmenter sees no new one. */
const CHAT_END = /(?<=[\p{L}\p{M})][.!?…]+) (?=\p{Ll})|(?<=[.!?…]) (?=[^:\n.!?]{1,40}: )/u
/** An abbreviation, whose full stop ends no sentence. */
const ABBREVIATED = /(?:^|[^\p{L}])(?:\p{L}{1,2}|etc|usw|bzw|approx|vol)\.$/iu

export function noteSentences(text: string): string[] {
  const found: string[] = []
  for (const segment of sentenceSegments(text))
    for (const part of segment.trim().split(CHAT_END)) {
      const before = found.at(-1)
      const isAbbreviation = before !== undefined && ABBREVIATED.test(before) && /^\p{Ll}/u.test(part)
      if (isAbbreviation && !SPOKEN.test(part)) found[found.length - 1] = `${before} ${part}`
      else found.push(part)
    }
  return found
}
