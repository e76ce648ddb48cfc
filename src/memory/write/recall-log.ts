/**
 * Writes the log of recalls, and what people say of one. Rows hold row numbers and scores, nobody's words or name; the
 * caller decides who may say something of a recall.
 */
import { type SQL, sql } from "drizzle-orm"
import type { JudgmentLabel } from "../../domain/claim-labels.ts"
import { hashShare } from "../../domain/hash.ts"
import type { RecallVerdict } from "../../domain/recalls.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import type { recallLog } from "../db/schema.ts"
import { labelClaims } from "./claim-labels.ts"

export type RecallRow = typeof recallLog.$inferSelect

/** Share of recalls that tuning never sees. */
const HOLDOUT = 0.2

/** Returns true for one recall in five, by its id. */
export function isHeldOutRecall(id: string): boolean {
  return hashShare(["recall_holdout", id]) < HOLDOUT
}

/**
 * Builds the statement that logs a recall: one row. It writes nothing if the server or the channel is gone or about to be
 * erased: it runs after the answer, when an erasure may have passed.
 */
export function logRecall(row: Omit<RecallRow, "feedback" | "feedbackAt">): SQL {
  const { guildId, channelId } = row
  // Raw SQL: drizzle inserts no row that depends on others.
  return sql`INSERT INTO recall_log (guild_id, at, id, channel_id, policy_version, format, tokens, max_tokens, latency_ms, share, holdout, candidates)
    SELECT ${guildId}, ${row.at}, ${row.id}, ${channelId}, ${row.policyVersion}, ${row.format}, ${row.tokens}, ${row.maxTokens},
      ${row.latencyMs}, ${row.share}, ${Number(row.holdout)}, ${row.candidates}
    WHERE EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NULL AND restoring IS NOT 1)
      AND (${channelId} IS NULL OR EXISTS (SELECT 1 FROM channels WHERE guild_id = ${guildId} AND id = ${channelId}))
    ON CONFLICT DO NOTHING`
}

/** The key of a logged recall. */
export interface RecallKey {
  guildId: Id
  at: Time
  id: string
}

/** A judgment of a recall: its verdict, and the memories it is about, with their places among the candidates. */
export interface RecallFeedback {
  verdict: RecallVerdict
  memories: readonly { id: string; place: number }[]
}

const LABELS: Partial<Record<RecallVerdict, JudgmentLabel>> = { useful: "right", wrong: "wrong" }

/** Returns the label that a verdict gives the memories it names; `undefined` if it says nothing of a memory. */
export function memoryLabel(verdict: RecallVerdict): JudgmentLabel | undefined {
  return LABELS[verdict]
}

/**
 * Records what a caller says of a recall, and labels the claims behind the memories it names. Saying it again changes
 * nothing; saying something else takes back the labels of `before`, unless somebody labeled the memory since.
 */
export async function recordRecallFeedback(
  db: Database,
  { guildId, at, id }: RecallKey,
  { before, feedback, now }: { before: RecallFeedback | null; feedback: RecallFeedback; now: Time },
): Promise<void> {
  const { verdict, memories } = feedback
  const places = JSON.stringify(memories.map(({ place }) => place))
  const row = sql`guild_id = ${guildId} AND at = ${at} AND id = ${id}`
  const label = memoryLabel(verdict)
  const former = before === null ? undefined : memoryLabel(before.verdict)
  const dropped = (before?.memories ?? []).filter(
    (one) => former !== label || !memories.some(({ id: kept }) => kept === one.id),
  )
  const labeled = label === undefined ? [] : memories.map((one) => ({ id: one.id, label }))
  await runBatch(db, [
    sql`UPDATE recall_log SET feedback = ${verdict}, feedback_at = ${now}, candidates = json_set(candidates, '$.labeled', json(${places}))
      WHERE ${row} AND (feedback IS NOT ${verdict} OR json_extract(candidates, '$.labeled') IS NOT json(${places}))`,
    ...(former === undefined || dropped.length === 0
      ? []
      : [
          sql`UPDATE claim_log SET label = NULL, labeled_on = NULL WHERE guild_id = ${guildId} AND label = ${former}
            AND memory_id IN (SELECT value FROM json_each(${JSON.stringify(dropped.map((one) => one.id))}))`,
        ]),
    ...(label === undefined
      ? []
      : labelClaims(guildId, labeled, { now, condition: sql`label IS NOT ${label}` })),
  ])
}

/** Builds the statement that records what a person says of the answer that a recall was made for, if that was logged. */
export function answerFeedback(
  guildId: Id,
  recalledAt: Time,
  { verdict, at, condition }: { verdict: RecallVerdict; at: Time; condition: SQL },
): SQL {
  // Buttons hold the time of the recall, which has room; two recalls of one millisecond cannot be told apart.
  return sql`UPDATE recall_log SET feedback = ${verdict}, feedback_at = ${at}
    WHERE guild_id = ${guildId} AND at = ${recalledAt} AND feedback IS NOT ${verdict} AND coalesce(feedback_at, 0) <= ${at} AND ${condition}
      AND (SELECT count(*) FROM recall_log one WHERE one.guild_id = ${guildId} AND one.at = ${recalledAt}) = 1`
}
