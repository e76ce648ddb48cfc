/** What a settlement rests on, read fresh before each attempt to write. The only read of memory without a viewer: it is shown to nobody. */
import { sql } from "drizzle-orm"
import { HOUR } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Note, Time } from "../../domain/types.ts"
import { hushing } from "../../text/names.ts"
import type { Database } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import type { Known, Said } from "../facts/known.ts"
import type { Premises } from "../facts/settle.ts"
import { BESIDE } from "../read/both-hold.ts"
import { silence } from "../read/silence.ts"
import type { Order } from "./order.ts"

export async function readPremises(db: Database, order: Order): Promise<Premises> {
  const until = Math.max(0, ...order.proposals.map((proposal) => proposal.saidAt))
  const shown = order.window?.shown ?? []
  const [rows, hour, silent, still] = await db.batch([
    db
      .select({
        row: memories,
        channels: sql<string>`(SELECT json_group_array(DISTINCT e.channel_id) FROM evidence e WHERE e.memory_id = ${memories.id})`,
        said: SAID,
        counted: counted(order),
        beside: BESIDE,
      })
      .from(memories)
      .where(
        // A set of pairs as one JSON parameter: D1 takes at most 100.
        sql`${memories.guildId} = ${order.guildId} AND (${memories.scope}, ${memories.subjectId}) IN
          (SELECT value->>'scope', value->>'id' FROM json_each(${JSON.stringify(subjects(order))}))`,
      ),
    db
      .select({ count: sql<number>`count(*)` })
      .from(memories)
      .where(
        sql`${memories.guildId} = ${order.guildId} AND ${memories.lastSaidAt} > ${until - HOUR} AND ${memories.lastSaidAt} <= ${until}`,
      ),
    db
      .select({ id: sql<Id>`person.value` })
      .from(
        sql`json_each(${JSON.stringify(people(order))}) person
          LEFT JOIN members m ON m.guild_id = ${order.guildId} AND m.id = person.value`,
      )
      .where(unwilling(order)),
    db
      .select({ id: memories.id, fact: memories.fact })
      .from(memories)
      .where(sql`id IN (SELECT value->>'id' FROM json_each(${JSON.stringify(shown)}))`),
  ])
  const silentOnes = new Set(silent.map((person) => person.id))
  const names = (among: (id: Id) => boolean) =>
    (order.named ?? []).filter(({ id }) => among(id)).map(({ name }) => name)
  const prints = new Map(still.map(({ id, fact }) => [id, hashOf([fact])]))
  return {
    known: rows.map(({ row, channels, said, counted, beside }) => ({
      ...fromRow(row),
      said: saidOf(said),
      merges: sameReaders(channels, order.peers),
      ...(beside === "[]" ? {} : { beside: JSON.parse(beside) as string[] }),
      ...(counted === 1 ? { counted: true } : {}),
    })) satisfies Known[],
    writesInHour: hour[0]?.count ?? 0,
    readOnly: order.readOnly,
    silent: silentOnes,
    hush: hushing(
      names((id) => silentOnes.has(id)),
      names((id) => !silentOnes.has(id)),
    ),
    outOfDate: shown.some(({ id, print }) => prints.get(id) !== print),
  }
}

/** Who said a row of `memories`, as a JSON array: of each author the last word, and the last that was told to be remembered. */
const SAID = sql<string>`(SELECT json_group_array(json_array(s.author_id, s.at, s.explicit)) FROM
  (SELECT e.author_id, max(e.said_at) AS at, e.source = 'explicit' AS explicit FROM evidence e
    WHERE e.memory_id = ${memories.id} AND e.fact IS NOT '' GROUP BY 1, 3) s)`

function saidOf(json: string): Said[] {
  // Worded by the query above alone.
  const rows = JSON.parse(json) as [Id, Time, 0 | 1][]
  return rows.map(([authorId, saidAt, explicit]) => ({ authorId, saidAt, explicit: explicit === 1 }))
}

/** "Is not to be written of here", over a left-joined member `m`: they object, or what they were told of by then is erased. */
export function unwilling(order: Order) {
  const since = order.window?.firstAt ?? Math.min(order.now, ...order.proposals.map(({ saidAt }) => saidAt))
  return sql`(${silence(order.optIn)} OR coalesce(m.erased_at >= ${since}, 0))`
}

/** The SQL of "rests on these lines already": their window was read before, or one of them was given to be remembered by itself. */
function counted({ window, proposals }: Order) {
  const cited = proposals.flatMap(({ evidence }) => evidence.flatMap(({ messageId }) => messageId ?? []))
  const lines = [...new Set([...(window?.again ?? []), ...cited])]
  // In brackets: a column named by a bare number comes first in a row, whatever its place.
  if (lines.length === 0) return sql<number>`(0)`
  return sql<number>`EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = ${memories.id}
    AND e.message_id IN (SELECT value FROM json_each(${JSON.stringify(lines)})))`
}

/** Everyone whose words or affairs an order touches, and whom its words name. */
export function people(order: Order): Id[] {
  const subjects = order.proposals.filter(({ claim }) => claim.subject.scope === "user")
  return [
    ...new Set([
      ...subjects.map(({ claim }) => claim.subject.id),
      ...order.proposals.flatMap(({ evidence }) => evidence.map((item) => item.authorId)),
      ...(order.window?.people.map((person) => person.id) ?? []),
      ...namedIn(order),
    ]),
  ]
}

function namedIn(order: Order): Id[] {
  const { note, refused } = order.window ?? { note: null, refused: [] }
  const facts = [...order.proposals.map(({ claim }) => claim.fact), ...refused.map(({ fact }) => fact ?? "")]
  const text = [...facts, ...(note ? wordsOf(note) : [])].join("\n")
  return (order.named ?? []).filter(({ name }) => hushing([name]).names(text)).map(({ id }) => id)
}

/** All words of a note that could name somebody besides those who took part. */
export function wordsOf(note: Note): string[] {
  return [note.title, note.summary, ...note.participants.flatMap(({ line }) => line ?? [])]
}

function subjects(order: Order): { scope: string; id: Id }[] {
  return order.proposals.map(({ claim }) => claim.subject)
}

/** Whether the channels a memory rests on have exactly the readers of the words at hand, so that wordings may be exchanged. */
function sameReaders(channels: string, peers: Order["peers"]): boolean {
  // json_group_array of this database over its own ids.
  const ids = JSON.parse(channels) as (Id | null)[]
  return ids.every((id) => peers.includes(id))
}
