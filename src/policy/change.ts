/**
 * Changes single fields of a guild's settings or policy while others may change other fields. Each change is
 * computed from the stored value and written only if that is still the same.
 */
import { eq, sql } from "drizzle-orm"
import { z } from "zod"
import { Refused } from "../domain/errors.ts"
import { fieldProblems } from "../domain/field-problems.ts"
import type { Id } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { guilds } from "../memory/db/schema.ts"
import { type AuditActor, type AuditEntry, auditRowIf } from "../memory/write/audit.ts"
import { guildFromRows, guildQuery } from "./guild.ts"
import { type Policy, PolicySchema } from "./policy.ts"
import { type GuildSettings, SettingsSchema } from "./settings.ts"
import { endTrialStatements, POLICY_CHANGED } from "./trial-end.ts"

const ATTEMPTS = 5

/** The author and time of a change, and the interaction id that caused it, which identifies a replay. */
export interface Cause {
  by: AuditActor
  cause: string
}

/**
 * Applies a change to the settings. Two concurrent changes of different fields both take effect. A replay
 * with the same cause changes nothing, so later changes by others stay. Throws `Refused`.
 */
export async function changeSettings(
  db: Database,
  guildId: Id,
  change: (settings: GuildSettings) => GuildSettings,
  { by, cause, detail }: Cause & { detail: Record<string, string | number | boolean | null> },
): Promise<GuildSettings> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const rows = await db.select({ raw: sql<string>`settings` }).from(guilds).where(eq(guilds.id, guildId))
    const raw = rows[0]?.raw
    if (raw === undefined) throw new Refused({ reason: "unknown_guild", guildId })
    const before = SettingsSchema.parse(JSON.parse(raw))
    const after = validated(SettingsSchema, change(before))
    const deed = {
      guildId,
      action: "settings.change" as const,
      target: guildId,
      detail: { ...detail, cause },
    }
    if (isEqual(before, after) || (await wasDone(db, deed, { by, cause }))) return before
    const results = await runBatch(db, [
      auditRowIf(sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND settings = ${raw})`, by, deed),
      sql`UPDATE guilds SET settings = ${JSON.stringify(after)} WHERE id = ${guildId} AND settings = ${raw} RETURNING id`,
    ])
    if (results.at(-1)?.results.length === 1) return after
  }
  throw new Refused({ reason: "busy" })
}

/**
 * `stale`: another version than expected is in force, and nothing was changed. `endedTrial`: the id of the trial that
 * the change ended; `null` if none ran.
 */
export interface PolicyChange {
  kind: "changed" | "same" | "stale"
  policy: Policy
  version: number
  endedTrial: string | null
}

/**
 * Like `changeSettings`, for the policy: adds a version made from the one in force, with a note of at most 200
 * characters, and ends a running trial. With `expected`, only if that version is in force.
 */
export async function changePolicy(
  db: Database,
  guildId: Id,
  change: (policy: Policy) => Policy,
  { by, cause, expected = null, note = null }: Cause & { expected?: number | null; note?: string | null },
): Promise<PolicyChange> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const guild = guildFromRows(await guildQuery(db, guildId))
    if (guild === null) throw new Refused({ reason: "unknown_guild", guildId })
    const { policy, policyVersion: version } = guild
    const after = validated(PolicySchema, change(policy))
    const deed = { guildId, action: "policy.put" as const, target: guildId, detail: { ...after, cause } }
    const isStale = expected !== null && expected !== version
    if (!isStale && isEqual(policy, after)) return { kind: "same", policy, version, endedTrial: null }
    if (await wasDone(db, deed, { by, cause })) return { kind: "same", policy, version, endedTrial: null }
    if (isStale) return { kind: "stale", policy, version, endedTrial: null }
    const landed = await landPolicy(db, deed, { after, version, note, by })
    if (landed !== null) return { kind: "changed", policy: after, ...landed }
  }
  throw new Refused({ reason: "busy" })
}

/** Returns the new version and the trial that it ended; `null` if another version came into force in the meantime. */
async function landPolicy(
  db: Database,
  deed: AuditEntry,
  { after, version, note, by }: { after: Policy; version: number; note: string | null; by: AuditActor },
): Promise<Pick<PolicyChange, "version" | "endedTrial"> | null> {
  const { guildId } = deed
  const isCurrent = sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND policy_version = ${version})`
  const latest = sql`(SELECT max(version) FROM policies WHERE guild_id = ${guildId})`
  const endTrial = endTrialStatements(guildId, by, { ...POLICY_CHANGED, condition: isCurrent })
  const results = await runBatch(db, [
    auditRowIf(isCurrent, by, deed),
    ...endTrial,
    sql`INSERT INTO policies (guild_id, version, body, actor, created_at, note)
      SELECT ${guildId}, coalesce(${latest}, 0) + 1, ${JSON.stringify(after)}, ${by.actor}, ${by.now}, ${note} WHERE ${isCurrent}`,
    // Last, because the statements before compare with the former version.
    sql`UPDATE guilds SET policy_version = ${latest} WHERE id = ${guildId} AND policy_version = ${version} RETURNING policy_version AS version`,
  ])
  const rows = z.array(z.object({ version: z.int() })).parse(results.at(-1)?.results)
  if (rows[0] === undefined) return null
  // The last of the statements that end a trial returns its id.
  const ended = z.array(z.object({ id: z.string() })).parse(results[endTrial.length]?.results)
  return { version: rows[0].version, endedTrial: ended[0]?.id ?? null }
}

async function wasDone(
  db: Database,
  { guildId, action }: AuditEntry,
  { by, cause }: Cause,
): Promise<boolean> {
  // By time, which has an index: a replay has the same one.
  const rows = await db.all(sql`SELECT 1 FROM audit WHERE guild_id = ${guildId} AND at = ${by.now}
    AND action = ${action} AND detail->>'cause' = ${cause} LIMIT 1`)
  return rows.length > 0
}

/** Parses a policy; throws `Refused` with the fields that are wrong, each below `root`. */
export function parsePolicy(value: unknown, root: string): Policy {
  return validated(PolicySchema, value, [root])
}

function validated<T>(schema: z.ZodType<T>, value: unknown, root: readonly string[] = []): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap((issue) => fieldProblems(issue, root))
  throw new Refused({ reason: "invalid", issues: issues.slice(0, 20) })
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
