/** The two round trips to the database that a recall may make: what the question asks for, then what the first finds point to. */
import type { SQL } from "drizzle-orm"
import type { Id, Note, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../../memory/db/database.ts"
import type { Picked, Picks } from "../../memory/db/full-text.ts"
import { factKey } from "../../memory/facts/fact-key.ts"
import { type Objector, objectorsFromAnswer, objectorsQuery } from "../../memory/read/consent-sql.ts"
import {
  matchingNotes,
  notesDuring,
  notesFromAnswer,
  pickedNotes,
  topicsDuring,
} from "../../memory/read/note-reads.ts"
import {
  latestMemories,
  matchingMemories,
  memoriesByKey,
  memoriesBySeq,
  type Recollection,
  recollectionsFromAnswer,
  recollectionsQuery,
} from "../../memory/read/recollect.ts"
import { topAboutPeople } from "../../memory/read/search.ts"
import { queryTerms } from "../../text/stems.ts"
import type { VectorHit } from "../../vectors/vector-index.ts"
import type { Question } from "./question.ts"

/** What vectors point to, by row number; the nearest first. */
export interface VectorMatches {
  memories: VectorHit[]
  notes: VectorHit[]
}
export const NO_VECTOR_MATCHES: VectorMatches = { memories: [], notes: [] }

/** Something near the question in meaning, and its cosine. */
export interface NearMatch<T> {
  found: T
  cosine: number
}

/** What vectors pointed to, as far as it is there and this viewer may read it; the nearest first. */
export interface NearestMatches {
  memories: NearMatch<Recollection>[]
  notes: NearMatch<Note>[]
}

/** What was remembered of the guild before it was asked: read again in the same round trip, so that nothing is answered by what no longer holds. */
export interface CachePremise {
  query: SQL
  /** `answer` is the query's one value. */
  holds(answer: string | null): boolean
}

/** Each list is in its own order of preference. */
export interface FirstLookup {
  matching: Recollection[]
  exact: Recollection[]
  about: Recollection[]
  latest: Recollection[]
  notes: Note[]
  nearest: NearestMatches
  /** Who is not to be told of. */
  objectors: Objector[]
}

export interface SecondLookup {
  /** Found by words of the best finds. */
  further: Recollection[]
  /** About people whom the best notes name. */
  noted: Recollection[]
  nearest: NearestMatches
}

/** For each item that may be shown, so many matches are read: some fall to the caps. */
const MATCHING_EACH = 1.5
const NOTES = 8
const LATEST = 3
const ABOUT_EACH = 6
const NOTED_EACH = 5
const FURTHER = 10

/** Everything the question itself asks for; null where the premise no longer holds. */
export async function firstLookup(
  db: Database,
  viewer: Viewer,
  asked: { question: Question; premise: CachePremise | null; pointed: VectorMatches; most: number },
): Promise<FirstLookup | null> {
  const { question, premise, pointed, most } = asked
  const { people, now, until, during } = question
  const moment = { now, until }
  const hints = question.hints.map(({ word }) => word).join(" ")
  const terms = queryTerms(viewer.guildId, `${question.words} ${hints}`)
  const memories = recollectionsQuery(
    viewer,
    {
      matching: matchingMemories(viewer, terms, { ...moment, limit: Math.ceil(most * MATCHING_EACH) }),
      exact: memoriesByKey(viewer, factKey(question.words), people),
      latest: latestMemories(viewer, { ...moment, limit: LATEST }),
      ...(people.length > 0
        ? { about: topAboutPeople(viewer, people, { ...moment, each: ABOUT_EACH }) }
        : {}),
      ...near(pointed.memories),
    },
    moment,
  )
  const notes = pickedNotes(
    viewer,
    {
      matching: matchingNotes(viewer, terms, NOTES),
      ...(during === null ? {} : { during: notesDuring(viewer, during, { until, limit: NOTES }) }),
      // Of a week, the latest talks are those of its last hours.
      ...(question.onlyTime && during
        ? { topics: topicsDuring(viewer, during, { until, limit: most }) }
        : {}),
      ...near(pointed.notes),
    },
    moment,
  )
  const { found, noted, silent, stamp } = await readTogether(db, {
    found: memories,
    noted: notes,
    // Nobody objects to what an operator reads.
    ...(!viewer.hidesObjectors ? {} : { silent: objectorsQuery(viewer) }),
    ...(premise ? { stamp: premise.query } : {}),
  })
  if (premise !== null && !premise.holds(stamp ?? null)) return null
  const lists = recollectionsFromAnswer(found)
  const objectors = objectorsFromAnswer(silent)
  const noteLists = notesFromAnswer(noted, namesOf(objectors))
  return {
    matching: all(lists.get("matching")),
    exact: all(lists.get("exact")),
    about: all(lists.get("about")),
    latest: all(lists.get("latest")),
    notes: [...new Set(["topics", "matching", "during"].flatMap((list) => all(noteLists.get(list))))],
    nearest: {
      memories: withCosines(pointed.memories, lists.get("near")),
      notes: withCosines(pointed.notes, noteLists.get("near")),
    },
    objectors,
  }
}

/** What the first finds point to; nothing is read where they point nowhere. */
export async function secondLookup(
  db: Database,
  viewer: Viewer,
  asked: {
    question: Question
    seeds: readonly string[]
    noted: readonly Id[]
    pointed: VectorMatches
    objectors: readonly Objector[]
  },
): Promise<SecondLookup> {
  const { question, seeds, noted, pointed } = asked
  const moment = { now: question.now, until: question.until }
  const terms = queryTerms(viewer.guildId, seeds.join(" "))
  const picks: Picks = {
    ...(seeds.length > 0 ? { further: matchingMemories(viewer, terms, { ...moment, limit: FURTHER }) } : {}),
    ...(noted.length > 0 ? { noted: topAboutPeople(viewer, noted, { ...moment, each: NOTED_EACH }) } : {}),
    ...near(pointed.memories),
  }
  const { found, noted: notes } = await readTogether(db, {
    ...(Object.keys(picks).length > 0 ? { found: recollectionsQuery(viewer, picks, moment) } : {}),
    ...(pointed.notes.length > 0 ? { noted: pickedNotes(viewer, near(pointed.notes), moment) } : {}),
  })
  const lists = recollectionsFromAnswer(found)
  const noteLists = notesFromAnswer(notes, namesOf(asked.objectors))
  return {
    further: all(lists.get("further")),
    noted: all(lists.get("noted")),
    nearest: {
      memories: withCosines(pointed.memories, lists.get("near")),
      notes: withCosines(pointed.notes, noteLists.get("near")),
    },
  }
}

function namesOf(objectors: readonly Objector[]): string[] {
  return objectors.flatMap(({ name }) => name ?? [])
}

function near(hits: readonly VectorHit[]): Picks {
  return hits.length === 0 ? {} : { near: memoriesBySeq(hits.map((hit) => hit.seq)) }
}

function all<T>(picked: readonly Picked<T>[] | undefined): T[] {
  return (picked ?? []).map(({ found }) => found)
}

function withCosines<T>(
  hits: readonly VectorHit[],
  picked: readonly Picked<T>[] | undefined,
): NearMatch<T>[] {
  const cosines = new Map(hits.map(({ seq, score }) => [seq, score]))
  return (picked ?? []).map(({ seq, found }) => ({ found, cosine: cosines.get(seq) ?? 0 }))
}
