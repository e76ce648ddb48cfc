/**
 * The features by which `likelihood.ts` judges a statement: which words and slots of the question it fills, and where it
 * was said. Pure.
 */
import { HOUR } from "../../domain/calendar.ts"
import type { Id } from "../../domain/types.ts"
import { tellingShare } from "../../text/common-words.ts"
import { stemSet, stems } from "../../text/stems.ts"
import type { Item } from "../context.ts"
import type { ParsedAsk } from "../relevance/asked.ts"
import { ASKS, ASKS_ASSENT, ASKS_LATER, ASKS_LIFE, TELLS_OF_SELF } from "./answer-kinds.ts"
import { askedTimes } from "./asked-times.ts"
import type { AnswerFeatures } from "./likelihood.ts"
import {
  type AskingContext,
  asksNoKind,
  kindFeatures,
  kindsAsked,
  peopleFeatures,
  thingAsked,
  timeFeatures,
} from "./slot-features.ts"
import { holdsWord } from "./word-match.ts"

/** A statement of an item. `text` and `speaker` as in `JudgedStatement`. */
export interface StatementOf {
  item: Item
  text: string
  speaker: string | null
  /** Whose words they are, if not those of the item's subject. */
  speakerId?: Id
  /** Its score in the ranking, if another than its item's. */
  place?: number
}

/** A line replies to a question for this long. */
const REPLY = HOUR / 4

/** Returns the features of each statement of the items. */
export function answerFeatures(
  items: readonly Item[],
  statements: readonly StatementOf[],
  asked: ParsedAsk,
  asking: AskingContext,
): AnswerFeatures[] {
  const rarity = rarityOf(asked.words, items)
  const total = asked.words.reduce((sum, stem) => sum + (rarity.get(stem) ?? 0), 0) || 1
  const share = (words: readonly string[]) =>
    words.reduce((sum, stem) => sum + (rarity.get(stem) ?? 0), 0) / total
  const own = channelsOf(items, asking.asker)
  const isElsewhere = (channel: Id | null) => channel !== null && own.size > 0 && !own.has(channel)
  const names = new Set(
    items.flatMap(({ subject }) => stems(subject?.name ?? "")).filter((stem) => stem.length > 2),
  )
  const kinds = kindsAsked(asking.question, asked.language)
  const thing = thingAsked(asking.question, asked, kinds)
  const isOpen = kinds.yesNo || asksNoKind(asked, kinds)
  // Whoever tells of themselves may answer "who" in other words.
  const needsWord = asked.words.length > 0 && kinds.plain.length === 0 && (isOpen || !kinds.who)
  const named = new Set(asked.people.flatMap((person) => [...person.stems]))
  const asksLife = named.size > 0 && ASKS_LIFE.test(asking.question)
  const isTimeAlone = asked.words.length === 0 && asked.people.length === 0
  const times = askedTimes(asking.question, asking.now, asking.timezone)
  return statements.map(({ item, text, speaker, speakerId, place = item.place ?? 0 }) => {
    const { before, said } = partsOf(text, speaker)
    const repliesTo = questionsBefore(item, before, items)
    const replied = new Set(repliesTo.flatMap((line) => [...heldBy(asked.words, line)]))
    const told = item.kind === "memory" ? said : toldIn(said)
    const ofTold = heldBy(asked.words, item.kind === "memory" ? `${said} ${item.topics.join(" ")}` : told)
    const held = new Set([
      // A fact's topics are words for it: "work" for "teaches physics".
      ...ofTold,
      ...heldBy(asked.words, askedIn(before)),
    ])
    const beside = heldBy(asked.words, `${before} ${contextOf(item)}`)
    const missed = asked.words.filter((stem) => !held.has(stem) && !beside.has(stem))
    return {
      one: 1,
      place,
      context: share(asked.words.filter((stem) => !held.has(stem) && beside.has(stem))),
      missed: share(missed),
      replies: Number(replied.size > 0),
      ...kindFeatures({ said, before }, item, names, asked, kinds),
      matterMissed: Number(needsWord && held.size === 0 && (isOpen || beside.size === 0)),
      asksSame: Number(told !== said && held.size === 0 && heldBy(asked.words, said).size > 0),
      thingMissed: Number(thing.length > 0 && !thing.some((stem) => held.has(stem) || beside.has(stem))),
      lifeMissed: Number(asksLife && item.kind !== "memory" && (held.size === 0 || !tellsOf(said, named))),
      ...timeFeatures(times, said, item, `${before} ${contextOf(item)}`, { ...asking, isTimeAlone }),
      exactMissed: shareOf(asked.exact, (part) => !`${text} ${contextOf(item)}`.toLowerCase().includes(part)),
      ...peopleFeatures(asked.people, {
        item,
        said,
        speaker,
        speakerId: speakerId ?? item.subject?.id ?? null,
      }),
      elsewhere: Number(isElsewhere(channelOf(item))),
      question: Number(item.kind !== "memory" && isQuestion(said)),
      note: Number(item.kind === "note"),
      memory: Number(item.kind === "memory"),
    }
  })
}

/** Returns true if a speaker tells of themselves or of one of these names. */
function tellsOf(said: string, names: ReadonlySet<string>): boolean {
  return TELLS_OF_SELF.test(said) || [...stemSet(said)].some((stem) => names.has(stem))
}

/** The words that a text holds, in any of their forms. */
export function heldBy(words: readonly string[], text: string): Set<string> {
  const held = stemSet(text)
  return new Set(words.filter((stem) => holdsWord(held, stem)))
}

/** log(1 + n / (1 + those that hold the word)), less for a word of everyday talk: few finds tell little of rarity. */
function rarityOf(words: readonly string[], items: readonly Item[]): Map<string, number> {
  const sets = items.map(({ text }) => stemSet(text))
  return new Map(
    words.map((stem) => {
      const having = sets.filter((set) => holdsWord(set, stem)).length
      return [stem, tellingShare(stem) * Math.log(1 + sets.length / (1 + having))]
    }),
  )
}

/** Returns a line without its speaker and the line before it. */
export function saidIn(text: string, speaker: string | null): string {
  return partsOf(text, speaker).said
}

/** Splits a line told with the one before it ("A: which? / B: that one"). What B says is B's alone. */
function partsOf(text: string, speaker: string | null): { before: string; said: string } {
  if (speaker === null) return { before: "", said: text }
  const mark = ` / ${speaker}: `
  const place = text.lastIndexOf(mark)
  if (place >= 0) return { before: text.slice(0, place), said: text.slice(place + mark.length) }
  return { before: "", said: text.startsWith(`${speaker}: `) ? text.slice(speaker.length + 2) : text }
}

/** Returns what a line says without the sentences that ask. */
function toldIn(said: string): string {
  const asking = askingSentences(said)
  if (asking.length === 0) return said
  return splitAtStops(said)
    .filter((one) => !asking.includes(one))
    .join(" ")
}

/** Returns a line that asks, or the sentences of one that ask. */
export function askedIn(line: string): string {
  return isQuestion(line) ? line : askingSentences(line).join(" ")
}

function askingSentences(said: string): string[] {
  if (!said.includes("?") && !ASKS_LATER.test(said)) return []
  return splitAtStops(said).filter((sentence) => isQuestion(sentence) && !ASKS_ASSENT.test(sentence))
}

/** A full stop that ends no sentence does no harm here. */
export function splitAtStops(said: string): string[] {
  return said.split(/(?<=[.!?…]) +/u)
}

/** Returns true for a line that asks, told with or without its speaker. */
export function isQuestion(line: string): boolean {
  return ASKS.test(line.replace(/^[^:\n]{1,40}: /, ""))
}

/** Questions in the lines around, and those that others asked shortly before in the same channel. */
function questionsBefore(item: Item, before: string, items: readonly Item[]): string[] {
  if (item.kind !== "message") return []
  const asked = items.filter(
    (other) =>
      other.kind === "message" &&
      isQuestion(other.text) &&
      channelOf(other) === channelOf(item) &&
      other.at < item.at &&
      item.at - other.at < REPLY &&
      other.subject?.id !== item.subject?.id,
  )
  return [...contextOf(item).split("\n"), before].filter(isQuestion).concat(asked.map(({ text }) => text))
}

function contextOf({ around, topics, title, subject }: Item): string {
  return around ?? [...topics, title ?? "", subject?.name ?? ""].join(" ")
}

function channelOf({ sources }: Item): Id | null {
  return sources.find(({ channel_id }) => channel_id !== null)?.channel_id ?? null
}

/** The channels in which the asker speaks or is spoken of, as far as the finds tell. */
function channelsOf(items: readonly Item[], asker: Id | null): Set<Id | null> {
  const own = items.filter(
    ({ subject, sources, participants = [] }) =>
      subject?.id === asker ||
      sources.some(({ author_id }) => author_id === asker) ||
      participants.some((id) => id === asker),
  )
  return new Set(asker === null ? [] : own.map(channelOf).filter((channel) => channel !== null))
}

/** 0 for an empty list. */
function shareOf<T>(all: readonly T[], test: (one: T) => boolean): number {
  return all.length === 0 ? 0 : all.filter(test).length / all.length
}
