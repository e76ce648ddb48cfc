/** Members as known from what was heard: their names and what they said of consent. */
import { and, eq, sql } from "drizzle-orm"
import type { Id, Person, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { members } from "../db/schema.ts"
import { tellable } from "./silence.ts"

/** A member, or null if nothing was ever heard from them. */
export async function findMember(db: Database, guildId: Id, id: Id) {
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.id, id)))
  return rows[0] ?? null
}

/** A member as this viewer may be told of them: whoever objects, or was erased, has no name. null if nothing was ever heard from them. */
export async function memberFor(db: Database, viewer: Viewer, id: Id): Promise<Person | null> {
  const shown = sql<string>`CASE WHEN name <> '' AND ${tellable(viewer, sql`members.id`)} THEN name ELSE 'someone' END`
  const rows = await db
    .select({ id: members.id, name: shown })
    .from(members)
    .where(and(eq(members.guildId, viewer.guildId), eq(members.id, id)))
  return rows[0] ?? null
}

/** Makes a member known, keeping the name already known. */
export async function meetMember(db: Database, guildId: Id, person: Person, now: Time): Promise<void> {
  await db
    .insert(members)
    .values({ guildId, ...person, seenAt: now })
    .onConflictDoNothing()
}
