/** Selects what is known of the people in a conversation, by what the viewer may read of it alone. */
import { type SQL, sql } from "drizzle-orm"
import { type Id, LIFETIMES, type Subject, type Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { liveAt, type ReadMoment, readableChannel, readableMemory, viewerProjectionColumn } from "./search.ts"

/** How many facts are read: of each person's profile, of each person's latest, and on the topic in all. */
export interface PeopleFactLimits {
  profile: number
  recent: number
  topical: number
}

/**
 * Selects facts about subjects: of each person the most important and the latest, and of all subjects those that hold
 * most of `topicWords` (lower case). Every order depends on readable statements only, so hidden ones move nothing.
 */
export function peopleFacts(
  viewer: Viewer,
  subjects: readonly Subject[],
  { topicWords, most, ...moment }: ReadMoment & { topicWords: readonly string[]; most: PeopleFactLimits },
): SQL {
  const wanted = JSON.stringify(subjects.map(({ scope, id }) => [scope, id]))
  // Only readers of every statement know the topics: see `projectMemory`.
  const topical = sql`(SELECT count(*) FROM json_each(${JSON.stringify(topicWords)}) word
    WHERE instr(lower(fact), word.value) > 0 OR (of_all AND instr(lower(topics), word.value) > 0))`
  // Materialized, because SQLite would evaluate the projection anew for each of its uses.
  return sql`SELECT seq, 0 AS place FROM (WITH live AS MATERIALIZED (
      SELECT seq, scope, subject_id, fact, topics, importance, expires_at, said_at, last_said_at, ${viewerProjectionColumn(viewer)} AS told
      FROM memories WHERE guild_id = ${viewer.guildId}
        AND (scope, subject_id) IN (SELECT value->>0, value->>1 FROM json_each(${wanted}))
        AND ${liveAt(moment)} AND ${readableMemory(viewer)}),
    read AS MATERIALIZED (SELECT seq, scope, subject_id, fact, topics, coalesce(told->>'all', 1) AS of_all,
        CASE WHEN coalesce(told->>'all', 1) THEN expires_at IS NULL ELSE told->>'lifetime' IS ${LIFETIMES.indexOf("permanent")} END AS lasting,
        CASE WHEN coalesce(told->>'all', 1) THEN CASE importance WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END
          ELSE coalesce(told->>'importance', 0) END AS weight,
        coalesce(told->>'saidAt', said_at) AS first, coalesce(told->>'lastSaidAt', last_said_at) AS last FROM live),
    rated AS MATERIALIZED (SELECT *, ${topical} AS topical FROM read)
    SELECT seq, scope, topical,
      row_number() OVER (PARTITION BY scope, subject_id ORDER BY lasting DESC, weight DESC, last DESC, fact) AS of_profile,
      row_number() OVER (PARTITION BY scope, subject_id ORDER BY first DESC, fact) AS of_recent,
      row_number() OVER (ORDER BY topical DESC, weight DESC, last DESC, fact) AS of_topic FROM rated)
    WHERE (scope = 'user' AND (of_profile <= ${most.profile} OR of_recent <= ${most.recent}))
      OR (topical > 0 AND of_topic <= ${most.topical})`
}

/**
 * Returns the names and topics of a channel, of a thread's channel and of the category, and the names of a forum post's
 * tags, as far as the viewer may read these channels.
 */
export async function channelTopic(db: Database, viewer: Viewer, channelId: Id): Promise<string> {
  // Raw SQL: a channel's ancestors and its tags in one round trip. Drizzle knows no recursive queries.
  const rows = await db.all<{ hint: string }>(
    sql`WITH RECURSIVE above(id, parent_id, name, topic, tags, level) AS (
        SELECT id, parent_id, name, topic, tags, 0 FROM channels WHERE guild_id = ${viewer.guildId} AND id = ${channelId}
        UNION ALL SELECT c.id, c.parent_id, c.name, c.topic, c.tags, level + 1 FROM channels c
          JOIN above ON c.id = above.parent_id WHERE c.guild_id = ${viewer.guildId} AND level < 2)
      SELECT coalesce(name, '') || ' ' || coalesce(topic, '') || ' ' ||
          coalesce((SELECT group_concat(tag.value->>'name', ' ') FROM json_each(tags) tag WHERE tag.type = 'object' AND tag.value->>'id' IN
            (SELECT applied.value FROM above post, json_each(post.tags) applied WHERE post.level = 0 AND applied.type = 'text')), '') AS hint
      FROM above WHERE ${readableChannel(viewer, sql`id`)} ORDER BY level`,
  )
  return rows.map(({ hint }) => hint).join(" ")
}
