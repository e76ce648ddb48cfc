/** Finds people by what they are called beside their display name, from facts that the viewer may read. */
import { sql } from "drizzle-orm"
import type { Id, Person, Viewer } from "../../domain/types.ts"
import { queryTerms } from "../../text/stems.ts"
import type { Database } from "../db/database.ts"
import { members, memories } from "../db/schema.ts"
import { mentionable } from "./consent-sql.ts"
import { readableMemory } from "./search.ts"

/** Words of which one is in every fact that gives a nickname. */
const NAMING_WORDS =
  "go goes called call nickname known name aka spitzname genannt heißt apodo llaman surnom appelle apelido chamam"
const MOST_FACTS = 200

/** "Ana goes by Annie", "Kai's nickname is Ace", "Bo wird Bobby genannt". */
const NAMING =
  /(?:go(?:es)? by|call me|(?:is |prefers to be |likes to be |wants to be )?(?:also )?(?:called|known as|nicknamed)|nickname is|aka|Spitzname ist|wird|le dicen|le llaman|(?:su )?apodo es|surnom est|se fait appeler|(?:o )?apelido é|é chamad[oa](?: de)?)\s+["“„«']?(?<name>[\p{L}\p{N}][\p{L}\p{N}_.-]{1,30})["”“»']?/iu

/**
 * Returns the people called by one of these names, compared without case. A person is found only by a fact in force
 * that the viewer may read.
 */
export async function peopleCalled(
  db: Database,
  viewer: Viewer,
  names: readonly string[],
): Promise<Person[]> {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  if (wanted.size === 0) return []
  const terms = queryTerms(viewer.guildId, NAMING_WORDS).map((term) => `"${term}"`)
  const rows = await db
    .select({ fact: memories.fact, id: sql<Id>`members.id`, name: sql<string>`members.name` })
    .from(
      sql`(SELECT rowid AS seq FROM memory_terms WHERE terms MATCH ${terms.join(" OR ")} LIMIT ${MOST_FACTS}) found`,
    )
    .innerJoin(memories, sql`memories.seq = found.seq`)
    .innerJoin(members, sql`members.guild_id = memories.guild_id AND members.id = memories.subject_id`)
    .where(
      sql`memories.guild_id = ${viewer.guildId} AND memories.scope = 'user' AND memories.status = 'active'
        AND ${readableMemory(viewer)} AND ${mentionable(viewer, sql`members.id`)}`,
    )
  const called = rows.filter(({ fact }) => wanted.has(NAMING.exec(fact)?.groups?.name?.toLowerCase() ?? ""))
  return [...new Map(called.map(({ id, name }) => [id, { id, name }])).values()]
}
