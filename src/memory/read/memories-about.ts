/** Selects the live memories about given subjects: the most important and latest of each. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Subject, Viewer } from "../../domain/types.ts"
import { composeQuery, composer, oncePer, readOnce } from "../db/composed.ts"
import type { Database } from "../db/database.ts"
import { memories } from "../db/schema.ts"
import {
  liveAt,
  memoryColumns,
  type ReadMoment,
  readableMemory,
  type SqlMoment,
  viewerProjectionColumn,
} from "./search.ts"
import type { ReadSwitches } from "./switches.ts"

/**
 * Selects the most important and latest memories about each person: `seq`, and `place`, its rank among that
 * person's memories, from 1.
 */
export function topAboutPeople(
  viewer: Viewer,
  people: readonly Id[],
  { each, ...moment }: ReadMoment & { each: number },
): SQL {
  const subjects = people.map((id): Subject => ({ scope: "user", id }))
  const most = sql`${each}`
  return topAbout(viewer, sql`${pairsOf(subjects)}`, { ...moment, each: most, eachGroup: most })
}

function pairsOf(subjects: readonly Subject[]): string {
  return JSON.stringify(subjects.map(({ scope, id }) => [scope, id]))
}

/** `each`: the most memories of each person; `eachGroup`: of each other subject. */
function topAbout(
  viewer: Viewer,
  wanted: SQL,
  { each, eachGroup, ...moment }: SqlMoment & { each: SQL; eachGroup: SQL },
): SQL {
  return sql`SELECT seq, place FROM (SELECT seq, scope, row_number() OVER (PARTITION BY scope, subject_id
        ORDER BY CASE importance WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, last_said_at DESC, seq) AS place
      FROM memories WHERE guild_id = ${viewer.guildId}
        AND (scope, subject_id) IN (SELECT value->>0, value->>1 FROM json_each(${wanted}))
        AND ${liveAt(moment)}
        AND ${readableMemory(viewer)}) WHERE place <= CASE scope WHEN 'user' THEN ${each} ELSE ${eachGroup} END`
}

function composeAbout(viewer: Viewer, switches: ReadSwitches | null) {
  return composeQuery(
    composer
      .select(memoryColumns(viewer))
      .from(topGiven(viewer, switches))
      .innerJoin(memories, sql`memories.seq = r.seq`)
      .orderBy(BY_SUBJECT),
  )
}

/** The memories alone: a window is read with dozens and asks for no evidence. */
const knownTo = oncePer((viewer: Viewer) =>
  composeQuery(
    composer
      .select({ row: memories, asRead: viewerProjectionColumn(viewer) })
      .from(topGiven(viewer, null))
      .innerJoin(memories, sql`memories.seq = r.seq`)
      .orderBy(BY_SUBJECT),
  ),
)

const BY_SUBJECT = sql`memories.subject_id, r.place`

function topGiven(viewer: Viewer, switches: ReadSwitches | null): SQL {
  const given = (name: string): SQL => sql`${sql.placeholder(name)}`
  const moment = { now: given("now"), until: given("until"), switches }
  const most = { each: given("each"), eachGroup: given("eachGroup") }
  return sql`(${topAbout(viewer, given("wanted"), { ...moment, ...most })}) r`
}

/** All windows of a channel are read with one viewer, as long as the guild's structure stays. */
const aboutWithoutSwitches = oncePer((viewer: Viewer) => composeAbout(viewer, null))

type AboutTerms = ReadMoment & { each: number; eachGroup?: number }

/**
 * Returns the live memories about subjects, most important and latest first, the subjects ordered by id. `eachGroup`: the
 * most of a subject that is no person.
 */
export function memoriesAbout(
  db: Database,
  viewer: Viewer,
  subjects: readonly Subject[],
  { switches = null, each, eachGroup = each, ...moment }: AboutTerms,
) {
  // One person's viewer is made for one question.
  const isKept = switches === null && viewer.userId === null
  const about = isKept ? aboutWithoutSwitches(viewer) : composeAbout(viewer, switches)
  return readOnce(db, about({ ...moment, wanted: pairsOf(subjects), each, eachGroup }))
}

/** Returns the read of `memoriesAbout` without evidence. Its rows are for `toMemory`. */
export function knownStatement(
  viewer: Viewer,
  subjects: readonly Subject[],
  { now, until, each, eachGroup = each }: Omit<AboutTerms, "switches">,
) {
  return knownTo(viewer)({ now, until, wanted: pairsOf(subjects), each, eachGroup })
}
