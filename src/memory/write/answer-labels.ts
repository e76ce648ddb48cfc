/**
 * Records and lists people's judgments of answers: right, wrong or outdated. Rows hold ids, never anyone's words, so
 * reading needs no viewer.
 */
import { and, desc, eq, sql } from "drizzle-orm"
import type { AnswerLabel } from "../../domain/answer-labels.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { answerLabels } from "../db/schema.ts"
import { personObjects } from "../read/consent-sql.ts"

export type AnswerLabelRow = typeof answerLabels.$inferSelect

/**
 * Records what a person says of an answer; their latest word counts. A repeat changes nothing. Returns false if they
 * do not want to be remembered: then nothing is recorded.
 */
export async function recordAnswerLabel(db: Database, row: AnswerLabelRow): Promise<boolean> {
  const { guildId, messageId, userId, channelId, label, memories, at } = row
  // Raw SQL: drizzle inserts no row that depends on others.
  const [, wished] = await runBatch(db, [
    sql`INSERT INTO answer_labels (guild_id, message_id, user_id, channel_id, label, memories, at)
      SELECT p.guild_id, p.message_id, p.user_id, p.channel_id, p.label, p.memories, p.at FROM (SELECT ${guildId} AS guild_id, ${messageId} AS message_id, ${userId} AS user_id,
        ${channelId} AS channel_id, ${label} AS label, ${JSON.stringify(memories)} AS memories, ${at} AS at) p
      WHERE NOT ${personObjects(guildId, sql`p.user_id`)}
      ON CONFLICT (guild_id, message_id, user_id) DO UPDATE SET label = excluded.label, memories = excluded.memories, at = excluded.at
        WHERE excluded.at >= answer_labels.at`,
    sql`SELECT 1 FROM (SELECT ${userId} AS user_id) p WHERE NOT ${personObjects(guildId, sql`p.user_id`)}`,
  ])
  return (wished?.results.length ?? 0) > 0
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
