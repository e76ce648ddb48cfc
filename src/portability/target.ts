/**
 * Reads what the target guild knows of the rows of one part: memories of the same facts, notes, forgotten
 * messages, and who must not be remembered. Never shown to anyone, so without a viewer.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../domain/types.ts"
import { listAttributions } from "../identity/attribute.ts"
import type { Database } from "../memory/db/database.ts"
import { fromRow } from "../memory/db/rows.ts"
import { evidence, memories } from "../memory/db/schema.ts"
import { SEPARATE } from "../memory/facts/fact-key.ts"
import type { MemoryEvidence } from "../memory/facts/operations.ts"
import { type EventRow, knownEvents } from "../memory/write/events.ts"
import { findPrinted, type NamePrint } from "../text/name-prints.ts"
import { type NameRedactor, nameRedactor } from "../text/names.ts"
import type { Columns } from "./rows.ts"

/** A person as the target knows them. */
interface TargetPerson {
  consent: "in" | "out" | null
  consentAt: Time | null
  erasedAt: Time | null
}

export interface Target {
  /** Events with the ids of those in the part, or with their messages. */
  events: EventRow[]
  /** All attributions, if the part has any. */
  attributions: { account: Id; person: Id; isRefused: boolean }[]
  /** Memories of the facts in the part, by id. */
  known: Map<string, MemoryEvidence>
  /** Notes of the part that are there, and those that its topics are made of. */
  notes: Set<string>
  /** Ids of memories and notes that another guild has. */
  foreign: Set<string>
  forgotten: Set<Id>
  /** Until when the words of each erased channel are gone. */
  erasedChannels: Map<Id, Time>
  people: Map<Id, TargetPerson>
  objections: Set<Id>
  optIn: boolean
  /** Finds names of people who object. */
  objecting: NameRedactor
  /** Finds names of erased people, by the prints of them. */
  erased: NameRedactor
  /** Compared again when the part is written. */
  consents: string
}

export interface PartKeys {
  events: readonly { id: string; messageId: Id }[]
  /** True if the part holds attributions. */
  attributions: boolean
  memories: readonly Columns<"memories">[]
  noteIds: readonly string[]
  messageIds: readonly Id[]
  people: readonly Id[]
  /** Every text of the part, to look for printed names in. */
  texts: readonly string[]
}

/** Returns the part of a key that two memories of one fact share. */
export function plainKey(key: string): string {
  return key.split(SEPARATE)[0] ?? key
}

export async function readTarget(db: Database, guildId: Id, keys: PartKeys): Promise<Target> {
  const [rows, notes, forgotten, people, guild, events, attributions] = await Promise.all([
    readMemories(db, guildId, keys.memories),
    db.all<{ id: string; own: number }>(
      sql`SELECT id, guild_id = ${guildId} AS own FROM notes WHERE id IN ${list(keys.noteIds)}`,
    ),
    db.all<{ id: Id }>(
      sql`SELECT message_id AS id FROM forgotten WHERE guild_id = ${guildId} AND message_id IN ${list(keys.messageIds)}`,
    ),
    db.all<PersonRow>(peopleQuery(guildId, keys.people)),
    db.all<{ consents: string; optIn: number; erasedChannels: string }>(
      sql`SELECT ${consentsOf(guildId)} AS consents, coalesce(settings->>'consent', '') = 'opt_in' AS optIn,
          (SELECT json_group_object(target, until) FROM
            (SELECT target, max(coalesce(finished_at, ${Number.MAX_SAFE_INTEGER})) AS until FROM erasures
              WHERE guild_id = ${guildId} AND kind = 'channel' GROUP BY target)) AS erasedChannels
        FROM guilds WHERE id = ${guildId}`,
    ),
    keys.events.length === 0 ? [] : knownEvents(db, guildId, keysOfEvents(keys)),
    keys.attributions ? listAttributions(db, guildId) : [],
  ])
  const own = rows.filter(({ memory }) => memory.guildId === guildId)
  return {
    events,
    attributions,
    known: new Map(own.map((one) => [one.memory.id, one])),
    notes: new Set(notes.flatMap((note) => (note.own === 1 ? note.id : []))),
    foreign: new Set([
      ...rows.flatMap(({ memory }) => (memory.guildId === guildId ? [] : memory.id)),
      ...notes.flatMap((note) => (note.own === 1 ? [] : note.id)),
    ]),
    forgotten: new Set(forgotten.map(({ id }) => id)),
    // The JSON comes only from the statement above.
    erasedChannels: new Map(Object.entries(JSON.parse(guild[0]?.erasedChannels ?? "{}") as Record<Id, Time>)),
    optIn: guild[0]?.optIn === 1,
    consents: guild[0]?.consents ?? "",
    ...peopleIn(people, keys.texts, await otherNames(db, guildId)),
  }
}

function keysOfEvents({ events }: PartKeys) {
  return { ids: events.map(({ id }) => id), messageIds: events.map(({ messageId }) => messageId) }
}

/** Memories with these ids, and those whose subject and plain key are the same. */
async function readMemories(
  db: Database,
  guildId: Id,
  rows: readonly Columns<"memories">[],
): Promise<MemoryEvidence[]> {
  if (rows.length === 0) return []
  const wanted = JSON.stringify(
    rows.map(({ id, scope, subject_id, fact_key }) => ({
      id,
      scope,
      subject: subject_id,
      key: plainKey(fact_key),
    })),
  )
  const separate = sql.raw(`'${SEPARATE}'`)
  // Two ranges of one index: the plain key, and keys that continue it.
  const ids = sql`SELECT m.id FROM json_each(${wanted}) j JOIN memories m ON m.guild_id = ${guildId} AND m.scope = j.value->>'scope'
      AND m.subject_id = j.value->>'subject' AND (m.fact_key = j.value->>'key'
        OR (m.fact_key > j.value->>'key' || ${separate} AND m.fact_key < j.value->>'key' || ${separate} || '~'))
    UNION SELECT m.id FROM json_each(${wanted}) j JOIN memories m ON m.id = j.value->>'id'`
  const [found, statements] = await db.batch([
    db.select().from(memories).where(sql`id IN (${ids})`),
    db.select().from(evidence).where(sql`memory_id IN (${ids})`),
  ])
  const byMemory = Map.groupBy(statements, ({ memoryId }) => memoryId)
  return found.map((row) => ({ memory: fromRow(row), evidence: byMemory.get(row.id) ?? [] }))
}

interface PersonRow extends TargetPerson {
  id: Id
  name: string
  prints: string | null
  objects: number
}

/** The people of the part, and everyone whose name must not be written. */
function peopleQuery(guildId: Id, ids: readonly Id[]): SQL {
  return sql`SELECT id, name, consent, consent_at AS consentAt, erased_at AS erasedAt, name_prints AS prints,
      id IN (SELECT user_id FROM objections) AS objects FROM members
    WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})
      UNION SELECT id FROM members INDEXED BY members_consent WHERE guild_id = ${guildId} AND consent = 'out'
      UNION SELECT id FROM members INDEXED BY members_erased WHERE guild_id = ${guildId} AND erased_at IS NOT NULL
      UNION SELECT user_id FROM objections)
    UNION ALL SELECT user_id, '', NULL, NULL, NULL, NULL, 1 FROM objections WHERE user_id IN ${list(ids)}
      AND user_id NOT IN (SELECT id FROM members WHERE guild_id = ${guildId})`
}

function peopleIn(rows: readonly PersonRow[], texts: readonly string[], others: readonly string[]) {
  // Written by erasures alone.
  const printsOf = ({ prints }: PersonRow) => (prints === null ? [] : (JSON.parse(prints) as NamePrint[]))
  const objecting = rows.filter(({ consent, objects }) => consent === "out" || objects === 1)
  const gone = rows.filter(({ erasedAt }) => erasedAt !== null)
  const named = (some: readonly PersonRow[]) => [
    ...some.flatMap(({ name }) => (name === "" ? [] : name)),
    ...findPrinted(texts, some.flatMap(printsOf)),
  ]
  return {
    people: new Map(
      rows.map(({ id, consent, consentAt, erasedAt }) => [id, { consent, consentAt, erasedAt }]),
    ),
    objections: new Set(rows.flatMap(({ id, objects }) => (objects === 1 ? id : []))),
    objecting: nameRedactor(named(objecting), others),
    // Who came back has a name again, and may be named.
    erased: nameRedactor(findPrinted(texts, gone.flatMap(printsOf)), others),
  }
}

/** Names that contain the name of somebody who must not be named: those are ambiguous. */
async function otherNames(db: Database, guildId: Id): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    sql`SELECT DISTINCT o.name FROM members m INDEXED BY members_consent JOIN members o ON o.guild_id = m.guild_id AND o.id <> m.id
      AND o.consent IS NOT 'out' AND instr(o.name, m.name) > 0 WHERE m.guild_id = ${guildId} AND m.consent = 'out' AND length(m.name) >= 3`,
  )
  return rows.map(({ name }) => name)
}

/** A value that changes if anybody opts in or out, objects or is erased. */
export function consentsOf(guildId: Id): SQL {
  const count = (index: string, column: string) =>
    sql`(SELECT count(*) || ' ' || coalesce(sum(${sql.raw(column)}), 0) FROM members INDEXED BY ${sql.raw(index)} WHERE guild_id = ${guildId} AND ${sql.raw(column === "consent_at" ? "consent" : column)} IS NOT NULL)`
  return sql`(${count("members_consent", "consent_at")} || ' ' || ${count("members_erased", "erased_at")} || ' '
    || (SELECT count(*) || ' ' || coalesce(sum(at), 0) FROM objections) || ' ' || (SELECT coalesce(settings->>'consent', '') FROM guilds WHERE id = ${guildId}))`
}

function list(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`
}
