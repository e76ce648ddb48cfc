/**
 * Imports a guild's export part by part. Every checksum is known before the first row is written, and a part's
 * rows land in one batch with the number of the next part: a part that arrives twice changes nothing.
 */
import { type SQL, sql } from "drizzle-orm"
import { type RowLine, SCHEMA_NUMBER } from "../backup/format.ts"
import { importStatements } from "../backup/import.ts"
import { isPlace } from "../domain/events.ts"
import type { Id, Time } from "../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../memory/db/database.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { batchConflict } from "../memory/write/commit.ts"
import { changedSince, rewriteMemories, rollBackIf } from "../memory/write/statements.ts"
import { finishImport } from "./finish.ts"
import type { Mapping } from "./mapping.ts"
import { type ImportedPart, keysOf, makeWhole, messagesByChannel, readPart } from "./part.ts"
import { type ImportedConsent, newConsents, writeMembers, writeSettings } from "./people.ts"
import {
  addToTally,
  arrivedStatement,
  findImport,
  type ImportOrder,
  type ImportRow,
  importId,
  isPast,
  openStatement,
  phaseStatement,
} from "./progress.ts"
import { type Settled, type SettleRule, settleMemory, settleNote } from "./settle.ts"
import { settleOthers } from "./settle-others.ts"
import { consentsOf, readTarget, type Target } from "./target.ts"

export interface ImportDeps extends Omit<SettleRule, "deleted" | "isDryRun" | "importer"> {
  db: Database
  by: AuditActor
  /** The channels of the target in which something was heard. */
  heard: ReadonlySet<Id>
  /** Returns which of these messages a channel knows to be deleted. */
  deletedAmong(channelId: Id, messageIds: Id[]): Promise<Id[]>
  /** Records a consent outside the database. */
  journal(said: ImportedConsent): Promise<void>
}

/** The import as it is now, or why not, with what to do. */
export type ImportAnswer = ImportRow | { refused: string }

/** Begins an import, or returns how far it is. */
export async function beginImport(order: ImportOrder, deps: ImportDeps): Promise<ImportAnswer> {
  const { header, parts, whole, guildId, options } = order
  if (header.schema > SCHEMA_NUMBER)
    return {
      refused: `The export has schema ${header.schema}, and this deployment has ${SCHEMA_NUMBER}. Deploy the newer version first.`,
    }
  if (!makeWhole(parts, whole))
    return { refused: "The parts' checksums do not make the checksum of the whole. Export the guild again." }
  const known = await findImport(deps.db, guildId, importId(order))
  const isSame = JSON.stringify(known?.options) === JSON.stringify(options)
  if (known !== null && known.phase === "loading" && known.next > 0 && !known.dryRun && !isSame)
    return {
      refused: "This export is being imported with other options. Go on with those, or abandon it first.",
    }
  if (known === null || known.dryRun || known.phase === "abandoned" || known.next === 0)
    await deps.db.run(openStatement(order, deps.by))
  const begun = await findImport(deps.db, guildId, importId(order))
  if (begun === null) throw new Error("the import was not recorded")
  return begun.phase === "finishing" ? finishImport(begun, deps) : begun
}

/** Stops an import. What it wrote stays, and beginning it again goes on. */
export async function abandonImport(
  row: ImportRow,
  { db, by }: Pick<ImportDeps, "db" | "by">,
): Promise<void> {
  if (row.phase === "loading" || row.phase === "finishing")
    await db.run(phaseStatement(row, "abandoned", by.now))
}

const ATTEMPTS = 6

/** Writes part `number`, counted from 0; `text` holds its lines without the one that ends it. */
export async function importPart(
  row: ImportRow,
  { number, text }: { number: number; text: string },
  deps: ImportDeps,
): Promise<ImportAnswer> {
  if (number < row.next || row.phase === "done" || row.phase === "checked")
    return row.phase === "finishing" ? finishImport(row, deps) : row
  if (row.phase === "abandoned") return { refused: "This import was abandoned. Begin it again to go on." }
  if (number > row.next) return { refused: `Part ${row.next} is expected. Send the parts in order.` }
  const { guild: source, projects } = row.header
  const mapping: Mapping = { source, target: row.guildId, channels: row.options.channels, projects }
  const expected = { sha256: row.parts[number] ?? "", isFirst: number === 0 }
  const read = readPart(text, expected, mapping)
  if ("damaged" in read)
    return {
      refused: `Part ${number} does not have the checksum of the export. Send it again, or export again.`,
    }
  if ("fault" in read)
    return {
      refused: `Part ${number}, line ${read.fault.line}: ${read.fault.problem}. Nothing of this part was written.`,
    }
  const problem = row.dryRun ? null : await writeFirst(row, mapping, read.part, deps)
  if (problem !== null)
    return { refused: `${problem}. Import without settings, or mend them in the source first.` }
  return writePart(row, read.part, deps)
}

/** Writes what the other rows depend on. Can be repeated. */
async function writeFirst(
  row: ImportRow,
  mapping: Mapping,
  { others }: ImportedPart,
  deps: ImportDeps,
): Promise<string | null> {
  const { db, by } = deps
  const problem = row.options.settings
    ? await writeSettings(db, mapping, others, { by, cause: row.id })
    : null
  if (problem !== null) return problem
  const members = others.flatMap((line) => (line.table === "members" ? [line.row] : []))
  for (const said of await newConsents(db, row.guildId, members)) await deps.journal(said)
  await writeMembers(db, row.guildId, members, by.now)
  return null
}

async function writePart(row: ImportRow, part: ImportedPart, deps: ImportDeps): Promise<ImportAnswer> {
  const { db, by } = deps
  const deleted = await deletedMessages(part, deps)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const target = await readTarget(db, row.guildId, keysOf(part))
    const settled = settlePart(
      part,
      target,
      { ...deps, importer: by.actor, deleted, isDryRun: row.dryRun },
      row,
    )
    const arrived = arrivedStatement(row, addToTally(row.tally, settled.rows), by.now)
    try {
      await runBatch(db, [
        guardPart(row, target, settled),
        ...(row.dryRun ? [] : statementsOf(row.guildId, settled, by.now)),
        arrived,
      ])
      const next = await findImport(db, row.guildId, row.id)
      if (next === null) return { refused: "The import is gone. Begin it again." }
      return next.phase === "finishing" ? finishImport(next, deps) : next
    } catch (error) {
      if (batchConflict(error) !== "stale") throw error
      const now = await findImport(db, row.guildId, row.id)
      // Another request wrote this part meanwhile.
      if (now !== null && now.next > row.next) return now
    }
  }
  return { refused: "Others change the same memories right now. Send this part again." }
}

async function deletedMessages(part: ImportedPart, { heard, deletedAmong }: ImportDeps): Promise<Set<Id>> {
  const found: Id[] = []
  for (const [channel, ids] of messagesByChannel(part))
    if (heard.has(channel)) found.push(...(await deletedAmong(channel, ids)))
  return new Set(found)
}

function settlePart(part: ImportedPart, target: Target, rule: SettleRule, row: ImportRow): Settled {
  const all = [
    ...part.memories.map((group) => settleMemory(group, target, rule)),
    ...part.notes.map((group) => settleNote(group, target, rule)),
    settleOthers(part, target, { ...rule, withSettings: row.options.settings }),
  ]
  return {
    lines: all.flatMap(({ lines }) => lines),
    merged: all.flatMap(({ merged }) => merged),
    fresh: all.flatMap(({ fresh }) => fresh),
    rows: all.flatMap(({ rows }) => rows),
  }
}

/** Rolls the part back if anything it rests on changed since it was read. */
function guardPart(row: ImportRow, target: Target, { merged, fresh }: Settled): SQL {
  const { guildId } = row
  const isFresh = new Set(fresh.map(({ id }) => id))
  const before = merged.map((one) => one.before).filter(({ id }) => !isFresh.has(id))
  const read = latest(before.toReversed()).map(({ id, version }) => ({ id, version }))
  const keys = JSON.stringify(
    fresh.map(({ subject, factKey }) => ({ scope: subject.scope, subject: subject.id, key: factKey })),
  )
  return rollBackIf(
    guildId,
    sql`${isPast(row)} OR ${changedSince(read)} OR ${consentsOf(guildId)} <> ${target.consents}
      OR EXISTS (SELECT 1 FROM json_each(${keys}) j JOIN memories m ON m.guild_id = ${guildId} AND m.scope = j.value->>'scope'
        AND m.subject_id = j.value->>'subject' AND m.fact_key = j.value->>'key')
      OR EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NOT NULL)`,
  )
}

function statementsOf(guildId: Id, { lines, merged }: Settled, now: Time): BatchStatement[] {
  const changed = latest(merged.map(({ next }) => next))
  const scope = { guildId, merge: true, since: { memories: 0, notes: 0 } }
  return [...knowPlaces(guildId, lines, now), ...importStatements(scope, lines), ...rewriteMemories(changed)]
}

/** Reads only offer places of events that the guild knows, as it does once something happened in them. */
function knowPlaces(guildId: Id, lines: readonly RowLine[], now: Time): SQL[] {
  const named = lines.flatMap(({ row }) => [row.channel_id, row.place_id])
  const places = [...new Set(named.filter((id) => typeof id === "string" && isPlace(id)))]
  if (places.length === 0) return []
  return [
    sql`INSERT INTO channels (guild_id, id, updated_at) SELECT ${guildId}, value, ${now} FROM json_each(${JSON.stringify(places)})
      WHERE true ON CONFLICT DO NOTHING`,
  ]
}

/** The last of each memory: one may take over statements of several rows. */
function latest<M extends { id: string }>(memories: readonly M[]): M[] {
  return [...new Map(memories.map((memory) => [memory.id, memory])).values()]
}
