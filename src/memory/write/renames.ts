/**
 * Rewords facts after a person changed their name: facts keep names in words, and a rename rewrites them
 * (docs/decisions/051-names.md).
 */
import { sql } from "drizzle-orm"
import { describeError } from "../../domain/errors.ts"
import type { Evidence, Id, Memory, Person, Time } from "../../domain/types.ts"
import { formsOf, withNewName } from "../../text/names.ts"
import { queryTerms } from "../../text/stems.ts"
import { type Database, renamedMembers, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { bothHold, evidence, memories } from "../db/schema.ts"
import { batchConflict } from "./commit.ts"
import { guardVersions, rewriteMemories } from "./statements.ts"

/** Facts reworded in one batch: about the person, and about others who name them. */
const MOST_OWN = 1_000
const MOST_OTHERS = 200
const MOST_PEOPLE = 100

interface Rename {
  guildId: Id
  id: Id
  former: string
  name: string
}

/** Rewords the facts of every renamed person of the deployment, or of one guild. Returns how many people. */
export async function applyRenames(bindings: { DB: D1Database }, guildId: Id | null = null): Promise<number> {
  const due = await renamedMembers(bindings, { guildId, limit: MOST_PEOPLE })
  for (const { db, ...rename } of due) {
    try {
      await renameFacts(db, rename)
    } catch (error) {
      // Fallback: the next run. The mark stays until the facts are reworded.
      console.error({ event: "rename.failed", guild: rename.guildId, error: describeError(error) })
    }
  }
  return due.length
}

/** Stores the names under which people speak at `at`, unless newer ones are known, and rewords their facts. */
export async function followNames(
  db: Database,
  guildId: Id,
  { people, at }: { people: readonly Person[]; at: Time },
): Promise<void> {
  await db.run(sql`UPDATE members SET name = j.value->>'name' FROM json_each(${JSON.stringify(people)}) j
    WHERE members.guild_id = ${guildId} AND members.id = j.value->>'id' AND members.name <> j.value->>'name'
      AND members.name <> '' AND members.seen_at <= ${at}`)
  await applyRenames({ DB: db.$client }, guildId)
}

/** Safe to replay. Does nothing if a fact changed meanwhile: the mark stays, and the next run reads it again. */
async function renameFacts(db: Database, rename: Rename): Promise<void> {
  const { guildId, id, former, name } = rename
  const known = await factsNaming(db, rename)
  const changed = known.flatMap(({ memory, said }) => {
    const isSubject = memory.subject.scope === "user" && memory.subject.id === id
    const reword = (text: string) => withNewName(text, { former, name, isSubject })
    const lines = said.filter(({ fact }) => fact !== null && fact !== "" && reword(fact) !== fact)
    const next = { ...memory, fact: reword(memory.fact), version: memory.version + 1 }
    return next.fact === memory.fact && lines.length === 0
      ? []
      : [{ before: memory, next, lines: lines.map((line) => ({ ...line, fact: reword(line.fact ?? "") })) }]
  })
  const done = sql`UPDATE members SET former_name = NULL WHERE guild_id = ${guildId} AND id = ${id} AND former_name = ${former} AND name = ${name}`
  const digests = sql`DELETE FROM digests WHERE guild_id = ${guildId} AND user_id = ${id}`
  try {
    await runBatch(db, [
      guardVersions(
        guildId,
        known.map(({ memory }) => memory),
      ),
      ...(changed.length > 0 ? await rewordStatements(db, guildId, changed) : []),
      digests,
      done,
    ])
  } catch (error) {
    if (batchConflict(error) !== "stale") throw error
  }
}

type Reworded = { before: Memory; next: Memory; lines: SaidFact[] }

async function rewordStatements(db: Database, guildId: Id, changed: readonly Reworded[]) {
  const ids = JSON.stringify(changed.map(({ next }) => next.id))
  const lines = changed.flatMap(({ lines }) => lines)
  // A changed fact drops the decision that it holds with another. A name is no reason to.
  const pairs = await db
    .select()
    .from(bothHold)
    .where(
      sql`guild_id = ${guildId} AND (one IN (SELECT value FROM json_each(${ids})) OR other IN (SELECT value FROM json_each(${ids})))`,
    )
  return [
    ...rewriteMemories(changed.map(({ next }) => next)),
    sql`UPDATE evidence SET fact = j.value->>'fact' FROM json_each(${JSON.stringify(lines)}) j
      WHERE evidence.memory_id = j.value->>'memoryId' AND evidence.ref = j.value->>'ref'`,
    sql`INSERT OR IGNORE INTO both_hold (guild_id, one, other) SELECT ${guildId}, value->>'one', value->>'other' FROM json_each(${JSON.stringify(pairs)})`,
  ]
}

type SaidFact = Pick<Evidence, "memoryId"> & { ref: string; fact: string | null }

/**
 * Returns the memories about a person, and those that may name them by the former name unless another member has it
 * too, each with the wordings of its statements. Never shown, so without a viewer.
 */
async function factsNaming(
  db: Database,
  { guildId, id, former }: Rename,
): Promise<{ memory: Memory; said: SaidFact[] }[]> {
  const own = sql`SELECT seq FROM memories WHERE guild_id = ${guildId} AND scope = 'user' AND subject_id = ${id} LIMIT ${MOST_OWN}`
  const terms = formsOf(former).length === 0 ? [] : queryTerms(guildId, former)
  const query = terms.map((term) => `"${term}"`).join(" AND ")
  const isUnique = sql`NOT EXISTS (SELECT 1 FROM members m WHERE m.guild_id = ${guildId} AND m.name = ${former} COLLATE NOCASE AND m.id <> ${id})`
  const others = sql`SELECT seq FROM (SELECT m.seq FROM memory_terms t CROSS JOIN memories m ON m.seq = t.rowid
    WHERE t.terms MATCH ${query} AND m.guild_id = ${guildId} AND ${isUnique} LIMIT ${MOST_OTHERS})`
  const seqs = terms.length === 0 ? own : sql`SELECT seq FROM (${own}) UNION ${others}`
  const rows = await db.select().from(memories).where(sql`seq IN (${seqs})`)
  const ids = JSON.stringify(rows.map((row) => row.id))
  const lines = await db
    .select({ memoryId: evidence.memoryId, ref: evidence.ref, fact: evidence.fact })
    .from(evidence)
    .where(sql`memory_id IN (SELECT value FROM json_each(${ids}))`)
  const byMemory = Map.groupBy(lines, ({ memoryId }) => memoryId)
  return rows.map((row) => ({ memory: fromRow(row), said: byMemory.get(row.id) ?? [] }))
}
