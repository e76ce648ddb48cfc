/**
 * Loads everything extraction needs before it reads a window: a first statement about guild and members, then one for
 * known memories.
 */
import { viewerForChannel } from "../access/audience.ts"
import type { Structure } from "../access/permissions.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Id, Memory, Person, Time, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { membersKnownTo } from "../memory/read/members.ts"
import { followNames } from "../memory/write/renames.ts"
import { mustSee } from "../memory/write/statements.ts"
import type { Spending } from "../memory/write/usage.ts"
import type { Guild } from "../policy/guild.ts"
import type { ChannelMode } from "../policy/settings.ts"
import { guildFor } from "../policy/trial.ts"
import { mayRemember } from "../privacy/consent.ts"
import { findPrinted, type NamePrint } from "../text/name-prints.ts"
import { isWholeName } from "../text/person-names.ts"
import { type AskedRows, type ContextRows, modeHere, readContextRows } from "./context-rows.ts"
import { knownMemories, subjectsShown } from "./known-memories.ts"
import { meantBy, namesIn } from "./names-in.ts"
import { type Namesakes, namesakesIn } from "./namesakes.ts"
import { peopleInWindow, redactWindow, windowRedactor, withNames } from "./redact-window.ts"
import { relevantMemories } from "./relevant.ts"

export interface ExtractionContext {
  /** With the policy that decides this window; `null` if the guild has been erased. */
  guild: Guild | null
  /** True if an earlier run of this window was written. */
  written: boolean
  /**
   * The people a claim may be about: speakers, and known members named by them. People who opted out are
   * excluded.
   */
  people: Person[]
  /** First names said in the window that several members have. */
  namesakes: Namesakes[]
  /** Members named in the window of whom this channel's readers do not know. No claim is about them. */
  unknownHere: Person[]
  /**
   * Memories about these people, the channel and the guild that all who can read this channel may see, limited
   * to those relevant to the window.
   */
  memories: Memory[]
  /** All of them that were loaded, relevant or not: the rules look there for what a line ends. */
  known: Memory[]
  /** People who object, under each known name: those named in the window, and all known objectors. */
  excluded: Person[]
  /**
   * The window without lines and names of people who opted out, and without messages that were forgotten
   * since it was first read.
   */
  window: Window
  /** Current channels and permissions. */
  structure: Structure
  /** Model usage of the guild; `null` if it was not read, because no model may be called. */
  spending: Spending | null
  now: Time
  /** The guild's setting for this channel. */
  mode: ChannelMode
  /** True if somebody's known facts use a name that they no longer have. */
  hasRenamed: boolean
  /** People of the window whose member row does not say yet that they are here now, under this name. */
  unseen: Person[]
}

/**
 * `told`: the text was given to Keepsake directly, so the channel's mode does not apply. `withModel`: a model may be called,
 * which depends on the guild's spending.
 */
interface ContextTerms {
  now: Time
  told?: boolean
  withModel: boolean
}

/** A window's rows that were read ahead, and the query that they answer. */
export interface RowsAhead {
  asked: AskedRows
  rows: ContextRows
}

/** Returns the query for a window's rows. */
export function askedOf(window: Window, { now, told = false, withModel }: ContextTerms): AskedRows {
  const speakers = [...speakersOf(window).keys()]
  const at = window.messages.at(-1)?.at ?? now
  const early = { subjects: subjectsShown(window, speakers, withModel), at }
  return { now, names: namesIn(window), speakers, withSpending: withModel, early, told }
}

/** `ahead`: the rows, if they were read before. */
export async function readExtractionContext(
  db: Database,
  window: Window,
  terms: ContextTerms,
  ahead: RowsAhead | null = null,
): Promise<ExtractionContext> {
  const { now, told = false, withModel } = terms
  const { channelId } = window
  const speakers = speakersOf(window)
  const asked = ahead?.asked ?? askedOf(window, terms)
  const { names } = asked
  const last = asked.early.at
  const read = ahead?.rows ?? (await readContextRows(db, window, asked))
  const { guild, structure, memberRows, written, objecting, unread, spending } = read
  const remembered = { ...window, messages: window.messages.filter((message) => !unread.has(message.id)) }
  const optIn = guild?.settings.consent === "opt_in"
  const said = new Map(memberRows.map((member) => [member.id, member]))
  const first = window.messages[0]?.at ?? now
  // Nothing said before a person's erasure is kept about them, whoever said it.
  const heard = (id: Id) =>
    mayRemember({ consent: said.get(id)?.consent ?? null, objects: objecting.has(id) }, optIn) &&
    (said.get(id)?.erasedAt ?? Number.MIN_SAFE_INTEGER) < first
  const excluded = [...peopleInWindow(window), ...memberRows, ...printedPeople(window, memberRows)].filter(
    ({ id }) => !heard(id),
  )
  const viewer = viewerForChannel(structure, channelId)
  // Whoever spoke only where this channel's readers cannot read is unknown to them by name too.
  const named = memberRows.filter(({ id }) => !speakers.has(id) && heard(id))
  const namedIds = named.map(({ id }) => id)
  const known = read.knownHere ?? (await membersKnownTo(db, viewer, namedIds))
  const readable = named.filter(({ id }) => known.has(id))
  const hidden = named.filter(({ id }) => !known.has(id))
  for (const { id, name } of meantBy(names, readable, [...speakers.values()])) speakers.set(id, { id, name })
  const around = { window, offered: [...speakers.values()].filter(({ id }) => heard(id)), absent: readable }
  const shared = told ? { namesakes: [], offer: [] } : await namesakesIn(db, viewer, names, around)
  for (const { id, name } of shared.offer) speakers.set(id, { id, name })
  const unknownHere = hidden
    .filter((one) => names.names.some((name) => isWholeName(one, name)))
    .map(({ id, name }) => ({ id, name }))
  const people = [...speakers.values()]
    .filter((person) => heard(person.id))
    .map((person) => withCurrentName(person, said.get(person.id), last))
  const mode = modeHere(read, window, told)
  const redacted = redactWindow(withNames(remembered, people), heard, windowRedactor({ excluded, people }))
  const peopleIds = people.map(({ id }) => id)
  const subjects = subjectsShown(window, peopleIds, withModel)
  const memories =
    mode === "notes" ? [] : await knownMemories(db, viewer, { subjects, at: last, early: read.early })
  let relevant: Memory[] | null = null
  return {
    guild: guild === null || told ? guild : guildFor(guild, window.id),
    written,
    people,
    namesakes: shared.namesakes,
    unknownHere,
    // A prompt shows them, and a number of theirs may stand in a claim. Most windows that the rules read ask for none.
    get memories() {
      relevant ??= relevantMemories(redacted, memories, people)
      return relevant
    },
    known: memories,
    excluded,
    window: redacted,
    structure,
    spending,
    now,
    mode,
    unseen: people.filter((person) => mustSee(person, said.get(person.id), last)),
    hasRenamed: people.some(({ id, name }) => {
      const stored = said.get(id)
      return (
        stored !== undefined && stored.name !== "" && (stored.name !== name || stored.formerName !== null)
      )
    }),
  }
}

/** A conversation read late has the names of its day. Facts are told under today's. */
function withCurrentName(
  person: Person,
  stored: { name: string; seenAt: Time } | undefined,
  at: Time,
): Person {
  return stored && stored.name !== "" && stored.seenAt > at ? { ...person, name: stored.name } : person
}

/** Speakers under their latest name, and the people they mentioned. */
function speakersOf(window: Window): Map<Id, Person> {
  const people = new Map<Id, Person>()
  for (const message of window.messages) {
    if (message.role === "member") people.set(message.author.id, message.author)
  }
  for (const person of window.messages.flatMap((message) => message.mentions)) {
    if (!people.has(person.id)) people.set(person.id, person)
  }
  return people
}

/** Returns the erased people whose names the window holds, under the name found. */
function printedPeople(
  window: Window,
  rows: readonly { id: Id; namePrints: NamePrint[] | null }[],
): Person[] {
  const texts = window.messages.flatMap(({ content, attachments }) => [content, ...attachments])
  return rows.flatMap(({ id, namePrints }) =>
    findPrinted(texts, namePrints ?? []).map((name): Person => ({ id, name })),
  )
}

/** Reads the context after known facts got today's names: so they are shown, and compared with what is said. */
export async function readCurrentContext(
  db: Database,
  window: Window,
  { now, readOnly, chat }: { now(): Time; readOnly: boolean; chat: ChatModel | null },
  ahead: RowsAhead | null,
): Promise<ExtractionContext> {
  const withModel = chat !== null
  const context = await readExtractionContext(db, window, { now: now(), withModel }, ahead)
  if (!context.hasRenamed || context.written || readOnly) return context
  const at = window.messages.at(-1)?.at ?? now()
  await followNames(db, window.guildId, { people: context.people, at })
  return readExtractionContext(db, window, { now: now(), withModel })
}
