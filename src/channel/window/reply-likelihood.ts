/**
 * Estimates which message replies to which, from cheap clues: Discord replies, names called, turn taking,
 * rare shared words. Pure.
 */
import { MINUTE } from "../../domain/calendar.ts"
import type { Id, Message } from "../../domain/types.ts"
import { displayText } from "../../text/display.ts"
import { stems } from "../../text/stems.ts"

/** The message fields that show what a message replies to. */
export type ChatLine = Pick<Message, "id" | "author" | "content" | "at" | "replyTo" | "mentions">

/**
 * The message at `from` replies to the earlier one at `to` with probability `weight`. Positions count from 0.
 */
export interface LikelyReply {
  from: number
  to: number
  weight: number
}

/**
 * The weight of each clue: a conditional logit (McFadden 1974) over the earlier messages and over replying to
 * none, fitted on half of the channels that `eval windows` measures, and rounded. "It" is the later message,
 * "the other" the earlier one. A comment that begins with "…" continues the one above it.
 */
const WEIGHT = {
  /** It calls the other's author by name at its start. */
  calls: 2.6,
  /** It calls the other's author, and the other calls its author. */
  calledBack: 0.6,
  /** It calls someone else. */
  callsAnother: -2,
  /** It names the other's author anywhere. */
  names: 2.2,
  /** The other calls its author. */
  called: 1.4,
  /** The other was the last message to call its author, and it calls nobody. */
  calledLast: 0.7,
  /** The other calls a third person. */
  callsThird: -1.6,
  /** The two authors called each other recently. */
  acquainted: 1.2,
  /** Both messages have the same author. */
  own: 0.7,
  /** … and the other is that author's last message before it. */
  ownLast: 1.6,
  /** … and both call the same person, or nobody. */
  ownOn: 0.6,
  /** … and they call two different people. */
  ownAside: -1.9,
  /** The other asks a question. */
  asked: 0.3,
  /** Per rare word that both messages share, up to `MOST_RARE_WORDS`. */
  rareWord: 1.5,
  /** Per unit of the logarithm of the distance in messages. */
  distance: -1.2,
  /** Per unit of the logarithm of 1 + the minutes between them. */
  delay: -1,
  /** It begins a conversation: it replies to no earlier message. */
  begins: -0.6,
  /** … and it asks a question. */
  beginsAsking: 1,
  /** … and it calls nobody. */
  beginsUncalled: 1.7,
  /** … and its author has spoken before. */
  beginsAgain: -1.7,
}

/** The number of earlier messages considered. */
const REACH = 60
/** A word in more messages than this is not rare. */
const RARE = 4
const MOST_RARE_WORDS = 2

interface ParsedLine {
  author: Id
  at: number
  /** The person called at the start. */
  calls: Id | null
  /** The people named anywhere. */
  names: Set<Id>
  asks: boolean
  rare: Set<string>
  replyTo: number | null
}

/**
 * Returns likely replies among messages in the order they were said. The weights from one message sum to at
 * most 1; the remainder is the probability that it replies to none.
 */
export function likelyReplies(lines: readonly ChatLine[]): LikelyReply[] {
  const talk = parseLines(lines)
  return talk.flatMap((_, from) => repliesOf(talk, from))
}

function repliesOf(talk: readonly ParsedLine[], from: number): LikelyReply[] {
  const line = talk[from]
  if (!line) return []
  if (line.replyTo !== null) return [{ from, to: line.replyTo, weight: 1 }]
  const past = talk.slice(Math.max(0, from - REACH), from)
  const offset = from - past.length
  const odds = affinities(line, past).map(Math.exp)
  const total = odds.reduce((all, one) => all + one, Math.exp(beginning(line, past)))
  return odds.map((one, index) => ({ from, to: offset + index, weight: one / total }))
}

/** Returns the log-odds that a message begins a conversation. */
function beginning(line: ParsedLine, past: readonly ParsedLine[]): number {
  let sum = WEIGHT.begins
  if (line.asks) sum += WEIGHT.beginsAsking
  if (line.calls === null) sum += WEIGHT.beginsUncalled
  if (past.some((other) => other.author === line.author)) sum += WEIGHT.beginsAgain
  return sum
}

/** Returns the log-odds that a message replies to each earlier one. */
function affinities(line: ParsedLine, past: readonly ParsedLine[]): number[] {
  const acquainted = acquaintances(line.author, past)
  const lastOwn = past.findLastIndex((other) => other.author === line.author)
  const lastCalling = past.findLastIndex((other) => other.calls === line.author)
  return past.map((other, index) => {
    let sum = other.author === line.author ? ownClues(line, other) : otherClues(line, other)
    if (index === lastOwn) sum += WEIGHT.ownLast
    if (index === lastCalling && line.calls === null) sum += WEIGHT.calledLast
    if (other.author !== line.author && acquainted.has(other.author)) sum += WEIGHT.acquainted
    return (
      sum +
      WEIGHT.rareWord * sharedRareWords(line, other) +
      WEIGHT.distance * Math.log(past.length - index) +
      WEIGHT.delay * Math.log(1 + (line.at - other.at) / MINUTE)
    )
  })
}

function ownClues(line: ParsedLine, other: ParsedLine): number {
  if (line.calls === other.calls) return WEIGHT.own + WEIGHT.ownOn
  return line.calls && other.calls ? WEIGHT.own + WEIGHT.ownAside : WEIGHT.own
}

function otherClues(line: ParsedLine, other: ParsedLine): number {
  let sum = 0
  const calledBack = other.calls === line.author
  if (line.calls === other.author) sum += WEIGHT.calls
  else if (line.calls !== null) sum += WEIGHT.callsAnother
  else if (line.names.has(other.author)) sum += WEIGHT.names
  if (calledBack) sum += WEIGHT.called
  if (calledBack && line.calls === other.author) sum += WEIGHT.calledBack
  if (!calledBack && other.calls !== null && line.calls !== other.author) sum += WEIGHT.callsThird
  if (other.asks) sum += WEIGHT.asked
  return sum
}

function sharedRareWords(line: ParsedLine, other: ParsedLine): number {
  let shared = 0
  for (const word of line.rare) if (other.rare.has(word)) shared += 1
  return Math.min(shared, MOST_RARE_WORDS)
}

/** Returns the people who called an author or were called by them. */
function acquaintances(author: Id, past: readonly ParsedLine[]): Set<Id> {
  const met = new Set<Id>()
  for (const other of past) {
    if (other.calls === author) met.add(other.author)
    if (other.author === author && other.calls !== null) met.add(other.calls)
  }
  return met
}

function parseLines(lines: readonly ChatLine[]): ParsedLine[] {
  const people = new Map(lines.flatMap(({ author, mentions }) => [...mentions, author].map(byName)))
  const places = new Map(lines.map((line, index) => [line.id, index]))
  const words = lines.map((line) => new Set(stems(line.content).filter((word) => !people.has(word))))
  const spread = new Map<string, number>()
  for (const word of words.flatMap((own) => [...own])) spread.set(word, (spread.get(word) ?? 0) + 1)
  return lines.map((line, index) => {
    const text = displayText(line)
    const to = line.replyTo === null ? undefined : places.get(line.replyTo)
    const others = (id: Id | undefined) => (id !== undefined && id !== line.author.id ? [id] : [])
    return {
      author: line.author.id,
      at: line.at,
      calls: others(calledAt(text, people))[0] ?? null,
      names: new Set((text.match(NAME) ?? []).flatMap((word) => others(people.get(normalizeName(word))))),
      asks: /[?？؟]/.test(text),
      rare: new Set([...(words[index] ?? [])].filter((word) => (spread.get(word) ?? 0) <= RARE)),
      replyTo: to !== undefined && to < index ? to : null,
    }
  })
}

const NAME = /[\p{L}\p{N}_-]{3,}/gu
/** One or two words at the start, and the mark after each. */
const CALL = /^\W{0,2}([^\s:,;>]+)(?:([:,;>])|\s+([^\s:,;>]+)([:,;>])?)?/u

/**
 * Returns who is called at the start of a text: "ana: …", "@ana …", "ana b, …" and, for names longer than two
 * letters, "ana …".
 */
function calledAt(text: string, people: ReadonlyMap<string, Id>): Id | undefined {
  const [, first = "", mark, second = "", secondMark] = CALL.exec(text) ?? []
  const both = secondMark ? people.get(normalizeName(first + second)) : undefined
  const marked = mark !== undefined || text.startsWith("@")
  return both ?? (marked || normalizeName(first).length > 2 ? people.get(normalizeName(first)) : undefined)
}

function byName(person: { id: Id; name: string }): [string, Id] {
  return [normalizeName(person.name), person.id]
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
}
