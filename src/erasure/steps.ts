/**
 * Maps each step of plan.ts to its function. The compiler checks that none is missing. Short steps are here
 * as well.
 */

import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../domain/types.ts"
import { runBatch } from "../memory/db/database.ts"
import { parseStored } from "../memory/db/json-column.ts"
import { voidDrafts } from "../memory/write/run-drafts.ts"
import { forEachChannel, notifyChannels } from "./channels.ts"
import { DONE, type ErasureContext, type ErasureStep } from "./context.ts"
import type { ErasureKind } from "./jobs.ts"
import { collectExcerpts, collectMessages, collectNames } from "./person/collect.ts"
import { checkEvents, eraseEvents } from "./person/events.ts"
import { checkMemories, collectMemories, eraseMemories } from "./person/memories.ts"
import { checkNotes, collectNotes, eraseNotes } from "./person/notes.ts"
import { replaceId } from "./person/pseudonym.ts"
import { awaitVectors, checkIndex, eraseDigests, eraseTraces, refuseWords } from "./person/rows.ts"
import { type ErasedPerson, erasedPersonOf, redactorFor, serializeTraces } from "./person/traces.ts"
import { checkWindows, eraseVerdicts } from "./person/windows.ts"
import { checkChannel, eraseRemains, eraseStatements, wipeThreads } from "./places/channel.ts"
import { checkGuild, closeGuild, eraseRows, wipeAnswers, wipeChannels, wipeIndex } from "./places/guild.ts"
import type { ErasurePage, StepOf } from "./plan.ts"

const PERSON: Record<StepOf<"person">, ErasureStep> = {
  refuse: refuseWords,
  tell: notifyChannels,
  answers: dropAnswers,
  names: collectNames,
  words: collectExcerpts,
  listen: collectMessages,
  count_memories: collectMemories,
  count_notes: collectNotes,
  silence: eraseMessages,
  quotes: eraseQuotes,
  memories: eraseMemories,
  notes: eraseNotes,
  windows: eraseVerdicts,
  digests: eraseDigests,
  drafts: eraseDrafts,
  traces: eraseTraces,
  events: eraseEvents,
  vectors: awaitVectors,
  check_channels: checkMessages,
  check_index: checkIndex,
  check_memories: checkMemories,
  check_notes: checkNotes,
  check_windows: checkWindows,
  check_drafts: checkDrafts,
  check_events: checkEvents,
}

const CHANNEL: Record<StepOf<"channel">, ErasureStep> = {
  wipe: wipeThreads,
  statements: eraseStatements,
  remains: eraseRemains,
  vectors: awaitVectors,
  check: checkChannel,
}

const GUILD: Record<StepOf<"guild">, ErasureStep> = {
  tell: notifyChannels,
  wipe: wipeChannels,
  answers: wipeAnswers,
  rows: eraseRows,
  vectors: awaitVectors,
  index: wipeIndex,
  check: checkGuild,
  guild: closeGuild,
}

const STEPS: Record<ErasureKind, Record<string, ErasureStep>> = {
  person: PERSON,
  channel: CHANNEL,
  guild: GUILD,
}

/** Returns `null` for a step of an older plan; the erasure then starts over. */
export function stepOf(kind: ErasureKind, name: string): ErasureStep | null {
  return STEPS[kind][name] ?? null
}

// Pending answers to the person.

/** Drops their pending questions. An answer being written right now drops them when it is done. */
async function dropAnswers({ job, responder }: ErasureContext): Promise<ErasurePage> {
  await responder().erasePerson(job.target)
  return DONE
}

// Model drafts of nightly runs that may describe the person, and the record of who started runs.

/** Deletes all drafts: a run whose step is in progress asks again, about the data left by then. */
async function eraseDrafts(context: ErasureContext): Promise<ErasurePage> {
  const { db, job, now } = context
  const results = await runBatch(db, [
    sql`SELECT count(*) AS drafts FROM run_drafts WHERE guild_id = ${job.guildId}`,
    ...voidDrafts(job.guildId, now()),
    ...(await renameRequester(context)),
  ])
  // Shape of the first statement's row.
  const [first] = (results[0]?.results ?? []) as { drafts: number }[]
  return { ...DONE, counts: { drafts: first?.drafts ?? 0 } }
}

/** Puts the pseudonym where the person, or a key named after them, requested a run or an erasure. */
async function renameRequester({ db, job, pseudonym }: ErasureContext): Promise<SQL[]> {
  const tables = [sql.raw("runs"), sql.raw("erasures")]
  const statements = tables.map(async (table) => {
    const rows = await db.all<{ actor: string }>(
      sql`SELECT DISTINCT requested_by AS actor FROM ${table} WHERE guild_id = ${job.guildId} AND instr(requested_by, ${job.target}) > 0`,
    )
    return rows
      .map(({ actor }) => ({ actor, renamed: replaceId(actor, job.target, pseudonym) }))
      .filter(({ actor, renamed }) => renamed !== actor)
      .map(
        ({ actor, renamed }) =>
          sql`UPDATE ${table} SET requested_by = ${renamed} WHERE guild_id = ${job.guildId} AND requested_by = ${actor}`,
      )
  })
  return (await Promise.all(statements)).flat()
}

/**
 * Counts drafts that mention the person: a run may have read their data before the erasure and stored the
 * reply since.
 */
async function checkDrafts(context: ErasureContext): Promise<ErasurePage> {
  const { db, job } = context
  const rows = await db.all<{ body: string }>(
    sql`SELECT body FROM run_drafts WHERE guild_id = ${job.guildId}`,
  )
  const person = await erasedPersonOf(context)
  return { next: null, left: rows.filter(({ body }) => mentionsPerson(body, person)).length }
}

/** Returns true if any text of the draft holds their id, their name or their words. */
function mentionsPerson(body: string, person: ErasedPerson): boolean {
  const { traces } = person
  const { redact: without } = redactorFor(person, [])
  // A draft that does not parse is deleted like one that names them.
  const draft = parseStored(body, traces.userId)
  return textsIn(draft).some((text) => text === traces.userId || without(text, null) !== text)
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

// A person's messages in channels: remove theirs, remove quotes by others, then check.

/** Blanks their messages wherever they were heard. The channels retract what rests on them. */
async function eraseMessages(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { job } = context
  return forEachChannel(context, cursor, async (id) => {
    for (let messages = 0; ; ) {
      const page = await context.channel(id).erasePerson({ userId: job.target, until: job.requestedAt })
      messages += page.messages
      if (!page.more) return { counts: { messages } }
    }
  })
}

/** Removes quotes and mentions of them from other people's messages. */
async function eraseQuotes(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const traces = serializeTraces(await erasedPersonOf(context))
  return forEachChannel(context, cursor, async (id) => {
    let quotes = 0
    for (let after: Id | null = null; ; ) {
      const page: { quotes: number; next: Id | null } = await context.channel(id).scrub(traces, after)
      quotes += page.quotes
      if (page.next === null) return { counts: { quotes } }
      after = page.next
    }
  })
}

/**
 * Checks channels for words, quotes and mentions of the person, and waits for the channels' pending
 * retractions and for the guild's index to equal them.
 */
async function checkMessages(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const traces = serializeTraces(await erasedPersonOf(context))
  let pending = 0
  const page = await forEachChannel(context, cursor, async (id) => {
    let left = 0
    for (let after: Id | null = null; ; ) {
      const held = await context.channel(id).stillHolds(traces, { until: context.job.requestedAt, after })
      left += held.left
      if (held.next === null) {
        pending += held.owed
        return { left }
      }
      after = held.next
    }
  })
  return pending === 0
    ? page
    : { next: null, waits: "waiting for channels to retract what was made from their messages" }
}
