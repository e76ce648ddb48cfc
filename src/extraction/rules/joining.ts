/** Lines sent in pieces put back together: "I just moved" / "to Oslo" is one sentence that rests on two lines. */
import { PREPOSITIONS } from "./complement.ts"
import { bare } from "./grammar.ts"
import type { Line, Sentence } from "./line.ts"

const RAPID_MS = 90_000
const LONGEST = 240
const DANGLING =
  /(?:^|\s)(?:i|i'm|im|i've|ive|i'll|i've been|am|is|are|was|been|have|has|will|to|the|a|an|my|our|and|but|at|in|on|with|for|from|of|as|just|gonna|going|that|because)$/i

/** Joins each author's pieces in place: the first keeps the whole sentence, the others lose theirs. */
export function joinPieces(lines: Line[]): Line[] {
  const joined = lines.map((line) => ({ ...line, sentences: [...line.sentences] }))
  for (let at = 1; at < joined.length; at++) {
    const line = joined[at]
    const before = joined[at - 1]
    if (line === undefined || before === undefined || !isPiece(before, line)) continue
    const head = before.sentences.pop()
    const [tail, ...others] = line.sentences
    if (head === undefined || tail === undefined) continue
    const whole = {
      ...tail,
      text: `${head.text} ${tail.text}`,
      lines: [...head.lines, ...tail.lines],
      laughing: head.laughing || tail.laughing,
    }
    line.sentences = [whole, ...others]
  }
  return joined
}

function isPiece(before: Line, line: Line): boolean {
  if (
    before.author.id !== line.author.id ||
    line.at - before.at > RAPID_MS ||
    before.ours ||
    line.addressee !== null
  )
    return false
  const head = before.sentences.at(-1)
  const [tail] = line.sentences
  if (head === undefined || tail === undefined || head.question || tail.question || head.ended) return false
  if (head.text.length + tail.text.length > LONGEST) return false
  return DANGLING.test(head.text) || goesOn(head, tail)
}

/** A short tail that opens with a preposition, after a head with a verb of its own. */
function goesOn(head: Sentence, tail: Sentence): boolean {
  const words = tail.text.split(/\s+/)
  const first = words[0] ?? ""
  return (
    words.length <= 9 &&
    first === bare(first) &&
    PREPOSITIONS.has(first) &&
    !/^(?:like|as|so|about)$/.test(first) &&
    /^(?:so |oh |and |yeah |omg |well |btw )*(?:i|i'm|im|i've|we|we're|my)\b/i.test(head.text)
  )
}
