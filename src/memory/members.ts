/** Members as known from what was heard: names and consent. */
import { and, eq } from "drizzle-orm"
import type { Id, Person, Time } from "../vocabulary.ts"
import type { Database } from "./database.ts"
import { audit, members } from "./schema.ts"

/** A member, or null if nothing was ever heard from them. */
export async function findMember(db: Database, guildId: Id, id: Id) {
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.id, id)))
  return rows[0] ?? null
}

/** Makes a member known, keeping the name already known. */
export async function meetMember(db: Database, guildId: Id, person: Person, now: Time): Promise<void> {
  await db
    .insert(members)
    .values({ guildId, ...person, seenAt: now })
    .onConflictDoNothing()
}

/** Takes down whether a person wants to be remembered; null takes their word back. */
export async function setConsent(
  db: Database,
  guildId: Id,
  person: Person,
  consent: "in" | "out" | null,
  by: { actor: string; now: Time },
): Promise<void> {
  await db.batch([
    db
      .insert(members)
      .values({ guildId, ...person, consent, seenAt: by.now })
      .onConflictDoUpdate({ target: [members.guildId, members.id], set: { consent } }),
    db.insert(audit).values({
      guildId,
      at: by.now,
      actor: by.actor,
      action: "consent.set",
      target: person.id,
      detail: { consent },
    }),
  ])
}
