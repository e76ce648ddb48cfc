/** Gathers what could answer a question: the database in at most two round trips, channels and vectors beside it, none waited for too long. */
import { OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id, Note, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../../memory/db/database.ts"
import { searchText } from "../../memory/db/rows.ts"
import type { Recollection } from "../../memory/read/recollect.ts"
import type { MessageHit, MessageRule } from "../../memory/read/search.ts"
import { stemSet } from "../../text/stems.ts"
import type { VectorSearch } from "../../vectors/vector-index.ts"
import { type DigestMoment, type DigestRows, digestQueries } from "../digests/digests.ts"
import { promisingChannels, type SearchableChannel, searchChannels } from "./channels.ts"
import {
  type CachePremise,
  type FirstLookup,
  firstLookup,
  type NearestMatches,
  NO_VECTOR_MATCHES,
  secondLookup,
  type VectorMatches,
} from "./lookups.ts"
import type { Question } from "./question.ts"
import { redactHits } from "./redact.ts"

/** Where candidates come from besides the database. */
export interface CandidateSources {
  /** The channel where the answer is read, if it was ever heard. */
  here: SearchableChannel | null
  /** The others that this viewer may read. */
  elsewhere: readonly SearchableChannel[]
  /** null: there is no embedding model. */
  vectors: VectorSearch | null
  /** What viewer and policy rest on, where that was remembered; null: it was read for this very question, which took a round trip. */
  premise: CachePremise | null
  /** How many items may be shown. */
  most: number
  /** Whether people whom the best notes name are wanted too. */
  notedPeople: boolean
  /** Whether digests of the people asking and mentioned are wanted, and as of when. */
  digests: DigestMoment | null
  rule: MessageRule & { other_channels: number; vector_weight: number }
}

/** Each list is in its own order of preference. `degraded` names the sources that did not answer. */
export interface Candidates {
  matching: Recollection[]
  exact: Recollection[]
  about: Recollection[]
  latest: Recollection[]
  /** What the second search found, by words of the best finds of the first. */
  further: Recollection[]
  /** About people whom the best notes name. */
  noted: Recollection[]
  notes: Note[]
  /** Near the question in meaning. */
  nearest: NearestMatches
  /** One list a channel. */
  messages: MessageHit[][]
  /** null where none were asked for. */
  digests: DigestRows | null
  degraded: string[]
}

const VECTORS = 20
const VECTOR_DEADLINE_MS = 1_500
/** People named by notes, and the notes that name them. */
const NOTED = 3

/** null where the premise no longer holds. */
export async function gatherCandidates(
  db: Database,
  viewer: Viewer,
  question: Question,
  sources: CandidateSources,
): Promise<Candidates | null> {
  const { here, elsewhere, rule, premise } = sources
  // Few channels are all asked at once; of many, those that the first finds point to.
  const few = elsewhere.length <= rule.other_channels
  const near = [...(here ? [here] : []), ...(few ? elsewhere : [])]
  const meaning = searchVectors(question, sources)
  const heard = searchChannels(near, question, rule)
  // With one round trip left, what the vectors point to has to be known before it.
  const early = premise === null ? await meaning : NO_VECTOR_MATCHES
  const [known, digests] = await Promise.all([
    firstLookup(db, viewer, { question, premise, pointed: early ?? NO_VECTOR_MATCHES, most: sources.most }),
    digestRows(db, viewer, question, sources),
  ])
  if (known === null || digests === "stale") return null
  const [first, pointed] = await Promise.all([heard, meaning])
  const { objectors, ...finds } = known
  const lists = redactHits(first.lists, objectors)
  const second = {
    question,
    seeds:
      premise !== null && rule.second_search_weight > 0 ? searchSeeds(question, known, lists.flat()) : [],
    noted: premise !== null && sources.notedPeople ? notedPeople(known, question.people) : [],
    pointed: premise === null ? NO_VECTOR_MATCHES : (pointed ?? NO_VECTOR_MATCHES),
    objectors,
  }
  const [further, others] = await Promise.all([
    secondLookup(db, viewer, second),
    searchChannels(few ? [] : promisingChannels(elsewhere, known, rule.other_channels), question, rule),
  ])
  const late = [first.late || others.late ? "messages" : null, pointed === null ? "vectors" : null]
  return {
    ...finds,
    further: further.further,
    noted: further.noted,
    nearest: premise === null ? known.nearest : further.nearest,
    messages: [...lists, ...redactHits(others.lists, objectors)],
    digests,
    degraded: late.filter((source) => source !== null),
  }
}

/** The digests of the people asking and mentioned, in a batch beside the first look: they too rest on the premise. */
async function digestRows(
  db: Database,
  viewer: Viewer,
  { people }: Question,
  { digests, premise }: CandidateSources,
): Promise<DigestRows | "stale" | null> {
  if (digests === null) return null
  const [rows, stamp] = await Promise.all([
    db.batch(digestQueries(db, viewer, people, digests)),
    premise ? readTogether(db, { stamp: premise.query }) : null,
  ])
  return premise !== null && !premise.holds(stamp?.stamp ?? null) ? "stale" : rows
}

/** What vectors point to; null where they failed, took too long or may not be paid for: the rest answers without them. */
async function searchVectors(
  question: Question,
  { vectors, rule }: CandidateSources,
): Promise<VectorMatches | null> {
  if (vectors === null || rule.vector_weight === 0 || question.meaning.trim() === "") return NO_VECTOR_MATCHES
  try {
    const pointed = await within(VECTOR_DEADLINE_MS, () => vectors(question.meaning, VECTORS))
    return pointed === OVERDUE ? null : pointed
  } catch (error) {
    console.warn({ event: "recall.degraded", source: "vectors", error: describeError(error) })
    return null
  }
}

/** Those named by the best notes, who are not part of the question already. */
function notedPeople({ notes }: FirstLookup, known: readonly Id[]): Id[] {
  const named = notes.slice(0, NOTED).flatMap((note) => note.participants.map(({ id }) => id))
  return [...new Set(named)].filter((id) => !known.includes(id)).slice(0, NOTED)
}

// The second search without a model: people, places and titles that the best finds speak of lead to what the question did not name. Pure.

const BEST = 3
const SEEDS = 5

/**
 * Names in the best finds that the question does not hold, the most often named first; at most 5. None where a find holds
 * every word of the question: nothing is left to look for.
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

/** Lower-case words, a space between each two. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]s\b|[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replace(/ +/g, " ")
    .trim()
}

/** Runs of capitalized words that do not only begin a sentence, and what stands in quotation marks. */
function names(text: string): string[] {
  const capitalized =
    text.match(/(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu) ?? []
  const quoted = [...text.matchAll(/["“]([^"“”]{2,60})["”]/gu)].map((match) => match[1] ?? "")
  return [...capitalized, ...quoted].map((name) => name.replace(/['’]s$/u, ""))
}
