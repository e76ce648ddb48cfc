/** Reads what a commit rests on, applies the claims to it and writes the result in one atomic batch. Starts over if someone else wrote about the same subjects meanwhile. */

import { sql } from "drizzle-orm"
import { HOUR } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Time, Verdict } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import { type Database, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { type AppliedClaims, applyClaims, type Premises } from "../facts/apply-claims.ts"
import type { Attribution, KnownMemory } from "../facts/known.ts"
import { BOTH_HOLD_IDS } from "../read/both-hold.ts"
import { mayNotBeWritten, noteTexts, type Order, peopleTouched } from "./order.ts"
import { guardOrder, memoryStatements, usageStatements, windowStatements } from "./statements.ts"

export type CommitOutcome =
  | { kind: "written"; verdicts: Verdict[]; applied: AppliedClaims }
  | { kind: "already_written" }
  | { kind: "contended" }
  /** It was read with what may not be told any more: words of someone who does not want to be remembered, or a memory that is gone. */
  | { kind: "objected" }

const ATTEMPTS = 12

/** Settles and writes. At least once: a replayed window is `already_written`; a batch on stale premises is settled anew. */
export async function commit(db: Database, order: Order): Promise<CommitOutcome> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const premises = await readPremises(db, order)
    if (premises.outOfDate || objected(order, premises)) return { kind: "objected" }
    const settlement = applyClaims(order.guildId, order.proposals, premises, order)
    const verdicts = [...(order.window?.refused ?? []), ...settlement.verdicts].map((verdict) =>
      withheld(verdict, premises),
    )
    const outcome = await write(db, order, settlement, verdicts)
    if (outcome !== "stale") return outcome
  }
  return { kind: "contended" }
}

/** Whether someone spoke in the window, or is named in its note, who does not want to be remembered. */
function objected({ window }: Order, { silent, redactor: hush }: Premises): boolean {
  if (window === null) return false
  return (
    window.people.some((person) => silent.has(person.id)) ||
    (window.note !== null && noteTexts(window.note).some((words) => hush.mentions(words)))
  )
}

/** A verdict without the words of a claim about, or naming, someone who does not want to be remembered. */
function withheld(verdict: Verdict, { silent, redactor: hush }: Premises): Verdict {
  const { fact, subject } = verdict
  const told = (subject.scope === "user" && silent.has(subject.id)) || (fact !== null && hush.mentions(fact))
  return told ? { ...verdict, fact: null } : verdict
}

async function write(
  db: Database,
  order: Order,
  settlement: AppliedClaims,
  verdicts: Verdict[],
): Promise<CommitOutcome | "stale"> {
  const statements = [
    ...(order.window ? windowStatements(order.guildId, order.window, verdicts, order.now) : []),
    ...memoryStatements(order.guildId, settlement),
    ...usageStatements(order.guildId, order.usage, order.now),
  ]
  try {
    await runBatch(db, [guardOrder(order, settlement), ...statements])
    return { kind: "written", verdicts, applied: settlement }
  } catch (error) {
    const cause = batchConflict(error)
    if (cause === "already_written") return { kind: cause }
    if (cause === "stale") return "stale"
    throw new Error(`writing ${order.window?.id ?? "what was told"} in guild ${order.guildId} failed`, {
      cause: error,
    })
  }
}

/** What a failed batch means: without transactions, our constraints are how a batch refuses itself. */
export function batchConflict(error: unknown): "already_written" | "stale" | "outage" {
  const text = `${error} ${error instanceof Error ? error.cause : ""}`
  if (text.includes("UNIQUE constraint failed: windows.id")) return "already_written"
  if (text.includes("NOT NULL constraint failed: guilds.writes")) return "stale"
  return text.includes("UNIQUE constraint failed: memories.") ? "stale" : "outage"
}

// What a settlement rests on, read fresh before each attempt to write. The only read of memory without a viewer: it is shown to nobody.

async function readPremises(db: Database, order: Order): Promise<Premises> {
  const until = Math.max(0, ...order.proposals.map((proposal) => proposal.saidAt))
  const shown = order.window?.shown ?? []
  const [rows, hour, silent, still] = await db.batch([
    db
      .select({
        row: memories,
        channels: sql<string>`(SELECT json_group_array(DISTINCT e.channel_id) FROM evidence e WHERE e.memory_id = ${memories.id})`,
        said: SAID,
        counted: counted(order),
        beside: BOTH_HOLD_IDS,
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
        sql`json_each(${JSON.stringify(peopleTouched(order))}) person
          LEFT JOIN members m ON m.guild_id = ${order.guildId} AND m.id = person.value`,
      )
      .where(mayNotBeWritten(order)),
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
    })) satisfies KnownMemory[],
    writesInHour: hour[0]?.count ?? 0,
    readOnly: order.readOnly,
    silent: silentOnes,
    redactor: nameRedactor(
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

function saidOf(json: string): Attribution[] {
  // Worded by the query above alone.
  const rows = JSON.parse(json) as [Id, Time, 0 | 1][]
  return rows.map(([authorId, saidAt, explicit]) => ({ authorId, saidAt, explicit: explicit === 1 }))
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

function subjects(order: Order): { scope: string; id: Id }[] {
  return order.proposals.map(({ claim }) => claim.subject)
}

/** Whether the channels a memory rests on have exactly the readers of the words at hand, so that wordings may be exchanged. */
function sameReaders(channels: string, peers: Order["peers"]): boolean {
  // json_group_array of this database over its own ids.
  const ids = JSON.parse(channels) as (Id | null)[]
  return ids.every((id) => peers.includes(id))
}
