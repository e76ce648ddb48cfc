/**
 * Reads the rows that a window's context starts from: one statement, with one for memories, and one for the
 * spending if a model may be called. A guild's policy and structure are read anew only if its stamp changed: an import
 * reads thousands of windows of one guild.
 */
import { type SQL, sql } from "drizzle-orm"
import { viewerForChannel } from "../access/audience.ts"
import type { Structure } from "../access/permissions.ts"
import { structureOf, structureQueries } from "../access/structure-rows.ts"
import type { Id, Subject, Time, Viewer, Window } from "../domain/types.ts"
import {
  type BoundStatement,
  bindTo,
  composeQuery,
  composer,
  composeSql,
  oncePer,
  readBatch,
  rowsOfEach,
} from "../memory/db/composed.ts"
import type { Database } from "../memory/db/database.ts"
import { mayKnowOf } from "../memory/read/members.ts"
import { membersLike } from "../memory/read/people-named.ts"
import { type Spending, spendingOf, spentQuery } from "../memory/write/usage.ts"
import { type Guild, guildFromRows, guildQuery, stampOf } from "../policy/guild.ts"
import { type ChannelMode, DEFAULT_SETTINGS, modeOf, nestingOf } from "../policy/settings.ts"
import type { NamePrint } from "../text/name-prints.ts"
import { nameRanges } from "../text/person-names.ts"
import { remembered } from "../text/remembered.ts"
import { type KnownEarly, knownAbout } from "./known-memories.ts"
import type { NamesSaid } from "./names-in.ts"

export interface AskedRows {
  now: Time
  /** The people who speak in the window or are mentioned. */
  speakers: readonly Id[]
  names: NamesSaid
  /** True if a model may be called: its caps depend on the guild's spending. */
  withSpending: boolean
  /** Whose memories are read along if the guild is known here, and as of when. */
  early: { subjects: readonly Subject[]; at: Time }
  /** True if the text was given to Keepsake directly. */
  told: boolean
}

export interface ContextRows {
  guild: Guild | null
  structure: Structure
  /** The speakers, members whose names were said, and all who object or were erased. */
  memberRows: MemberRow[]
  /** The members of whom this channel's readers may know, without speakers; `null` if they are still to be read. */
  knownHere: Set<Id> | null
  /** True if an earlier run of this window was written. */
  written: boolean
  /** People who object in every guild. */
  objecting: Set<Id>
  /** Messages of the window that were forgotten since it was first read. */
  unread: Set<Id>
  /** `null` if it was not asked for. */
  spending: Spending | null
  /** `null` if no memories were read along. */
  early: KnownEarly | null
}

interface MemberRow {
  id: Id
  name: string
  consent: "in" | "out" | null
  erasedAt: Time | null
  seenAt: Time
  formerName: string | null
  namePrints: NamePrint[] | null
}

/** The statements that read a window's rows in a guild that was read here before. */
export interface ContextReads {
  statements: readonly BoundStatement<unknown>[]
  /** Returns `null` if the guild changed. `results`: one for each statement. */
  rowsOf(results: readonly D1Result[]): ContextRows | null
}

/** Returns `null` if the guild was not read here lately. */
export function contextReads(db: Database, window: Window, asked: AskedRows): ContextReads | null {
  const before = lastGuilds(db).get(window.guildId)
  if (!before) return null
  const viewer = viewerForChannel(before.structure, window.channelId)
  const subjects = modeHere(before, window, asked.told) === "notes" ? [] : asked.early.subjects
  const facts = factsForViewer(viewer)(valuesOf(window, asked))
  const statements = [facts, knownAbout(viewer, subjects, asked.early.at), ...spentBy(window, asked)] as const
  return {
    statements,
    rowsOf: (results) => {
      const [[row], rows, spentRows] = rowsOfEach(statements, results)
      if (row?.stamp !== before.guild.stamp) return null
      return { ...toContextRows(row, before, spentRows), early: { subjects, rows } }
    },
  }
}

function spentBy({ guildId }: Window, { withSpending, now }: AskedRows) {
  return withSpending ? [composeQuery(spentQuery(composer, guildId, now))()] : []
}

export async function readContextRows(db: Database, window: Window, asked: AskedRows): Promise<ContextRows> {
  const { guildId } = window
  const reads = contextReads(db, window, asked)
  const known = reads?.rowsOf(await db.$client.batch(reads.statements.map((one) => bindTo(db, one))))
  if (known) return known
  const [own, roles, channels, named] = structureQueries(composer, guildId)
  const [[row], guildRows, ownRows, roleRows, channelRows, namedRows, spentRows] = await readBatch(db, [
    factsForGuild(guildId)(valuesOf(window, asked)),
    composeQuery(guildQuery(composer, guildId))(),
    composeQuery(own)(),
    composeQuery(roles)(),
    composeQuery(channels)(),
    composeQuery(named)(),
    ...spentBy(window, asked),
  ])
  const guild = guildFromRows(guildRows)
  const structure = structureOf(guildId, [ownRows, roleRows, channelRows, namedRows])
  if (guild !== null) rememberGuild(db, { guild, structure })
  return { ...toContextRows(row, { guild, structure }, spentRows), early: null }
}

/** The channel's mode. Text that was given to Keepsake directly is read in full. */
export function modeHere(
  { guild, structure }: { guild: Guild | null; structure: Structure },
  { channelId }: Window,
  told: boolean,
): ChannelMode {
  if (told) return "full"
  const { channels } = guild?.settings ?? DEFAULT_SETTINGS
  return modeOf(channels, nestingOf(structure.channels, channelId))
}

/** Small facts as columns of one row: a further statement costs more than a further column. */
interface FactsRow {
  /** `null` if the guild is unknown. */
  stamp: string | null
  leavingAt: Time | null
  restoring: 0 | 1 | null
  /** 1 if the members are told with `isKnown`. */
  withKnown: 0 | 1
  written: 0 | 1
  objecting: string
  forgotten: string
  members: string
}

/** A member as the statement below tells them. `isKnown`: `null` for speakers and people who object. */
type MemberFacts = [
  id: Id,
  name: string,
  consent: MemberRow["consent"],
  erasedAt: Time | null,
  seenAt: Time,
  formerName: string | null,
  namePrints: NamePrint[] | null,
  isKnown: 0 | 1 | null,
]

function toContextRows(
  row: FactsRow | undefined,
  { guild, structure }: { guild: Guild | null; structure: Structure },
  spentRows: Parameters<typeof spendingOf>[0] | undefined,
): Omit<ContextRows, "early"> {
  if (row === undefined) throw new Error("a statement without a table returned no row")
  // The JSON comes only from the statement below.
  const ids = (json: string) => new Set(JSON.parse(json) as Id[])
  const members = JSON.parse(row.members) as MemberFacts[]
  const known = members.flatMap(([id, , , , , , , isKnown]) => (isKnown === 1 ? [id] : []))
  return {
    guild: guild && { ...guild, leavingAt: row.leavingAt, restoring: row.restoring === 1 },
    structure,
    memberRows: members.map(([id, name, consent, erasedAt, seenAt, formerName, namePrints]) => ({
      ...{ id, name, consent, erasedAt, seenAt, formerName, namePrints },
    })),
    knownHere: row.withKnown === 1 ? new Set(known) : null,
    written: row.written === 1,
    objecting: ids(row.objecting),
    unread: ids(row.forgotten),
    spending: spentRows ? spendingOf(spentRows) : null,
  }
}

const given = (name: string): SQL => sql`${sql.placeholder(name)}`

function valuesOf({ id, messages }: Window, { speakers, names }: AskedRows) {
  return {
    window: id,
    messages: JSON.stringify(messages.map((message) => message.id)),
    speakers: JSON.stringify(speakers),
    names: JSON.stringify(names.names),
    firstNames: JSON.stringify(nameRanges(names.firstNames)),
  }
}

/** `viewer`: reads this channel; `null` if the guild's structure is not known yet. */
function composeFacts(guildId: Id, viewer: Viewer | null) {
  const isKnown =
    viewer === null
      ? sql`NULL`
      : sql`CASE WHEN consent IS NOT 'out' AND id NOT IN (SELECT value FROM json_each(${given("speakers")}))
          THEN ${mayKnowOf(viewer, sql`members.id`)} END`
  // Separate queries joined by UNION use two indexes; an OR would scan the table. SQLite in D1 joins five at most.
  const wanted = sql`SELECT value FROM json_each(${given("speakers")})
      UNION SELECT id FROM (${membersLike(guildId, given("names"), given("firstNames"))})
      UNION SELECT id FROM members WHERE guild_id = ${guildId} AND consent = 'out'
      UNION SELECT id FROM members WHERE guild_id = ${guildId} AND erased_at IS NOT NULL AND name_prints IS NOT NULL
      UNION SELECT m.id FROM objections CROSS JOIN members m ON m.guild_id = ${guildId} AND m.id = objections.user_id`
  return composeSql<FactsRow>(sql`SELECT ${stampOf(guildId)} AS stamp, guilds.leaving_at AS leavingAt, guilds.restoring,
      ${viewer !== null ? sql`1` : sql`0`} AS withKnown,
      EXISTS (SELECT 1 FROM windows WHERE id = ${given("window")}) AS written,
      (SELECT json_group_array(user_id) FROM objections WHERE user_id IN (SELECT value FROM json_each(${given("speakers")}))
        OR EXISTS (SELECT 1 FROM members WHERE guild_id = ${guildId} AND id = user_id)) AS objecting,
      (SELECT json_group_array(message_id) FROM forgotten
        WHERE guild_id = ${guildId} AND message_id IN (SELECT value FROM json_each(${given("messages")}))) AS forgotten,
      (SELECT json_group_array(json_array(id, name, consent, erased_at, seen_at, former_name, json(name_prints), ${isKnown}))
        FROM members WHERE guild_id = ${guildId} AND id IN (${wanted})) AS members
    FROM (SELECT 1) LEFT JOIN guilds ON guilds.id = ${guildId}`)
}

const factsForGuild = remembered((guildId) => composeFacts(guildId, null), { most: 50 })
const factsForViewer = oncePer((viewer: Viewer) => composeFacts(viewer.guildId, viewer))

interface KnownGuild {
  guild: Guild
  structure: Structure
}

/** The guilds that were read last, by database. Each is valid as long as its row has the stamp. */
const known = new WeakMap<D1Database, Map<Id, KnownGuild>>()
const MOST_GUILDS = 50

function lastGuilds(db: Database): Map<Id, KnownGuild> {
  const guilds = known.get(db.$client) ?? new Map<Id, KnownGuild>()
  known.set(db.$client, guilds)
  return guilds
}

function rememberGuild(db: Database, read: KnownGuild): void {
  const guilds = lastGuilds(db)
  if (guilds.size >= MOST_GUILDS) guilds.clear()
  guilds.set(read.guild.id, read)
}
