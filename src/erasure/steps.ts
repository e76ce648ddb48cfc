/** Which function does which step: the names of plan.ts, kept whole by the compiler. */

import { sql } from "drizzle-orm"
import type { Id } from "../domain/types.ts"
import { runBatch } from "../memory/db/database.ts"
import { voidDrafts } from "../memory/write/run-drafts.ts"
import { forEachChannel, notifyChannels } from "./channels.ts"
import { DONE, type ErasureContext, type ErasureStep } from "./context.ts"
import type { ErasureKind } from "./jobs.ts"
import { checkMemories, eraseMemories } from "./person/memories.ts"
import { checkNotes, eraseNotes } from "./person/notes.ts"
import { awaitVectors, eraseDigests, eraseTraces, refuseWords } from "./person/rows.ts"
import { type ErasedPerson, erasedPersonOf, redactorFor, serializeTraces } from "./person/traces.ts"
import { checkWindows, eraseVerdicts } from "./person/windows.ts"
import { checkChannel, eraseRemains, eraseStatements, wipeThreads } from "./places/channel.ts"
import { checkGuild, closeGuild, eraseRows, wipeAnswers, wipeChannels, wipeIndex } from "./places/guild.ts"
import type { ErasurePage, StepOf } from "./plan.ts"

// First steps of a person's erasure: what they are called, and what they said, as keys. Nothing is removed yet, so that nothing is lost where one of them is cut off.

const AT_ONCE = 1_000

/** Names as members and in the conversations they took part in. */
async function collectNames({ db, job, said }: ErasureContext): Promise<ErasurePage> {
  const rows = await db.all<{ name: string | null }>(
    sql`SELECT name FROM members WHERE guild_id = ${job.guildId} AND id = ${job.target}
      UNION SELECT p.value->>'name' FROM note_people np JOIN notes n ON n.seq = np.note_seq, json_each(n.participants) p
        WHERE np.guild_id = ${job.guildId} AND np.user_id = ${job.target} AND p.value->>'id' = ${job.target}`,
  )
  said.addNames(rows.flatMap((row) => row.name ?? []))
  return DONE
}

/** What the evidence of memories keeps of their words: some of it is older than any channel remembers. */
async function collectExcerpts(
  { db, job, said, salt }: ErasureContext,
  cursor: string | null,
): Promise<ErasurePage> {
  // Raw for INDEXED BY: by row number the planner would walk every guild's evidence.
  const rows = await db.all<{ row: number; excerpt: string }>(
    sql`SELECT rowid AS row, excerpt FROM evidence INDEXED BY evidence_message
      WHERE guild_id = ${job.guildId} AND author_id = ${job.target} AND rowid > ${Number(cursor ?? 0)} ORDER BY rowid LIMIT ${AT_ONCE}`,
  )
  said.addTexts(
    rows.map((row) => row.excerpt),
    salt,
  )
  const last = rows.at(-1)
  return { next: last && rows.length === AT_ONCE ? String(last.row) : null }
}

/** What channels keep of their words and names. */
async function collectMessages(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { job, said, salt } = erasing
  return forEachChannel(erasing, cursor, async (id) => {
    for (let after: Id | null = null; ; ) {
      const page: { names: string[]; runs: Float64Array; next: Id | null } = await erasing
        .channel(id)
        .tracesOf({ userId: job.target, until: job.requestedAt, salt, after })
      said.addNames(page.names)
      said.addRuns(page.runs)
      if (page.next === null) return {}
      after = page.next
    }
  })
}

const PERSON: Record<StepOf<"person">, ErasureStep> = {
  refuse: refuseWords,
  tell: notifyChannels,
  answers: dropAnswers,
  names: collectNames,
  words: collectExcerpts,
  listen: collectMessages,
  silence: eraseMessages,
  quotes: eraseQuotes,
  memories: eraseMemories,
  notes: eraseNotes,
  windows: eraseVerdicts,
  digests: eraseDigests,
  drafts: eraseDrafts,
  traces: eraseTraces,
  vectors: awaitVectors,
  check_channels: checkMessages,
  check_memories: checkMemories,
  check_notes: checkNotes,
  check_windows: checkWindows,
  check_drafts: checkDrafts,
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

/** A step of an older version of the plan is begun at the first one again. */
export function stepOf(kind: ErasureKind, name: string): ErasureStep | null {
  return STEPS[kind][name] ?? null
}

// A person's erasure in what waits to be answered.

/** What they asked is answered no more, but for what is being answered at this moment: it lets go of them when it is. */
async function dropAnswers({ job, responder }: ErasureContext): Promise<ErasurePage> {
  await responder().erasePerson(job.target)
  return DONE
}

// What models said at night and nobody wrote yet, without what it tells of the person; and who had nights begun.

/** All of it goes: a night whose step is under way asks again, of what is left by then. */
async function eraseDrafts({ db, job, now, pseudonym }: ErasureContext): Promise<ErasurePage> {
  const results = await runBatch(db, [
    sql`SELECT count(*) AS drafts FROM run_drafts WHERE guild_id = ${job.guildId}`,
    ...voidDrafts(job.guildId, now()),
    // Whoever had one begun stands there as in the record of who did what.
    sql`UPDATE runs SET requested_by = replace(requested_by, ${job.target}, ${pseudonym})
      WHERE guild_id = ${job.guildId} AND instr(requested_by, ${job.target}) > 0`,
  ])
  // As the first statement words it.
  const [first] = (results[0]?.results ?? []) as { drafts: number }[]
  return { ...DONE, counts: { drafts: first?.drafts ?? 0 } }
}

/** How many tell of the person: a night may have read of them before they asked, and have heard back since. */
async function checkDrafts(erasing: ErasureContext): Promise<ErasurePage> {
  const { db, job } = erasing
  const rows = await db.all<{ body: string }>(
    sql`SELECT body FROM run_drafts WHERE guild_id = ${job.guildId}`,
  )
  const person = await erasedPersonOf(erasing)
  return { next: null, left: rows.filter(({ body }) => tellsOf(body, person)).length }
}

/** Their id, their name, or words of theirs, in any of the texts. */
function tellsOf(body: string, person: ErasedPerson): boolean {
  const { redact: without } = redactorFor(person, [])
  return textsIn(JSON.parse(body)).some((text) => text === person.traces.userId || without(text) !== text)
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

// A person's erasure in the objects of channels: what they said goes, then where others repeat it, then it is looked for.

/** Blanks what they said, wherever it was heard. The channels see to what rests on it. */
async function eraseMessages(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { job } = erasing
  return forEachChannel(erasing, cursor, async (id) => {
    for (let messages = 0; ; ) {
      const page = await erasing.channel(id).erasePerson({ userId: job.target, until: job.requestedAt })
      messages += page.messages
      if (!page.more) return { counts: { messages } }
    }
  })
}

/** Takes quotes and mentions of them out of what others said. */
async function eraseQuotes(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const traces = serializeTraces(await erasedPersonOf(erasing))
  return forEachChannel(erasing, cursor, async (id) => {
    let quotes = 0
    for (let after: Id | null = null; ; ) {
      const page: { quotes: number; next: Id | null } = await erasing.channel(id).scrub(traces, after)
      quotes += page.quotes
      if (page.next === null) return { counts: { quotes } }
      after = page.next
    }
  })
}

/** Looks for words of theirs, and for quotes and mentions, in what channels keep; waits for what those have still to take back. */
async function checkMessages(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const traces = serializeTraces(await erasedPersonOf(erasing))
  let owed = 0
  const page = await forEachChannel(erasing, cursor, async (id) => {
    let left = 0
    for (let after: Id | null = null; ; ) {
      const held = await erasing.channel(id).stillHolds(traces, { until: erasing.job.requestedAt, after })
      left += held.left
      if (held.next === null) {
        owed += held.owed
        return { left }
      }
      after = held.next
    }
  })
  return owed === 0
    ? page
    : { next: null, waits: "waits until channels have taken back what was made of their messages" }
}
