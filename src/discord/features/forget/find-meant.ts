/** Finds the memories that a request to forget means: by their words, else by what they are about. */
import type { Person } from "../../../domain/types.ts"
import { asksForEverything, matchForgetRequest } from "../../../memory/read/forget-request.ts"
import { listMemories, type MemoryFilter, personFilter } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { findByMeaning } from "../../../runtime/meaning.ts"
import type { InteractionContext } from "../../bot/ui/command.ts"
import { type GuildReader, isManager, mayChange } from "../../bot/ui/guild-reader.ts"

/** `isGuess`: found by meaning only, so the asker must confirm even a single match. */
export interface MeantMemories {
  matches: FoundMemory[]
  isGuess: boolean
}

/** The most memories of one subject or author that are searched. */
const MOST = 2_000

/**
 * Returns the facts that the words mean, latest first: facts about the asker, or else about others and the server that
 * the asker alone stated, or as a manager may forget. With `about`, facts about that person.
 */
export async function findMeantMemories(
  context: InteractionContext,
  reader: GuildReader,
  { words, about }: { words: string; about: Person | null },
): Promise<MeantMemories> {
  const { asker } = context
  const subject = about ?? asker
  const list = (filter: MemoryFilter) =>
    listMemories(reader.entered.db, reader.viewer, filter, { after: null, limit: MOST })
  const ofSubject = await list(personFilter(subject.id))
  const named = matchForgetRequest(words, ofSubject, subject.name)
  if (named.length > 0) return { matches: named, isGuess: false }
  // "Everything" is everything about oneself.
  const others = about === null && !asksForEverything(words) ? await changeableOfOthers(context, list) : []
  const stated = matchForgetRequest(words, others, "")
  if (stated.length > 0) return { matches: stated, isGuess: false }
  const known = [...ofSubject, ...others]
  return { matches: await findByMeaning(context.runtime, reader, { words, known }), isGuess: true }
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
