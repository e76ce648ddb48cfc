/**
 * Reads what a commit depends on, applies the claims and writes the result in one atomic batch. Starts over
 * if someone else changed the same subjects in the meantime.
 */

import { type SQL, sql } from "drizzle-orm"
import { HOUR } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Time, Verdict } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import { bindTo, composeQuery, composer, composeSql, readBatch } from "../db/composed.ts"
import { type Database, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { type AppliedClaims, applyClaims, type Premises } from "../facts/apply-claims.ts"
import { type Attribution, capPart, type KnownMemory, type PlaceReaders } from "../facts/known.ts"
import { BOTH_HOLD_IDS } from "../read/both-hold.ts"
import { labelRepeated } from "./claim-labels.ts"
import { logStatements, withDraws } from "./claim-log.ts"
import { countForHistory } from "./history-spend.ts"
import { withoutUnsaved } from "./note-redaction.ts"
import { mayNotBeWritten, noteTexts, type Order, peopleTouched } from "./order.ts"
import { guardOrder, memoryStatements, usageStatements, windowStatements } from "./statements.ts"

export type CommitOutcome =
  /** `read`: the results of the order's `reads`. */
  | { kind: "written"; verdicts: Verdict[]; applied: AppliedClaims; read: D1Result[] }
  | { kind: "already_written" }
  | { kind: "contended" }
  /**
   * The window was read with something that must not be used any more: words of someone who objects, or a
   * memory that is gone.
   */
  | { kind: "objected" }

const ATTEMPTS = 12

/**
 * Applies claims and writes the result. Safe to replay: a window written before returns `already_written`. If
 * the data changed while writing, it starts over. A window without claims is written unread: the guard of its batch
 * (`guardOrder`) finds people who object.
 */
export async function commit(db: Database, order: Order): Promise<CommitOutcome> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const premises =
      attempt === 0 && needsNoPremises(order) ? nothingKnown(order) : await readPremises(db, order)
    if (premises.outOfDate || involvesObjector(order, premises)) return { kind: "objected" }
    const applied = applyClaims(order.guildId, withDraws(order), premises, order)
    const asKept = (verdict: Verdict) => withoutObjectorWords(verdict, premises)
    const verdicts = [...(order.window?.refused ?? []), ...applied.verdicts].map(asKept)
    const log = [...logStatements(order, applied, asKept), ...labelRepeated(order, applied)]
    const outcome = await writeBatch(db, order, applied, { verdicts, log })
    if (outcome !== "stale") return outcome
  }
  return { kind: "contended" }
}

/** Most windows of a busy channel state nothing to remember, and rules are shown no memory. */
function needsNoPremises({ proposals, window }: Order): boolean {
  return proposals.length === 0 && window !== null && window.shown.length === 0
}

function nothingKnown({ readOnly }: Order): Premises {
  return { known: [], writesInHour: 0, readOnly, objectors: new Set(), redactor: nameRedactor([]) }
}

/** Returns true if someone who objects spoke in the window or is named in its note. */
function involvesObjector({ window }: Order, { objectors, redactor }: Premises): boolean {
  if (window === null) return false
  return (
    window.people.some((person) => objectors.has(person.id)) ||
    (window.note !== null && noteTexts(window.note).some((words) => redactor.mentions(words)))
  )
}

/** Removes the words of a verdict about, or naming, someone who objects. */
function withoutObjectorWords(verdict: Verdict, { objectors, redactor }: Premises): Verdict {
  const { fact, subject } = verdict
  const mentionsObjector =
    (subject.scope === "user" && objectors.has(subject.id)) || (fact !== null && redactor.mentions(fact))
  return mentionsObjector ? { ...verdict, fact: null } : verdict
}

async function writeBatch(
  db: Database,
  order: Order,
  applied: AppliedClaims,
  { verdicts, log }: { verdicts: Verdict[]; log: SQL[] },
): Promise<CommitOutcome | "stale"> {
  const window = order.window && {
    ...order.window,
    note: order.window.note && withoutUnsaved(order.window.note, verdicts),
  }
  const statements = [
    ...(window ? windowStatements(order.guildId, window, verdicts, order.now) : []),
    ...memoryStatements(order.guildId, applied),
    ...log,
    ...usageStatements(order.guildId, order.usage, order.now),
    ...countForHistory(order.guildId, order.historyJob ?? null, {
      usage: order.usage,
      facts: newFacts(order, applied),
    }),
  ]
  try {
    const reads = (order.reads ?? []).map((one) => bindTo(db, one))
    const results = await runBatch(db, [guardOrder(order, applied), ...statements], reads)
    return { kind: "written", verdicts, applied, read: results.slice(results.length - reads.length) }
  } catch (error) {
    const cause = batchConflict(error)
    if (cause === "already_written") return { kind: cause }
    if (cause === "stale") return "stale"
    throw new Error(`writing ${order.window?.id ?? "told words"} in guild ${order.guildId} failed`, {
      cause: error,
    })
  }
}

/**
 * Counts facts that the window adds. Old talk may add some that are expired already, which do not count. A window that is
 * read again after an edit replaces what it added before.
 */
function newFacts({ window, now }: Order, { changed, expected }: AppliedClaims): number {
  if (window === null || window.again.length > 0) return 0
  const added = new Set(expected.flatMap(({ id, version }) => (version === 0 ? [id] : [])))
  return changed.filter(
    ({ id, status, expiresAt }) =>
      status === "active" && (expiresAt === null || expiresAt > now) && added.has(id),
  ).length
}

/** Interprets a failed batch. Without transactions, constraints are how a batch rolls itself back. */
export function batchConflict(error: unknown): "already_written" | "stale" | "outage" {
  const text = `${error} ${error instanceof Error ? error.cause : ""}`
  if (text.includes("UNIQUE constraint failed: windows.id")) return "already_written"
  if (text.includes("NOT NULL constraint failed: guilds.writes")) return "stale"
  return text.includes("UNIQUE constraint failed: memories.") ? "stale" : "outage"
}

// Premises: read fresh before each attempt to write. Never shown to anyone, so without a viewer.

async function readPremises(db: Database, order: Order): Promise<Premises> {
  const until = Math.max(0, ...order.proposals.map((proposal) => proposal.saidAt))
  const shown = order.window?.shown ?? []
  const known = knownMemories({
    guildId: order.guildId,
    subjects: JSON.stringify(subjects(order)),
    lines: JSON.stringify(countedLines(order)),
  })
  // Columns of one row: a further statement costs more.
  const others = composeSql<{ inHour: number; objecting: string; shown: string }>(sql`SELECT
      (SELECT count(*) FROM memories WHERE guild_id = ${order.guildId}
        AND last_said_at > ${until - HOUR} AND last_said_at <= ${until}) AS inHour,
      (SELECT json_group_array(person.value) FROM json_each(${JSON.stringify(peopleTouched(order))}) person
        LEFT JOIN members m ON m.id = person.value AND m.guild_id = ${order.guildId} WHERE ${mayNotBeWritten(order)}) AS objecting,
      (SELECT json_group_array(json_array(id, fact)) FROM memories
        WHERE id IN (SELECT value->>'id' FROM json_each(${JSON.stringify(shown)}))) AS shown`)
  const [rows, [facts]] = await readBatch(db, [known, others()])
  // The JSON comes only from the query above.
  const objectors = new Set(JSON.parse(facts?.objecting ?? "[]") as Id[])
  const still = JSON.parse(facts?.shown ?? "[]") as [id: string, fact: string][]
  const names = (among: (id: Id) => boolean) =>
    (order.named ?? []).filter(({ id }) => among(id)).map(({ name }) => name)
  const prints = new Map(still.map(([id, fact]) => [id, hashOf([fact])]))
  return {
    known: rows.map(({ row, channels, said, counted, beside }) => ({
      ...fromRow(row),
      said: parseAttributions(said),
      ...placeFields(channels, order.readers),
      ...(beside === "[]" ? {} : { beside: JSON.parse(beside) as string[] }),
      ...(counted === 1 ? { counted: true } : {}),
    })) satisfies KnownMemory[],
    writesInHour: facts?.inHour ?? 0,
    readOnly: order.readOnly,
    objectors,
    redactor: nameRedactor(
      names((id) => objectors.has(id)),
      names((id) => !objectors.has(id)),
    ),
    outOfDate: shown.some(({ id, print }) => prints.get(id) !== print),
  }
}

/**
 * Selects who stated a row of `memories`, as a JSON array: each author's last statement and last explicit
 * statement.
 */
const ATTRIBUTIONS = sql<string>`(SELECT json_group_array(json_array(s.author_id, s.at, s.explicit)) FROM
  (SELECT e.author_id, max(e.said_at) AS at, e.source = 'explicit' AS explicit FROM evidence e
    WHERE e.memory_id = ${memories.id} AND e.fact IS NOT '' GROUP BY 1, 3) s)`

function parseAttributions(json: string): Attribution[] {
  // The JSON comes only from the query above.
  const rows = JSON.parse(json) as [Id, Time, 0 | 1][]
  return rows.map(([authorId, saidAt, explicit]) => ({ authorId, saidAt, explicit: explicit === 1 }))
}

/** Returns the lines that may have been counted: their window was read before, or they were told by themselves. */
function countedLines({ window, proposals }: Order): Id[] {
  const cited = proposals.flatMap(({ evidence }) => evidence.flatMap(({ messageId }) => messageId ?? []))
  return [...new Set([...(window?.again ?? []), ...cited])]
}

function subjects(order: Order): { scope: string; id: Id }[] {
  return order.proposals.map(({ claim }) => claim.subject)
}

/** Selects the channels of a memory's evidence, as a JSON array with 1 for those that state its present wording. */
const STATED_IN = sql<string>`(SELECT json_group_array(json_array(s.channel_id, s.worded)) FROM
  (SELECT DISTINCT e.channel_id, coalesce(e.fact, memories.fact) = memories.fact AS worded FROM evidence e WHERE e.memory_id = ${memories.id}) s)`

/** The memories about the subjects of claims, with what reconciling compares. `counted`: it rests on these lines already. */
const knownMemories = composeQuery(
  composer
    .select({
      row: memories,
      channels: STATED_IN,
      said: ATTRIBUTIONS,
      counted: sql<0 | 1>`EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = ${memories.id}
        AND e.message_id IN (SELECT value FROM json_each(${sql.placeholder("lines")})))`,
      beside: BOTH_HOLD_IDS,
    })
    .from(memories)
    .where(
      // A set of pairs as one JSON parameter: D1 allows at most 100.
      sql`${memories.guildId} = ${sql.placeholder("guildId")} AND (${memories.scope}, ${memories.subjectId}) IN
        (SELECT value->>'scope', value->>'id' FROM json_each(${sql.placeholder("subjects")}))`,
    ),
)

function placeFields(channels: string, readers: PlaceReaders): Pick<KnownMemory, "merges" | "cap"> {
  // The JSON comes only from the query above.
  const rows = JSON.parse(channels) as [Id | null, 0 | 1][]
  const stated = rows.filter(([, words]) => words === 1).map(([id]) => id)
  const ids = rows.map(([id]) => id)
  return { merges: sameReaders(ids, readers.same), cap: capPart(stated, readers) }
}

/**
 * Returns true if the channels a memory rests on have exactly the readers of the current words. Then wordings
 * may be exchanged.
 */
function sameReaders(ids: readonly (Id | null)[], peers: PlaceReaders["same"]): boolean {
  return ids.every((id) => peers.includes(id))
}
