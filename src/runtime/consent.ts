/** Changes of consent, recorded in the journal that outlives the database before they take effect. */

import { DEPLOYMENT } from "../domain/ids.ts"
import type { Id } from "../domain/types.ts"
import { journalConsent } from "../erasure/wake.ts"
import { guildDatabase } from "../memory/db/database.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { setConsent, setObjection } from "../privacy/consent.ts"

type Journal = Pick<Env, "DB" | "ERASERS">

/** Records whether a person wants to be remembered in a guild. Throws, and changes nothing, in an outage. */
export async function changeConsent(
  env: Journal,
  guildId: Id,
  said: Parameters<typeof setConsent>[2],
  by: AuditActor,
): Promise<void> {
  const entry = { kind: "consent", target: said.person.id, at: by.now, value: said.consent } as const
  await journalConsent(env, guildId, entry)
  await setConsent(guildDatabase(env, guildId), guildId, said, by)
}

/** Records, or withdraws, a person's objection to the whole deployment. Throws in an outage, as above. */
export async function changeObjection(
  env: Journal,
  userId: Id,
  objects: boolean,
  by: AuditActor,
): Promise<void> {
  const value = objects ? "out" : null
  await journalConsent(env, DEPLOYMENT, { kind: "objection", target: userId, at: by.now, value })
  await setObjection(guildDatabase(env, DEPLOYMENT), userId, objects, by)
}
