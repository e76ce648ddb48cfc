/** Finds the memories that a request to forget means: by their words, else by what they are about. */
import type { Person } from "../../../domain/types.ts"
import { FIRST_PERSON } from "../../../extraction/support/words.ts"
import { asksForEverything, matchForgetRequest } from "../../../memory/read/forget-request.ts"
import { listMemories, type MemoryFilter, personFilter } from "../../../memory/read/manage.ts"
import { type PersonSaid, personNamed } from "../../../memory/read/people-named.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { findByMeaning } from "../../../runtime/meaning.ts"
import { bareWord, mentionsPerson } from "../../../text/person-names.ts"
import { isStopWord } from "../../../text/stems.ts"
import type { InteractionContext } from "../../bot/ui/command.ts"
import { type GuildReader, isManager, mayChange } from "../../bot/ui/guild-reader.ts"
import { escapeText } from "../../bot/ui/text.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"

/** `isGuess`: the asker must confirm even a single match. It was found by meaning, or is not about the person named. */
export interface MeantMemories {
  matches: FoundMemory[]
  isGuess: boolean
  /** A name in the words that several members have: nothing is searched. */
  several?: string
}

/** The most memories of one subject or author that are searched. */
const MOST = 2_000

/**
 * Returns the facts that the words mean, latest first: facts about the member they name, else about the asker, or else
 * about others and the server that the asker alone stated, or as a manager may forget. With `about`, facts about that
 * person.
 */
export async function findMeantMemories(
  context: InteractionContext,
  reader: GuildReader,
  { words, about }: { words: string; about: Person | null },
): Promise<MeantMemories> {
  const { asker } = context
  const list = (filter: MemoryFilter) =>
    listMemories(reader.entered.db, reader.viewer, filter, { after: null, limit: MOST })
  const named = about === null ? await memberNamedIn(words, asker, reader) : null
  if (named?.kind === "several") return { matches: [], isGuess: false, several: named.name }
  const ofNamed = named ? await list(personFilter(named.person.id)) : []
  const meant = named ? matchForgetRequest(withoutName(words, named.name), ofNamed, named.person.name) : []
  if (meant.length > 0) return { matches: meant, isGuess: false }
  const subject = about ?? asker
  // A fact that leaves out the person named is not what was asked for.
  const isGuess = (matches: FoundMemory[]) =>
    named !== null && !matches.every(({ memory }) => mentionsPerson(memory.fact, named.person))
  const ofSubject = await list(personFilter(subject.id))
  const matches = matchForgetRequest(words, ofSubject, subject.name)
  if (matches.length > 0) return { matches, isGuess: isGuess(matches) }
  // "Everything" is everything about oneself.
  const others = about === null && !asksForEverything(words) ? await changeableOfOthers(context, list) : []
  const stated = matchForgetRequest(words, others, "")
  if (stated.length > 0) return { matches: stated, isGuess: isGuess(stated) }
  const known = named ? ofNamed : [...ofSubject, ...others]
  return { matches: await findByMeaning(context.runtime, reader, { words, known }), isGuess: true }
}

/** Explains that a name does not tell whose facts are meant. */
export function severalNamedText(name: string, { remember }: Texts): string {
  return fill(remember.several, { name: escapeText(name, 80) })
}

/** "Everything about Bo" asks for everything of what is known about Bo. */
function withoutName(words: string, name: string): string {
  const [before = "", ...after] = words.split(name)
  return `${before} ${after.join(name).replace(/^['’]s\b/iu, "")}`.replace(/\b(?:about|of)\s*$/iu, "")
}

const MOST_NAME_WORDS = 3
/** The most words of a request that are looked up as names. */
const MOST_WORDS = 24

/** Returns whom the words name by whole name, first name or nickname; `null` for the asker, whose facts they mean. */
async function memberNamedIn(
  words: string,
  asker: Person,
  { entered, viewer }: GuildReader,
): Promise<PersonSaid | null> {
  if (FIRST_PERSON.test(words) || asksForEverything(words)) return null
  const said = words.split(/\s+/).slice(0, MOST_WORDS).map(bareWord)
  const starting = (at: number) =>
    said.slice(at, at + MOST_NAME_WORDS).map((_, more) => said.slice(at, at + more + 1))
  const names = said
    .flatMap((_, at) => starting(at))
    .filter((run) => run.every((word) => word.length > 1 && !isStopWord(word)))
    .toSorted((a, b) => b.length - a.length)
    .map((run) => run.join(" "))
  const named = await personNamed(entered.db, viewer, [...new Set(names)])
  return named?.kind === "person" && named.person.id === asker.id ? null : named
}

/** Returns what the asker may forget about others: their own statements, and as a manager the server's facts. */
async function changeableOfOthers(
  { asker, guildId }: InteractionContext,
  list: (filter: MemoryFilter) => Promise<FoundMemory[]>,
): Promise<FoundMemory[]> {
  const any = { ...personFilter(asker.id), scope: null, subjectId: null }
  const lists = await Promise.all([
    list({ ...any, statedBy: asker.id }),
    ...(isManager(asker)
      ? [list({ ...any, scope: "guild", subjectId: guildId }), list({ ...any, scope: "channel" })]
      : []),
  ])
  const found = new Map(lists.flat().map((one) => [one.memory.id, one]))
  const isOwn = ({ memory: { subject } }: FoundMemory) => subject.scope === "user" && subject.id === asker.id
  return [...found.values()].filter((one) => !isOwn(one) && mayChange(asker, one))
}
