/** Joins what one author sends in pieces, and leaves out code and quotes. Pure. */
import type { Message } from "../../domain/types.ts"
import { CHATTER } from "./fragments.ts"

/** Longer messages are not read. */
export const LONGEST_LINE = 600

export interface JoinedMessage {
  message: Message
  lines: number[]
}

const DANGLING =
  /(?:^|\s)(?:i|i'm|im|i've|ive|i'll|i've been|am|is|are|was|been|have|has|have been|will|to|the|a|an|my|our|just|going|that|(?:i|we) (?:just )?(?:moved|got|bought|adopted|started))$/i
const RAPID_MS = 90_000

/** A statement that ends before its object, or before the place that its verb needs. */
const OPEN_ENDED =
  /^(?:i|i['’]?m|we|my|moved|moving|born|got|living|working|allergic)(?![\p{L}]).*(?<![\p{L}])(?:from|in|at|to|with|near|two|three|four|five|\d|speak|play|own|adopted)$|^(?:allergic|moved|moving)$/iu
const NEEDS_PLACE =
  /^(?:(?:i|i['’]?m|we|my \p{L}+) (?:\p{L}+ )?)?(?:live|lives|living|work|works|working|moved|moving|born|allergic|relocating|grew up)$/iu
const STARTS_PLACE = /^(?:to|in|at|near|for|from|as|with) \p{L}/iu
const PIECE = 5
/** Somebody else's "nice" between two pieces. */
const INTERJECTION = 3

/** Joins what one author sent in pieces: "I just" / "moved to Oslo". */
export function joinedMessages(messages: readonly Message[]): JoinedMessage[] {
  const utterances: JoinedMessage[] = []
  for (const [index, message] of messages.entries()) {
    const before = pieceBefore(utterances, message)
    if (before === undefined) utterances.push({ message: quiet(message), lines: [index + 1] })
    else {
      const content = `${before.message.content.trim()} ${message.content}`
      before.message = { ...before.message, content, at: message.at }
      before.lines.push(index + 1)
    }
  }
  return utterances
}

/** Returns what the author began to say just before, if a message goes on with it. */
function pieceBefore(utterances: readonly JoinedMessage[], message: Message): JoinedMessage | undefined {
  const last = utterances.at(-1)
  const isInterrupted = last?.message.author.id !== message.author.id
  if (isInterrupted && wordsOf(last?.message.content ?? "") > INTERJECTION) return undefined
  const before = isInterrupted ? utterances.at(-2) : last
  if (before?.message.author.id !== message.author.id || message.role !== "member") return undefined
  const begun = before.message.content.trim()
  const isNear =
    message.at - before.message.at < RAPID_MS && begun.length + message.content.length < LONGEST_LINE / 2
  const isPlace = STARTS_PLACE.test(message.content)
  const goesOn =
    wordsOf(message.content) <= PIECE && !CHATTER.test(message.content) && !message.content.includes("?")
  const isOpen = goesOn && (isPlace ? NEEDS_PLACE.test(begun) : OPEN_ENDED.test(begun))
  return isNear && (isOpen || (!isInterrupted && DANGLING.test(begun))) ? before : undefined
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length
}

/** Tone tags of somebody who means it. */
const SERIOUS = /\s\/(?:srs|gen|genuine|serious|pos|nm)(?![\p{L}])/giu

/** "Pls don't ping me after ten ok?" asks nothing. */
const ASKED_OK = /^((?:pls|please|plz|don['’]?t|no more) [^?]{5,80}?),? ok(?:ay)?\?+/iu

/** Without code and quotes, and "I GOT THE JOB" in lower case. A single word in capitals may be a name. */
function quiet(sent: Message): Message {
  const content = sent.content
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|\|\|[^|]*\|\||https?:\/\/\S+/g, " ")
    .replace(SERIOUS, "")
    .replace(ASKED_OK, "$1.")
  const message = { ...sent, content }
  const letters = message.content.match(/\p{L}/gu)?.length ?? 0
  const large = message.content.match(/\p{Lu}/gu)?.length ?? 0
  return letters > 6 && large / letters > 0.8 && message.content.includes(" ")
    ? { ...message, content: message.content.toLowerCase() }
    : message
}
