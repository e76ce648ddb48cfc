/** What extraction needs to know before it reads a window: one round trip to the database. */
import { eq, sql } from "drizzle-orm"
import { viewerForChannel } from "../access/audience.ts"
import type { Structure } from "../access/permissions.ts"
import { structureOf, structureQueries } from "../access/structure-rows.ts"
import type { Id, Memory, Person, Time, Viewer, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { forgotten, members, objections, windows } from "../memory/db/schema.ts"
import { memoriesAboutPeople, toFoundMemories } from "../memory/read/search.ts"
import { type Spending, spendingOf, spentQuery } from "../memory/write/usage.ts"
import { type Guild, guildFromRows, guildQuery } from "../policy/guild.ts"
import { type ChannelMode, DEFAULT_SETTINGS, modeOf, nestingOf } from "../policy/settings.ts"
import { mayRemember } from "../privacy/consent.ts"
import { stems } from "../text/stems.ts"
import { peopleInWindow, redactWindow, windowRedactor } from "./claims.ts"
import { displayText } from "./prompt.ts"

export interface ExtractionContext {
  /** null: erased meanwhile. */
  guild: Guild | null
  /** Whether an earlier run of this window has been written. */
  written: boolean
  /** Who spoke, and the known members named by them: those a claim may be about. Without those who opted out. */
  people: Person[]
  /** What those present may already be told about each other in this channel, as far as it bears on the window. */
  memories: Memory[]
  /** Who objects, with each name they are known by: named in the window, or known to object. */
  excluded: Person[]
  /** The window without the lines of those who opted out, without their names, and without what was forgotten since it was first read. */
  window: Window
  /** Who reads what, as known now. */
  structure: Structure
  /** What the guild's models were given, and when this was read. */
  spending: Spending
  now: Time
  /** What the guild wants of this channel. */
  mode: ChannelMode
}

const SHOWN_PER_PERSON = 8
const SHOWN_PEOPLE = 12
const MAX_NAMES = 1_000

/** `told`: the words were told to be remembered, which holds whatever is done with the channel. */
export async function readExtractionContext(
  db: Database,
  window: Window,
  { now, told = false }: { now: Time; told?: boolean },
): Promise<ExtractionContext> {
  const { guildId, channelId } = window
  const speakers = speakersOf(window)
  const [guildRows, writtenRows, memberRows, spentRows, objectionRows, forgottenRows, ...structureRows] =
    await db.batch([
      guildQuery(db, guildId),
      db.select({ id: windows.id }).from(windows).where(eq(windows.id, window.id)),
      db
        .select({ id: members.id, name: members.name, consent: members.consent, erasedAt: members.erasedAt })
        .from(members)
        // Two probes of two indexes; a OR would scan.
        .where(
          sql`guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify([...speakers.keys()])})
          UNION SELECT m.id FROM json_each(${JSON.stringify(namesIn(window))}) said CROSS JOIN members m
            ON m.guild_id = ${guildId} AND m.name = said.value COLLATE NOCASE
          UNION SELECT id FROM members WHERE guild_id = ${guildId} AND consent = 'out'
          UNION SELECT m.id FROM objections CROSS JOIN members m ON m.guild_id = ${guildId} AND m.id = objections.user_id)`,
        ),
      spentQuery(db, guildId, now),
      db
        .select({ id: objections.userId })
        .from(objections)
        .where(
          sql`user_id IN (SELECT value FROM json_each(${JSON.stringify([...speakers.keys()])}))
          OR EXISTS (SELECT 1 FROM members WHERE guild_id = ${guildId} AND id = user_id)`,
        ),
      db
        .select({ id: forgotten.messageId })
        .from(forgotten)
        .where(
          sql`guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${JSON.stringify(window.messages.map((message) => message.id))}))`,
        ),
      ...structureQueries(db, guildId),
    ])
  const structure = structureOf(guildId, structureRows)
  const unread = new Set(forgottenRows.map((row) => row.id))
  const remembered = { ...window, messages: window.messages.filter((message) => !unread.has(message.id)) }
  const guild = guildFromRows(guildRows)
  const optIn = guild?.settings.consent === "opt_in"
  const said = new Map(memberRows.map((member) => [member.id, member]))
  const objecting = new Set(objectionRows.map(({ id }) => id))
  const first = window.messages[0]?.at ?? now
  // Of someone who was erased meanwhile nothing said until then is told, whoever said it.
  const heard = (id: Id) =>
    mayRemember({ consent: said.get(id)?.consent ?? null, objects: objecting.has(id) }, optIn) &&
    (said.get(id)?.erasedAt ?? Number.MIN_SAFE_INTEGER) < first
  const excluded = [...peopleInWindow(window), ...memberRows].filter(({ id }) => !heard(id))
  for (const member of memberRows)
    if (!speakers.has(member.id)) speakers.set(member.id, { id: member.id, name: member.name })
  const people = [...speakers.values()].filter((person) => heard(person.id))
  const { channels } = guild?.settings ?? DEFAULT_SETTINGS
  const mode = told ? "full" : modeOf(channels, nestingOf(structure.channels, channelId))
  const viewer = viewerForChannel(structure, channelId)
  const shown = people.slice(0, SHOWN_PEOPLE).map((person) => person.id)
  const last = window.messages.at(-1)?.at ?? now
  const heardWindow = redactWindow(remembered, heard, windowRedactor({ excluded, people }))
  const known = mode === "full" ? await knownOf(db, viewer, { people: shown, at: last }) : []
  return {
    guild,
    written: writtenRows.length > 0,
    people,
    memories: relevantMemories(heardWindow, known, people),
    excluded,
    window: heardWindow,
    structure,
    spending: spendingOf(spentRows),
    now,
    mode,
  }
}

async function knownOf(
  db: Database,
  viewer: Viewer,
  { people, at }: { people: Id[]; at: Time },
): Promise<Memory[]> {
  const rows = await memoriesAboutPeople(db, viewer, people, { now: at, until: at, each: SHOWN_PER_PERSON })
  return toFoundMemories(rows).map((found) => found.memory)
}

/** Those who spoke, under the name they spoke last under, and those they mentioned. */
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

/** Words and pairs of words that could be members' names. */
function namesIn(window: Window): string[] {
  const names = new Set<string>()
  for (const message of window.messages) {
    const words = displayText(message).match(/[\p{L}\p{N}_.-]+/gu) ?? []
    words.forEach((word, index) => {
      const bare = word.replace(/[.-]+$/, "")
      if (bare.length > 1) names.add(bare)
      const next = words[index + 1]
      if (next) names.add(`${bare} ${next}`)
    })
  }
  return [...names].slice(0, MAX_NAMES)
}

// Which of what is known a window's prompt shows: what it may repeat or put out of date, and no more. Pure.

const MOST_SHOWN = 16
/** What is no longer true is often said in other words ("moved" for "lives"): so the first of each person are shown whatever was said. */
const ALWAYS = 3

/**
 * Of memories given person by person, the most important first: each person's first three, then those that share a telling
 * word with the window, at most 16, in the order given.
 */
export function relevantMemories(
  window: Pick<Window, "messages">,
  known: readonly Memory[],
  people: readonly Person[],
): Memory[] {
  const names = new Set(people.flatMap((person) => stems(person.name)))
  const said = new Set(window.messages.flatMap((message) => stems(displayText(message))))
  const places = new Map<string, number>()
  const ranked = known.map((memory) => {
    const place = places.get(memory.subject.id) ?? 0
    places.set(memory.subject.id, place + 1)
    const shares = stems(memory.fact).some((stem) => said.has(stem) && !names.has(stem))
    return { memory, place, shares }
  })
  const wanted = ranked
    .filter(({ place, shares }) => shares || place < ALWAYS)
    .sort((a, b) => Number(b.shares) - Number(a.shares) || a.place - b.place)
  const shown = new Set(wanted.slice(0, MOST_SHOWN).map(({ memory }) => memory))
  return known.filter((memory) => shown.has(memory))
}
