/** What of a model's topics may be kept: notes that were offered, each once, in words that rest on them. Pure. */

import type { Note } from "../../domain/types.ts"
import { UNTITLED } from "../../memory/db/note-texts.ts"
import { holdsSecret } from "../../privacy/secrets.ts"
import type { SensitiveRule } from "../../privacy/sensitive.ts"
import { unfitToKeep } from "../../privacy/unfit.ts"
import { keptOf } from "../../recall/digests/check.ts"
import { hushing } from "../../text/names.ts"
import { stems } from "../../text/stems.ts"
import { gathered, weightsOf } from "./gather.ts"
import type { Reply } from "./prompt.ts"
import { type Desk, MOST_SUMMARY, MOST_TITLE, type Words, wordsOf } from "./words.ts"

/** A topic that may be written. */
export interface Sound extends Words {
  /** Ids. */
  notes: string[]
  /** Whether the model's words were kept, in part at least. */
  byModel: boolean
}

/** A topic of fewer notes is what that note says itself. */
const FEWEST = 2
/** What stands in so many of the notes is everybody's word; what stands in fewer and in none of the topic's is told of others. */
const COMMON = 3
/** One such word may be chance. */
const FOREIGN = 2

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })

interface Judging {
  most: number
  sensitive: SensitiveRule
  /** Names of those who object: whatever a model knows of them it was not told here. */
  silent: readonly string[]
}

/**
 * Topics of a reply, at most `most`; a topic whose words may not be kept gets its notes' own. None where the reply has nothing of use.
 * `members`: everybody's names, of whom the notes must tell before a topic does.
 */
export function soundTopics(
  reply: Reply,
  notes: readonly Note[],
  { most, members = [], ...judging }: Judging & { members?: readonly string[] },
): Sound[] {
  const desk = deskOf(notes, judging)
  const free = new Set(notes.map((_, index) => index + 1))
  const topics: Sound[] = []
  for (const { title, summary, notes: numbers } of reply.topics) {
    const own = [...new Set(numbers)].filter((number) => free.has(number))
    if (topics.length === most || own.length < FEWEST) continue
    for (const number of own) free.delete(number)
    const held = notes.filter((_, index) => own.includes(index + 1))
    const topic = worded({ title, summary }, held, { ...desk, members })
    if (topic !== null) topics.push(topic)
  }
  return topics
}

/** Topics by rules alone. */
export function topicsByRules(
  notes: readonly Note[],
  { most, vectors, ...judging }: Judging & { vectors: readonly Float32Array[] | null },
): Sound[] {
  const desk = deskOf(notes, judging)
  return gathered(notes, { most, vectors })
    .map((topic) => notes.filter((_, index) => topic.includes(index)))
    .flatMap((held) => worded(null, held, { ...desk, members: [] }) ?? [])
}

function deskOf(notes: readonly Note[], { sensitive, silent }: Omit<Judging, "most">): Desk {
  const people = [...new Set(notes.flatMap(({ participants }) => participants.map(({ name }) => name)))]
  const hush = hushing(silent, people)
  const mayKeep = (text: string) => unfitToKeep(text, sensitive, { people }) === null && !hush.names(text)
  return { notes, weights: weightsOf(notes), mayKeep }
}

function worded(
  said: Words | null,
  held: readonly Note[],
  desk: Desk & { members: readonly string[] },
): Sound | null {
  const { notes, mayKeep } = desk
  const own = wordsOf(held, desk)
  const foreign = foreignTo(held, notes)
  const rests = { shown: shownOf(held), strangers: desk.members }
  const keeps = (text: string, most: number) => {
    const sentences = [...segmenter.segment(keptOf(text, rests, most))].map(({ segment }) => segment.trim())
    const line = sentences.filter((sentence) => mayKeep(sentence) && !foreign(sentence)).join(" ")
    return mayKeep(line) ? line : ""
  }
  const title = said === null ? "" : keeps(said.title, MOST_TITLE).replace(/\.$/, "")
  const summary = said === null ? "" : keeps(said.summary, MOST_SUMMARY)
  const topic = { title: title || own.title, summary: summary || own.summary }
  // Neither a title nor a word of what was said: nothing that anybody could be told.
  if (topic.title === UNTITLED || topic.summary === "") return null
  // A secret may be cut in two by a full stop in it.
  if (holdsSecret(topic.summary)) return null
  return { ...topic, notes: held.map(({ id }) => id), byModel: title !== "" || summary !== "" }
}

/** All that the words of a topic may draw on. */
function shownOf(held: readonly Note[]): string {
  return held
    .flatMap(({ title, summary, participants }) => [title, summary, ...participants.map(({ name }) => name)])
    .join("\n")
}

/**
 * Whether a sentence tells of other notes than these. What rests on a note that is no source of the topic would not go when that
 * note does: so nobody may be named who took part elsewhere alone, and few words be said that only a few other notes say.
 */
function foreignTo(held: readonly Note[], notes: readonly Note[]): (sentence: string) => boolean {
  const own = new Set(stems(shownOf(held)))
  const others = notes.filter((note) => !held.includes(note))
  const spread = new Map<string, number>()
  for (const { title, summary } of others)
    for (const stem of new Set(stems(`${title} ${summary}`))) spread.set(stem, (spread.get(stem) ?? 0) + 1)
  const names = new Set(others.flatMap(({ participants }) => participants.flatMap(({ name }) => stems(name))))
  return (sentence) => {
    const said = [...new Set(stems(sentence))].filter((stem) => !own.has(stem))
    const rare = said.filter((stem) => (spread.get(stem) ?? COMMON) < COMMON)
    return said.some((stem) => names.has(stem)) || rare.length >= FOREIGN
  }
}
