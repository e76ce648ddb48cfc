/**
 * The two database round trips of a recall: first for the question itself, then for what the first results
 * point to.
 */
import type { SQL } from "drizzle-orm"
import type { Id, Note, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../../memory/db/database.ts"
import type { Picked, Picks } from "../../memory/db/full-text.ts"
import { factKey } from "../../memory/facts/fact-key.ts"
import { type Objector, objectorsFromAnswer, objectorsQuery } from "../../memory/read/consent-sql.ts"
import { topAboutPeople } from "../../memory/read/memories-about.ts"
import {
  matchingNotes,
  notesDuring,
  notesFromAnswer,
  pickedNotes,
  readableNotesBySeq,
  topicsDuring,
} from "../../memory/read/note-reads.ts"
import {
  latestMemories,
  matchingMemories,
  memoriesByKey,
  type Recollection,
  readableMemoriesBySeq,
  recollectionsFromAnswer,
  recollectionsQuery,
} from "../../memory/read/recollect.ts"
import type { ReadMoment } from "../../memory/read/search.ts"
import type { ReadSwitches } from "../../memory/read/switches.ts"
import { queryTerms } from "../../text/stems.ts"
import type { VectorHit } from "../../vectors/vector-index.ts"
import type { Question } from "./question.ts"

/** Rows that vector search found, by row number, nearest first. */
export interface VectorMatches {
  memories: VectorHit[]
  notes: VectorHit[]
}
export const NO_VECTOR_MATCHES: VectorMatches = { memories: [], notes: [] }

/** A result of search by meaning, with its cosine similarity. */
interface NearMatch<T> {
  found: T
  cosine: number
}

/** Vector matches that exist and that this viewer may read, nearest first. */
export interface NearestMatches {
  memories: NearMatch<Recollection>[]
  notes: NearMatch<Note>[]
}

/**
 * Checks that cached guild state is still current. Read in the same round trip as the data, so no answer is
 * based on outdated state.
 */
export interface CachePremise {
  query: SQL
  /** `answer` is the query's single value. */
  holds(answer: string | null): boolean
}

/** Row numbers of memories and notes, by their ids. */
export type RowNumbers = ReadonlyMap<string, number>

/** Each list is in its own order of preference. */
export interface FirstLookup {
  matching: Recollection[]
  exact: Recollection[]
  about: Recollection[]
  latest: Recollection[]
  notes: Note[]
  nearest: NearestMatches
  rows: RowNumbers
  /** People who must not be mentioned. */
  objectors: Objector[]
}

export interface SecondLookup {
  /** Found by words of the best first results. */
  further: Recollection[]
  /** Facts about people whom the best notes name. */
  noted: Recollection[]
  nearest: NearestMatches
  rows: RowNumbers
}

/** Matches read per item shown. More than needed, because some are dropped by caps. */
const MATCHING_EACH = 1.5
const NOTES = 8
const LATEST = 3
const ABOUT_EACH = 6
const NOTED_EACH = 5
const FURTHER = 10
/** The nearest vectors used, of each kind. */
const NEAR = 20

/** Reads everything the question asks for. Returns `null` if the cache premise no longer holds. */
export async function firstLookup(
  db: Database,
  viewer: Viewer,
  asked: {
    question: Question
    premise: CachePremise | null
    vectorMatches: VectorMatches
    most: number
    switches: ReadSwitches | null
  },
): Promise<FirstLookup | null> {
  const { question, premise, vectorMatches, most, switches } = asked
  const { people, now, until, during, onlyTime } = question
  const moment = { now, until, switches }
  const hints = question.hints.map(({ word }) => word).join(" ")
  const terms = queryTerms(viewer.guildId, `${question.words} ${hints}`)
  const memories = recollectionsQuery(
    viewer,
    {
      matching: matchingMemories(viewer, terms, { ...moment, limit: Math.ceil(most * MATCHING_EACH) }),
      exact: memoriesByKey(viewer, factKey(question.words), people),
      latest: latestMemories(viewer, {
        ...moment,
        during: onlyTime ? during : null,
        limit: onlyTime ? most : LATEST,
      }),
      ...(people.length > 0
        ? { about: topAboutPeople(viewer, people, { ...moment, each: ABOUT_EACH }) }
        : {}),
      ...nearMemories(viewer, vectorMatches, moment),
    },
    moment,
  )
  const notes = pickedNotes(
    viewer,
    {
      matching: matchingNotes(viewer, terms, NOTES),
      ...(during === null ? {} : { during: notesDuring(viewer, during, { until, limit: NOTES }) }),
      // For a whole week, the latest conversations would all be from its last hours.
      ...(onlyTime && during ? { topics: topicsDuring(viewer, during, { until, limit: most }) } : {}),
      ...nearNotes(viewer, vectorMatches),
    },
    moment,
  )
  const { found, noted, silent, stamp } = await readTogether(db, {
    found: memories,
    noted: notes,
    // Operators see memories of people who object, too.
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
      memories: withCosines(vectorMatches.memories, lists.get("near")),
      notes: withCosines(vectorMatches.notes, noteLists.get("near")),
    },
    rows: rowNumbers(lists, noteLists),
    objectors,
  }
}

/** Reads what the first results point to. Runs no query if they point to nothing. */
export async function secondLookup(
  db: Database,
  viewer: Viewer,
  asked: {
    question: Question
    seeds: readonly string[]
    noted: readonly Id[]
    vectorMatches: VectorMatches
    objectors: readonly Objector[]
    switches: ReadSwitches | null
  },
): Promise<SecondLookup> {
  const { question, seeds, noted, vectorMatches } = asked
  const moment = { now: question.now, until: question.until, switches: asked.switches }
  const terms = queryTerms(viewer.guildId, seeds.join(" "))
  const picks: Picks = {
    ...(seeds.length > 0 ? { further: matchingMemories(viewer, terms, { ...moment, limit: FURTHER }) } : {}),
    ...(noted.length > 0 ? { noted: topAboutPeople(viewer, noted, { ...moment, each: NOTED_EACH }) } : {}),
    ...nearMemories(viewer, vectorMatches, moment),
  }
  const { found, noted: notes } = await readTogether(db, {
    ...(Object.keys(picks).length > 0 ? { found: recollectionsQuery(viewer, picks, moment) } : {}),
    ...(vectorMatches.notes.length > 0
      ? { noted: pickedNotes(viewer, nearNotes(viewer, vectorMatches), moment) }
      : {}),
  })
  const lists = recollectionsFromAnswer(found)
  const noteLists = notesFromAnswer(notes, namesOf(asked.objectors))
  return {
    further: all(lists.get("further")),
    noted: all(lists.get("noted")),
    nearest: {
      memories: withCosines(vectorMatches.memories, lists.get("near")),
      notes: withCosines(vectorMatches.notes, noteLists.get("near")),
    },
    rows: rowNumbers(lists, noteLists),
  }
}

function rowNumbers(
  memories: ReadonlyMap<string, Picked<Recollection>[]>,
  notes: ReadonlyMap<string, Picked<Note>[]>,
): RowNumbers {
  return new Map([
    ...[...memories.values()].flat().map(({ seq, found }) => [found.memory.id, seq] as const),
    ...[...notes.values()].flat().map(({ seq, found }) => [found.id, seq] as const),
  ])
}

function namesOf(objectors: readonly Objector[]): string[] {
  return objectors.flatMap(({ name }) => name ?? [])
}

function nearMemories(viewer: Viewer, { memories }: VectorMatches, moment: ReadMoment): Picks {
  if (memories.length === 0) return {}
  const seqs = memories.map(({ seq }) => seq)
  return { near: readableMemoriesBySeq(viewer, seqs, { ...moment, limit: NEAR }) }
}

function nearNotes(viewer: Viewer, { notes }: VectorMatches): Picks {
  if (notes.length === 0) return {}
  const seqs = notes.map(({ seq }) => seq)
  return { near: readableNotesBySeq(viewer, seqs, NEAR) }
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
