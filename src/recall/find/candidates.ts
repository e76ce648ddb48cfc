/**
 * Gathers candidates for a question: at most two database round trips, with channel and vector search in
 * parallel under deadlines.
 */

import { OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Degradation } from "../../domain/recalls.ts"
import type { Id, Note, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../../memory/db/database.ts"
import { searchText } from "../../memory/db/rows.ts"
import type { MessageHit, MessageRule } from "../../memory/read/guild-messages.ts"
import type { Recollection } from "../../memory/read/recollect.ts"
import { type ReadSwitches, switchedOnPeople } from "../../memory/read/switches.ts"
import { stemSet } from "../../text/stems.ts"
import { MAX_HITS, type VectorSearch } from "../../vectors/vector-index.ts"
import { type DigestMoment, type DigestRows, digestQueries } from "../digests/digests.ts"
import { withoutObjectorNames } from "./asked-names.ts"
import { type SearchableMessages, searchIndex, searchUnindexed } from "./channels.ts"
import {
  type CachePremise,
  type FirstLookup,
  firstLookup,
  type NearestMatches,
  NO_VECTOR_MATCHES,
  type RowNumbers,
  secondLookup,
  type VectorMatches,
} from "./lookups.ts"
import { type Nickname, nicknamesIn, withDisplayNames } from "./nicknames.ts"
import type { Question } from "./question.ts"
import { redactHits } from "./redact.ts"

/** Sources of candidates other than the database. */
export interface CandidateSources {
  messages: SearchableMessages
  /** `null` without an embedding model. */
  vectors: VectorSearch | null
  /**
   * Check that the cached viewer and policy are still valid. `null` if they were read for this question,
   * which already took one round trip.
   */
  premise: CachePremise | null
  /** Maximum number of items shown. */
  most: number
  /** The policy's switches for reading; `null` for everything. */
  switches: ReadSwitches | null
  /** True to also read facts about people whom the best notes name. */
  notedPeople: boolean
  /** The question as it was asked, in which names of objectors are looked for; `null` for no such look. */
  asked: string | null
  /** Time to read the digests of the asker and the people mentioned for. `null` to skip them. */
  digests: DigestMoment | null
  rule: MessageRule & { vector_weight: number }
  /** True to read more of the lines after the messages found. */
  withLater?: true | undefined
}

/** Each list is in its own order of preference. `degraded` names the sources that did not answer. */
export interface Candidates {
  matching: Recollection[]
  exact: Recollection[]
  about: Recollection[]
  latest: Recollection[]
  /** Results of the second search, which uses words from the best first results. */
  further: Recollection[]
  /** Facts about people whom the best notes name. */
  noted: Recollection[]
  notes: Note[]
  /** Results near the question in meaning. */
  nearest: NearestMatches
  rows: RowNumbers
  /** How much items were shown lately in the same place, by `shownItemName`; empty without diversity. */
  recent: ReadonlyMap<string, number>
  /** One list of all indexed channels, and one of each other channel that was searched. */
  messages: MessageHit[][]
  /** `null` if not requested. */
  digests: DigestRows | null
  /** Names in the question that are no display names. */
  nicknames: Nickname[]
  degraded: Degradation[]
}

/** Vectors fetched per kind. Most are dropped: lookups.ts uses the nearest that the viewer may read. */
const VECTORS = MAX_HITS.embedded
const VECTOR_DEADLINE_MS = 1_500
/** Limit of people taken from notes, and of notes considered. */
const NOTED = 3

/**
 * Returns `null` if the cache premise no longer holds. `renamed` if the question names people who object: it is the question
 * without their names, to be asked instead.
 */
export async function gatherCandidates(
  db: Database,
  viewer: Viewer,
  question: Question,
  sources: CandidateSources,
): Promise<Candidates | { renamed: string } | null> {
  const { messages, rule, premise, withLater } = sources
  const meaning = searchVectors(viewer, question, sources)
  const heard = searchIndex(messages, question, { rule, withLater })
  // With one round trip left, vector matches must be known before it.
  const early = premise === null ? await meaning : NO_VECTOR_MATCHES
  const [known, digests] = await Promise.all([
    firstLookup(db, viewer, {
      question,
      premise,
      vectorMatches: early ?? NO_VECTOR_MATCHES,
      most: sources.most,
      switches: sources.switches,
    }),
    digestRows(db, viewer, question, sources),
  ])
  if (known === null || digests === "stale") return null
  const { objectors, ...finds } = known
  const renamed =
    sources.asked === null ? null : await withoutObjectorNames(db, viewer, sources.asked, objectors)
  if (renamed !== null) return { renamed }
  const [first, found] = await Promise.all([heard, meaning])
  const lists = redactHits(first.lists, objectors)
  const nicknames = nicknamesIn(question.words, [...known.matching, ...known.about])
  const seeds =
    premise !== null && rule.second_search_weight > 0 ? searchSeeds(question, known, lists.flat()) : []
  const second = {
    question,
    seeds: nicknames.length > 0 ? [withDisplayNames(question.words, nicknames)] : seeds,
    noted: premise !== null && sources.notedPeople ? notedPeople(known, question.people) : [],
    vectorMatches: premise === null ? NO_VECTOR_MATCHES : (found ?? NO_VECTOR_MATCHES),
    objectors,
    switches: sources.switches,
  }
  const [further, others] = await Promise.all([
    secondLookup(db, viewer, second),
    searchUnindexed({ ...first, here: messages.here }, known, { question, rule, withLater }),
  ])
  const late = [first.late || others.late ? "messages" : null, found === null ? "vectors" : null] as const
  return {
    ...finds,
    further: further.further,
    noted: further.noted,
    nearest: premise === null ? known.nearest : further.nearest,
    rows: new Map([...known.rows, ...further.rows]),
    recent: first.shown,
    messages: [...lists, ...redactHits(others.lists, objectors)],
    digests,
    nicknames,
    degraded: late.filter((source) => source !== null),
  }
}

/** Digests of the asker and the people mentioned. They also depend on the cache premise. */
async function digestRows(
  db: Database,
  viewer: Viewer,
  { people }: Question,
  { digests, premise, switches }: CandidateSources,
): Promise<DigestRows | "stale" | null> {
  if (digests === null) return null
  const [rows, stamp] = await Promise.all([
    db.batch(digestQueries(db, viewer, switchedOnPeople(people, switches), digests)),
    premise ? readTogether(db, { stamp: premise.query }) : null,
  ])
  return premise !== null && !premise.holds(stamp?.stamp ?? null) ? "stale" : rows
}

/**
 * Returns `null` if vector search failed, timed out or may not be paid for. The other sources still answer.
 */
async function searchVectors(
  viewer: Viewer,
  question: Question,
  { vectors, rule }: CandidateSources,
): Promise<VectorMatches | null> {
  if (vectors === null || rule.vector_weight === 0 || question.meaning.trim() === "") return NO_VECTOR_MATCHES
  try {
    const found = await within(VECTOR_DEADLINE_MS, () => vectors(question.meaning, VECTORS, viewer.readable))
    return found === OVERDUE ? null : found
  } catch (error) {
    console.warn({ event: "recall.degraded", source: "vectors", error: describeError(error) })
    return null
  }
}

/** People named by the best notes who are not part of the question. */
function notedPeople({ notes }: FirstLookup, known: readonly Id[]): Id[] {
  const named = notes.slice(0, NOTED).flatMap((note) => note.participants.map(({ id }) => id))
  return [...new Set(named)].filter((id) => !known.includes(id)).slice(0, NOTED)
}

// Second search without a model: names and titles from the best results lead to what the question did not
// name

const BEST = 3
const SEEDS = 5

/**
 * Returns up to 5 names from the best results that the question does not contain, most frequent first.
 * Returns none if one result contains every word of the question.
 * @internal
 */
export function searchSeeds(
  question: Pick<Question, "words">,
  { matching }: Pick<FirstLookup, "matching">,
  hits: readonly MessageHit[],
): string[] {
  if (isAnswered(question, matching)) return []
  const asked = ` ${wordsOf(question.words)} `
  const texts = [
    ...matching.slice(0, BEST).map(({ memory }) => memory.fact),
    ...hits.slice(0, BEST).map(({ message }) => message.content),
  ]
  const counts = new Map<string, number>()
  for (const name of texts.flatMap(names)) {
    if (!asked.includes(` ${wordsOf(name)} `)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SEEDS)
    .map(([name]) => name)
}

function isAnswered({ words }: Pick<Question, "words">, matching: FirstLookup["matching"]): boolean {
  const asked = [...stemSet(words)]
  return matching.slice(0, BEST).some(({ memory }) => {
    const held = stemSet(searchText(memory))
    return asked.every((stem) => held.has(stem))
  })
}

/** Lowercases words and separates them with single spaces. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]s\b|[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replace(/ +/g, " ")
    .trim()
}

/** Returns runs of capitalized words inside a sentence, and quoted text. */
function names(text: string): string[] {
  const capitalized =
    text.match(/(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu) ?? []
  const quoted = [...text.matchAll(/["“]([^"“”]{2,60})["”]/gu)].map((match) => match[1] ?? "")
  return [...capitalized, ...quoted].map((name) => name.replace(/['’]s$/u, ""))
}
