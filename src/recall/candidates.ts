/** Gathers what could answer a question: one batch to the database beside one search of the channel's own messages. */
import type { Database } from "../memory/database.ts"
import { factKey } from "../memory/fact-key.ts"
import {
  aboutPeople,
  exactMemories,
  type Found,
  latestMemories,
  matchingMemories,
  matchingNotes,
  toFound,
  toNotes,
} from "../memory/search.ts"
import { queryTerms } from "../memory/terms.ts"
import type { Hit, Id, Note, Time, Viewer } from "../vocabulary.ts"

export interface Question {
  words: string
  /** The person asking and those spoken of, in that order. */
  people: Id[]
  /** The moment asked from: what has expired by then is gone. */
  now: Time
  /** What was said later does not exist for this question. */
  until: Time
}

/** Each list is in its own order of preference. `degraded` names the sources that did not answer. */
export interface Candidates {
  matching: Found[]
  exact: Found[]
  about: Found[]
  latest: Found[]
  notes: Note[]
  messages: Hit[]
  degraded: string[]
}

/** Searches the messages of the channel where the answer is read. */
export type MessageSearch = (words: string, before: Time, limit: number) => Promise<Hit[]>

const MATCHING = 60
const NOTES = 20
const LATEST = 10
const ABOUT_EACH = 15
const MESSAGES = 30
const MESSAGE_DEADLINE_MS = 1_500

export async function gather(
  db: Database,
  viewer: Viewer,
  question: Question,
  search: MessageSearch | null,
): Promise<Candidates> {
  const [memories, messages] = await Promise.all([
    fromDatabase(db, viewer, question),
    fromChannel(question, search),
  ])
  return { ...memories, messages: messages ?? [], degraded: messages === null ? ["messages"] : [] }
}

async function fromDatabase(
  db: Database,
  viewer: Viewer,
  question: Question,
): Promise<Omit<Candidates, "messages" | "degraded">> {
  const { people, now, until } = question
  const terms = queryTerms(viewer.guildId, question.words)
  const [matching, notes, exact, about, latest] = await db.batch([
    matchingMemories(db, viewer, terms, { now, until, limit: MATCHING }),
    matchingNotes(db, viewer, terms, { now, until, limit: NOTES }),
    exactMemories(db, viewer, { key: factKey(question.words), people, now, until }),
    aboutPeople(db, viewer, people, { now, until, each: ABOUT_EACH }),
    latestMemories(db, viewer, { now, until, limit: LATEST }),
  ])
  return {
    matching: toFound(matching),
    notes: toNotes(notes),
    exact: toFound(exact),
    about: toFound(about),
    latest: toFound(latest).slice(0, LATEST),
  }
}

/** null where the channel failed or took too long: the rest answers without it. */
async function fromChannel(question: Question, search: MessageSearch | null): Promise<Hit[] | null> {
  if (search === null || question.words.trim() === "") return []
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), MESSAGE_DEADLINE_MS))
  const found = search(question.words, question.until, MESSAGES).catch((error: unknown) => {
    console.warn({ event: "recall.degraded", source: "messages", error: `${error}` })
    return null
  })
  return Promise.race([found, tooLate])
}
