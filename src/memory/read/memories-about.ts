/** Selects the live memories about given subjects: the most important and latest of each. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Subject, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { memories } from "../db/schema.ts"
import { liveAt, memoryColumns, type ReadMoment, readableMemory } from "./search.ts"

/**
 * Selects the most important and latest memories about each person: `seq`, and `place`, its rank among that
 * person's memories, from 1.
 */
export function topAboutPeople(
  viewer: Viewer,
  people: readonly Id[],
  terms: ReadMoment & { each: number },
): SQL {
  const subjects = people.map((id): Subject => ({ scope: "user", id }))
  return topAbout(viewer, subjects, terms)
}

/** The most memories of each person, and of each other subject. */
type PerSubject = { each: number; eachGroup?: number }

function topAbout(
  viewer: Viewer,
  subjects: readonly Subject[],
  { each, eachGroup = each, ...moment }: ReadMoment & PerSubject,
): SQL {
  const wanted = JSON.stringify(subjects.map(({ scope, id }) => [scope, id]))
  return sql`SELECT seq, place FROM (SELECT seq, scope, row_number() OVER (PARTITION BY scope, subject_id
        ORDER BY CASE importance WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, last_said_at DESC, seq) AS place
      FROM memories WHERE guild_id = ${viewer.guildId}
        AND (scope, subject_id) IN (SELECT value->>0, value->>1 FROM json_each(${wanted}))
        AND ${liveAt(moment)}
        AND ${readableMemory(viewer)}) WHERE place <= CASE scope WHEN 'user' THEN ${each} ELSE ${eachGroup} END`
}

/** Returns live memories about subjects, most important and latest first, the subjects ordered by id. */
export function memoriesAbout(
  db: Database,
  viewer: Viewer,
  subjects: readonly Subject[],
  terms: ReadMoment & PerSubject,
) {
  return db
    .select(memoryColumns(viewer))
    .from(sql`(${topAbout(viewer, subjects, terms)}) r`)
    .innerJoin(memories, sql`memories.seq = r.seq`)
    .orderBy(sql`memories.subject_id, r.place`)
}
