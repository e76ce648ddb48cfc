/** Sessions of the dashboard in the database. A row holds the hash of the browser's id, so that reading the table signs nobody in. */
import { desc, eq, sql } from "drizzle-orm"
import { DAY, MINUTE } from "../../domain/calendar.ts"
import { sha256 } from "../../domain/hash.ts"
import type { Id, Time } from "../../domain/types.ts"
import { deploymentDatabase } from "../../memory/db/health-queries.ts"
import { dashboardSessions } from "../../memory/db/schema.ts"

type Bindings = { DB: D1Database }

/** A session ends this long after its last use, and this long after sign-in however much it is used. */
const IDLE_MS = 7 * DAY
export const SESSION_MS = 30 * DAY
/** The use of a session is recorded at most this often. */
const RECORDED_EVERY_MS = 5 * MINUTE
/** The most sessions of one person. A further sign-in ends the one used longest ago. */
const MOST = 20

/** The person who signed in, as Discord named them then. */
export interface SignedInPerson {
  id: Id
  name: string
  /** Discord's hash of their picture; null if they have none. */
  avatar: string | null
  /** Their guilds that this deployment knew. */
  guilds: readonly { id: Id; name: string }[]
}

export interface PersonSession extends SignedInPerson {
  /** Such as "Firefox on Windows"; null if it is not known. */
  browser: string | null
  /** SHA-256 of the browser's id. */
  idHash: string
  createdAt: Time
  usedAt: Time
  expiresAt: Time
}

/** Creates a session and returns the id for the browser, 256 random bits. */
export async function startSession(
  bindings: Bindings,
  { id: userId, name, avatar, guilds, browser }: SignedInPerson & Pick<PersonSession, "browser">,
  now: Time,
): Promise<string> {
  const id = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
  const db = deploymentDatabase(bindings)
  const row = { idHash: sha256(id), userId, name, avatar, browser, guilds: [...guilds] }
  await db.insert(dashboardSessions).values({ ...row, createdAt: now, usedAt: now, expiresAt: now + IDLE_MS })
  await db.run(
    sql`DELETE FROM dashboard_sessions WHERE user_id = ${userId} AND id_hash NOT IN
      (SELECT id_hash FROM dashboard_sessions WHERE user_id = ${userId} ORDER BY used_at DESC LIMIT ${MOST})`,
  )
  return id
}

/** Returns the session of a browser's id; `null` if it is unknown, ended or expired. Records the use now and then. */
export async function findSession(bindings: Bindings, id: string, now: Time): Promise<PersonSession | null> {
  const db = deploymentDatabase(bindings)
  const idHash = sha256(id)
  const [row] = await db.select().from(dashboardSessions).where(eq(dashboardSessions.idHash, idHash))
  if (!row || row.expiresAt <= now) return null
  if (now - row.usedAt >= RECORDED_EVERY_MS) {
    const expiresAt = Math.min(row.createdAt + SESSION_MS, now + IDLE_MS)
    await db.run(
      sql`UPDATE dashboard_sessions SET used_at = ${now}, expires_at = ${expiresAt} WHERE id_hash = ${idHash}`,
    )
  }
  return toSession(row)
}

/** Returns a person's sessions that have not expired, last used first. */
export async function sessionsOf(bindings: Bindings, userId: Id, now: Time): Promise<PersonSession[]> {
  const rows = await deploymentDatabase(bindings)
    .select()
    .from(dashboardSessions)
    .where(sql`user_id = ${userId} AND expires_at > ${now}`)
    .orderBy(desc(dashboardSessions.usedAt))
  return rows.map(toSession)
}

/** Ends a session of this person, or all of them. */
export async function endSessions(
  bindings: Bindings,
  { userId, idHash }: { userId: Id; idHash: string | "all" },
): Promise<void> {
  const which = idHash === "all" ? sql`1` : sql`id_hash = ${idHash}`
  await deploymentDatabase(bindings).run(
    sql`DELETE FROM dashboard_sessions WHERE user_id = ${userId} AND ${which}`,
  )
}

function toSession({ userId, ...row }: typeof dashboardSessions.$inferSelect): PersonSession {
  return { ...row, id: userId }
}
