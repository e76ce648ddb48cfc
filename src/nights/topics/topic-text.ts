/** Composes a topic's title and summary from its notes' own words, when no model writes them. Pure. */

import type { Note } from "../../domain/types.ts"
import { UNTITLED } from "../../memory/db/rows.ts"
import { sentenceSegments } from "../../text/sentence-segments.ts"
import { stems } from "../../text/stems.ts"
import { truncate } from "../../text/truncate.ts"
import { isInformativeTitle, type Weights } from "./gather.ts"

export const MOST_TITLE = 80
export const MOST_SUMMARY = 600
const MOST_PHRASES = 3
/** Notes that must mention a phrase for it to describe the topic. */
const SHARED_BY = 2
/** Factor for a sentence that was cut off: a complete one is preferred. */
const CUT_OFF_FACTOR = 0.6

export interface TopicText {
  title: string
  summary: string
}

/**
 * All notes processed together, the weights of their words (gather.ts), and a check for text that may be
 * kept.
 */
export interface TopicContext {
  notes: readonly Note[]
  weights: readonly Weights[]
  mayKeep: (text: string) => boolean
}

/**
 * Describes the notes by what most of them mention. A word that all notes of the context have says nothing.
 */
export function composeTopicText(
  notes: readonly Note[],
  { notes: all, weights, mayKeep }: TopicContext,
): TopicText {
  const own = notes.map((note) => weights[all.indexOf(note)] ?? new Map())
  const telling = weighTopic(own)
  return { title: titleOf(notes, { own, telling, mayKeep }), summary: summaryOf(notes, telling, mayKeep) }
}

/** Weighs each word for the topic as a whole. A word of only one note counts little. */
function weighTopic(own: readonly Weights[]): Weights {
  const sums: Weights = new Map()
  const spread: Weights = new Map()
  for (const weights of own)
    for (const [stem, weight] of weights) {
      sums.set(stem, (sums.get(stem) ?? 0) + weight)
      spread.set(stem, (spread.get(stem) ?? 0) + 1)
    }
  return new Map([...sums].map(([stem, sum]) => [stem, (sum * (spread.get(stem) ?? 1)) / own.length]))
}

interface Titling {
  own: readonly Weights[]
  telling: Weights
  mayKeep: (text: string) => boolean
}

/**
 * Joins the phrases of the notes' titles that several notes mention; otherwise takes the title of the note
 * with most of the shared words.
 */
function titleOf(notes: readonly Note[], { own, telling, mayKeep }: Titling): string {
  const titled = notes.filter((note) => isInformativeTitle(note) && mayKeep(note.title))
  const phrases = [
    ...new Map(
      titled.flatMap(({ title }) => phrasesOf(title)).map((phrase) => [phrase.toLowerCase(), phrase]),
    ).values(),
  ]
  const scored = phrases
    .map((phrase) => ({ phrase, stems: [...new Set(stems(phrase))] }))
    .filter(
      ({ stems: said }) =>
        own.filter((weights) => said.every((stem) => weights.has(stem))).length >= SHARED_BY,
    )
    .map((one) => ({ ...one, score: sumOf(one.stems, telling) / Math.sqrt(one.stems.length) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.phrase < b.phrase ? -1 : 1))
  const chosen: typeof scored = []
  for (const one of scored) {
    const said = new Set(chosen.flatMap((other) => other.stems))
    if (chosen.length < MOST_PHRASES && !one.stems.some((stem) => said.has(stem))) chosen.push(one)
  }
  const title = joinPhrases(chosen.map(({ phrase }) => phrase))
  // A single word names a thing, not what was said about it.
  if (chosen.flatMap((one) => one.stems).length > 1 && title.length <= MOST_TITLE && mayKeep(title))
    return title
  const [best] = titled.toSorted((a, b) => sumOf(stems(b.title), telling) - sumOf(stems(a.title), telling))
  return best ? truncate(best.title.toWellFormed(), MOST_TITLE, { ellipsis: false }) : UNTITLED
}

/** Returns the things that a title lists; otherwise the whole title. */
function phrasesOf(title: string): string[] {
  const parts = title.split(/,\s+|\s+and\s+/u).filter((part) => part !== "")
  const whole = parts.every((part) => part.split(/\s+/u).length <= 4) ? parts : [title]
  return whole.map((part) => part.trim()).filter((part) => stems(part).length > 0)
}

function joinPhrases(phrases: readonly string[]): string {
  const text =
    phrases.length < 2 ? (phrases[0] ?? "") : `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface ScoredSentence {
  text: string
  score: number
  note: number
  at: number
}

/**
 * Picks sentences about what the notes share, from each note in turn, in the order they were said. Sentences
 * stay unchanged.
 */
function summaryOf(notes: readonly Note[], telling: Weights, mayKeep: (text: string) => boolean): string {
  const said = notes.flatMap((note, index) =>
    sentencesOf(note).map(
      (text, at): ScoredSentence => ({ text, score: scoreOf(text, telling), note: index, at }),
    ),
  )
  const taken: ScoredSentence[] = []
  let left = MOST_SUMMARY
  const rounds = new Map<number, number>()
  const order = said
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.note - b.note || a.at - b.at)
  // One of each note before a second of any.
  for (let round = 0; round < 3; round++)
    for (const one of order) {
      if ((rounds.get(one.note) ?? 0) !== round || taken.includes(one) || one.text.length + 1 > left) continue
      if (taken.some((other) => repeats(one.text, other.text)) || !mayKeep(one.text)) continue
      taken.push(one)
      rounds.set(one.note, round + 1)
      left -= one.text.length + 1
    }
  return taken
    .sort(
      (a, b) => (notes[a.note]?.fromAt ?? 0) - (notes[b.note]?.fromAt ?? 0) || a.note - b.note || a.at - b.at,
    )
    .map(({ text }) => text)
    .join(" ")
}

/** Splits a summary into sentences; a quotation stays with its speaker's name. */
function sentencesOf({ summary, participants }: Note): string[] {
  const starts = participants.map(({ name }) => `${name}: `)
  const parts: string[] = []
  for (const segment of sentenceSegments(summary)) {
    const quoting = starts.some((start) => summary.startsWith(start)) && parts.length > 0
    if (quoting && !starts.some((start) => segment.startsWith(start))) parts.push(`${parts.pop()}${segment}`)
    else parts.push(segment)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "")
}

function scoreOf(text: string, telling: Weights): number {
  const said = new Set(stems(text))
  const score = sumOf([...said], telling) / Math.sqrt(said.size + 4)
  return text.endsWith("…") ? score * CUT_OFF_FACTOR : score
}

function sumOf(said: readonly string[], telling: Weights): number {
  return said.reduce((sum, stem) => sum + (telling.get(stem) ?? 0), 0)
}

function repeats(one: string, other: string): boolean {
  const [a, b] = [new Set(stems(one)), new Set(stems(other))]
  const both = [...a].filter((stem) => b.has(stem)).length
  return both > 0.7 * Math.min(a.size, b.size)
}
