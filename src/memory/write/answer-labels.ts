/**
 * Records and lists people's judgments of answers: right, wrong or outdated. Rows hold ids, never anyone's words, so
 * reading needs no viewer.
 */
import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import type { AnswerLabel } from "../../domain/answer-labels.ts"
import type { RecallVerdict } from "../../domain/recalls.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { answerLabels } from "../db/schema.ts"
import { personConsents } from "../read/consent-sql.ts"
import { labelClaims } from "./claim-labels.ts"
import { answerFeedback } from "./recall-log.ts"

/** A judgment of an answer as one of its recall: what is outdated was right, and did not help. */
const VERDICTS: Record<AnswerLabel, RecallVerdict> = { right: "useful", wrong: "wrong", outdated: "useless" }

export type AnswerLabelRow = typeof answerLabels.$inferSelect

/**
 * Records what a person says of an answer, and labels the claims behind it and the recall of that time, if that was
 * logged; their latest word counts. A repeat changes nothing. Ids of memories that are gone are left out. Returns false if they do not want to be remembered: then nothing is recorded.
 */
export async function recordAnswerLabel(
  db: Database,
  row: AnswerLabelRow,
  recalledAt: Time | null,
): Promise<boolean> {
  const { guildId, messageId, userId, channelId, label, memories, at } = row
  // Raw SQL: drizzle inserts no row that depends on others.
  const isLatest = sql`EXISTS (SELECT 1 FROM answer_labels one WHERE one.guild_id = ${guildId} AND one.message_id = ${messageId}
    AND one.user_id = ${userId} AND one.label = ${label} AND one.at = ${at})`
  const labeled = memories.map((id) => ({ id, label }))
  const [, wished] = await runBatch(db, [
    sql`INSERT INTO answer_labels (guild_id, message_id, user_id, channel_id, label, memories, at)
      SELECT p.guild_id, p.message_id, p.user_id, p.channel_id, p.label, p.memories, p.at FROM (SELECT ${guildId} AS guild_id, ${messageId} AS message_id, ${userId} AS user_id,
        ${channelId} AS channel_id, ${label} AS label, (SELECT json_group_array(one.value) FROM json_each(${JSON.stringify(memories)}) one WHERE EXISTS (SELECT 1 FROM memories m WHERE m.id = one.value)) AS memories, ${at} AS at) p
      WHERE ${personConsents(guildId, sql`p.user_id`)}
      ON CONFLICT (guild_id, message_id, user_id) DO UPDATE SET label = excluded.label, memories = excluded.memories, at = excluded.at
        WHERE excluded.at >= answer_labels.at`,
    sql`SELECT 1 FROM (SELECT ${userId} AS user_id) p WHERE ${personConsents(guildId, sql`p.user_id`)}`,
    ...labelClaims(guildId, labeled, { now: at, condition: isLatest }),
    ...(recalledAt === null
      ? []
      : [answerFeedback(guildId, recalledAt, { verdict: VERDICTS[label], at, condition: isLatest })]),
  ])
  return (wished?.results.length ?? 0) > 0
}

/** Removes from a guild's labels the ids of memories that are gone: an id is a hash of their words. */
export function unlinkGoneMemories(guildId: Id): SQL {
  // Raw SQL: a list inside a column.
  return sql`UPDATE answer_labels SET memories = (SELECT json_group_array(one.value) FROM json_each(memories) one
      WHERE EXISTS (SELECT 1 FROM memories m WHERE m.id = one.value))
    WHERE guild_id = ${guildId} AND EXISTS (SELECT 1 FROM json_each(memories) one WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = one.value))`
}

export interface AnswerLabelPage {
  label: AnswerLabel | null
  /** The last row of the previous page. */
  before: { at: Time; messageId: Id; userId: Id } | null
  limit: number
}

/** Returns what people said of a guild's answers, latest first. */
export function listAnswerLabels(
  db: Database,
  guildId: Id,
  { label, before, limit }: AnswerLabelPage,
): Promise<AnswerLabelRow[]> {
  const { at, messageId, userId } = answerLabels
  return db
    .select()
    .from(answerLabels)
    .where(
      and(
        eq(answerLabels.guildId, guildId),
        label === null ? undefined : eq(answerLabels.label, label),
        before === null
          ? undefined
          : sql`(${at}, ${messageId}, ${userId}) < (${before.at}, ${before.messageId}, ${before.userId})`,
      ),
    )
    .orderBy(desc(at), desc(messageId), desc(userId))
    .limit(limit)
}
