/** Who probably answers whom in a run of talk, from what is cheap to see: replies, names called, whose turn it was, rare words shared. Pure. */
import { MINUTE } from "../../domain/calendar.ts"
import type { Id, Message } from "../../domain/types.ts"
import { displayText } from "../../extraction/prompt.ts"
import { stems } from "../../text/stems.ts"

/** What of a message tells whom it answers. */
export type ChatLine = Pick<Message, "id" | "author" | "content" | "at" | "replyTo" | "mentions">

/** The message at `from` answers the earlier one at `to` with probability `weight`. Positions count from 0. */
export interface LikelyReply {
  from: number
  to: number
  weight: number
}

/**
 * How much each clue speaks for an answer: a conditional logit (McFadden 1974) over the messages before, and over
 * answering none of them, fitted on half of the channels that `eval windows` measures, and rounded.
 */
const WEIGHT = {
  /** It calls the other's author by name. */
  calls: 2.6,
  /** … who had called its own author. */
  calledBack: 0.6,
  /** It calls somebody else. */
  callsAnother: -2,
  /** It names the other's author somewhere. */
  names: 2.2,
  /** The other calls its author. */
  called: 1.4,
  /** … and was the last to, and it calls nobody itself. */
  calledLast: 0.7,
  /** The other calls a third person. */
  callsThird: -1.6,
  /** The two authors called one another a short while ago. */
  acquainted: 1.2,
  /** Both are of one author. */
  own: 0.7,
  /** … with nothing of theirs between. */
  ownLast: 1.6,
  /** … both calling the same person, or both nobody. */
  ownOn: 0.6,
  /** … calling two different people. */
  ownAside: -1.9,
  /** The other asks something. */
  asked: 0.3,
  rareWord: 1.5,
  /** Per unit of the logarithm of the places between. */
  distance: -1.2,
  /** Per unit of the logarithm of the minutes between and one. */
  delay: -1,
  /** Answering nothing. */
  begins: -0.6,
  /** … of a message that asks, … */
  beginsAsking: 1,
  /** … that calls nobody, … */
  beginsUncalled: 1.7,
  /** … of someone who has spoken before. */
  beginsAgain: -1.7,
}
type Clue = keyof typeof WEIGHT

/** Further back nothing is looked for. */
const REACH = 60
/** A word in more messages than this is not rare. */
const RARE = 4
const MOST_RARE_WORDS = 2

interface Read {
  author: Id
  at: number
  /** Whom it calls at its start. */
  calls: Id | null
  /** Whom it names anywhere. */
  names: Set<Id>
  asks: boolean
  rare: Set<string>
  replyTo: number | null
}

/** The likely answers among messages given in order of saying. The weights from one message sum to at most 1; the rest is that it answers none of them. */
export function likelyReplies(lines: readonly ChatLine[]): LikelyReply[] {
  const talk = read(lines)
  return talk.flatMap((_, from) => answersOf(talk, from))
}

function answersOf(talk: readonly Read[], from: number): LikelyReply[] {
  const line = talk[from]
  if (!line) return []
  if (line.replyTo !== null) return [{ from, to: line.replyTo, weight: 1 }]
  const past = talk.slice(Math.max(0, from - REACH), from)
  const offset = from - past.length
  const beginning = Math.exp(sum(beginningClues(line, past)))
  const odds = affinities(line, past).map(Math.exp)
  const total = odds.reduce((all, one) => all + one, beginning)
  return odds.map((one, index) => ({ from, to: offset + index, weight: one / total }))
}

function beginningClues(line: Read, past: readonly Read[]): Clue[] {
  const clues: Clue[] = ["begins"]
  if (line.asks) clues.push("beginsAsking")
  if (line.calls === null) clues.push("beginsUncalled")
  if (past.some((other) => other.author === line.author)) clues.push("beginsAgain")
  return clues
}

/** How strongly a message draws to each of those before it, as log-odds. */
function affinities(line: Read, past: readonly Read[]): number[] {
  const acquainted = acquaintances(line.author, past)
  const lastOwn = past.findLastIndex((other) => other.author === line.author)
  const lastCalling = past.findLastIndex((other) => other.calls === line.author)
  return past.map((other, index) => {
    const clues = other.author === line.author ? ownClues(line, other) : clueOf(line, other)
    if (index === lastOwn) clues.push("ownLast")
    if (index === lastCalling && line.calls === null) clues.push("calledLast")
    if (other.author !== line.author && acquainted.has(other.author)) clues.push("acquainted")
    const shared = [...line.rare].filter((word) => other.rare.has(word)).length
    return (
      sum(clues) +
      WEIGHT.rareWord * Math.min(shared, MOST_RARE_WORDS) +
      WEIGHT.distance * Math.log(past.length - index) +
      WEIGHT.delay * Math.log(1 + (line.at - other.at) / MINUTE)
    )
  })
}

function ownClues(line: Read, other: Read): Clue[] {
  if (line.calls === other.calls) return ["own", "ownOn"]
  return line.calls && other.calls ? ["own", "ownAside"] : ["own"]
}

function clueOf(line: Read, other: Read): Clue[] {
  const clues: Clue[] = []
  const calledBack = other.calls === line.author
  if (line.calls === other.author) clues.push("calls")
  else if (line.calls !== null) clues.push("callsAnother")
  else if (line.names.has(other.author)) clues.push("names")
  if (calledBack) clues.push("called")
  if (calledBack && line.calls === other.author) clues.push("calledBack")
  if (!calledBack && other.calls !== null && line.calls !== other.author) clues.push("callsThird")
  if (other.asks) clues.push("asked")
  return clues
}

/** Those who called someone, or whom they called. */
function acquaintances(author: Id, past: readonly Read[]): Set<Id> {
  const met = new Set<Id>()
  for (const other of past) {
    if (other.calls === author) met.add(other.author)
    if (other.author === author && other.calls !== null) met.add(other.calls)
  }
  return met
}

function sum(clues: readonly Clue[]): number {
  return clues.reduce((total, clue) => total + WEIGHT[clue], 0)
}

function read(lines: readonly ChatLine[]): Read[] {
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
      names: new Set((text.match(NAME) ?? []).flatMap((word) => others(people.get(plain(word))))),
      asks: /[?？؟]/.test(text),
      rare: new Set([...(words[index] ?? [])].filter((word) => (spread.get(word) ?? 0) <= RARE)),
      replyTo: to !== undefined && to < index ? to : null,
    }
  })
}

const NAME = /[\p{L}\p{N}_-]{3,}/gu
/** One or two words at the start, and what follows them. */
const CALL = /^\W{0,2}([^\s:,;>]+)(?:([:,;>])|\s+([^\s:,;>]+)([:,;>])?)?/u

/** Who is called at the start of a text: "ana: …", "@ana …", "ana b, …", and, with a name that is no short word, "ana …". */
function calledAt(text: string, people: ReadonlyMap<string, Id>): Id | undefined {
  const [, first = "", mark, second = "", secondMark] = CALL.exec(text) ?? []
  const both = secondMark ? people.get(plain(first + second)) : undefined
  const marked = mark !== undefined || text.startsWith("@")
  return both ?? (marked || plain(first).length > 2 ? people.get(plain(first)) : undefined)
}

function byName(person: { id: Id; name: string }): [string, Id] {
  return [plain(person.name), person.id]
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
}
