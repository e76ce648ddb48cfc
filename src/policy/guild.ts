/** A guild's settings and policy in the database: read together, written with an audit row. */
import { and, eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Time } from "../domain/types.ts"
import { type Attributions, attributionsColumn, parseAttributions } from "../identity/attributions.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { guilds, policies } from "../memory/db/schema.ts"
import { guildHasObjectors } from "../memory/read/consent-sql.ts"
import { type AuditActor, auditRow } from "../memory/write/audit.ts"
import { DEFAULT_POLICY, type Policy, PolicySchema } from "./policy.ts"
import { type ChannelMode, DEFAULT_SETTINGS, type GuildSettings, SettingsSchema } from "./settings.ts"
import { parseTrial, type RunningTrial, trialColumn, trialStamp } from "./trial.ts"
import { endTrialStatements, POLICY_CHANGED } from "./trial-end.ts"

export interface Guild {
  id: Id
  settings: GuildSettings
  policy: Policy
  policyVersion: number
  /** When the guild will be erased; `null` if it stays. */
  leavingAt: Time | null
  /** True while a backup is restored: nothing may be read. */
  restoring: boolean
  /** Accounts that speak for other people, if the guild reads by person. */
  attributions: Attributions
  /** The trial of a candidate policy; `null` if none runs. */
  trial: RunningTrial | null
  /** Cache stamp of settings, policy, trial and channels: it changes if any of them does. */
  stamp: string
}

/**
 * Cache stamp of settings, policy, trial, channels, objections and attributions: it changes if any of them does. An erased
 * guild that returns counts from 0 again; its creation time tells the two apart. For a row of `guilds`.
 */
export const stampOf = (guildId: Id) =>
  sql<string>`(guilds.created_at || ':' || guilds.structure || ':' || guilds.policy_version || ':' || guilds.settings || ':' || ${guildHasObjectors}
    || ':' || coalesce(${attributionsColumn(guildId)}, '') || ':' || ${trialStamp(guildId)})`

/** Builds the query for one guild, so that it can join a batch; `guildFromRows` reads its rows. */
export function guildQuery(db: Database, guildId: Id) {
  return db
    .select({
      id: guilds.id,
      settings: guilds.settings,
      policyVersion: guilds.policyVersion,
      policy: policies.body,
      leavingAt: guilds.leavingAt,
      restoring: guilds.restoring,
      attributions: attributionsColumn(guildId),
      trial: trialColumn(guildId),
      stamp: stampOf(guildId),
    })
    .from(guilds)
    .leftJoin(policies, and(eq(policies.guildId, guilds.id), eq(policies.version, guilds.policyVersion)))
    .where(eq(guilds.id, guildId))
}

/** Reads a guild's name and icon, as far as they are known, and when it was first known; `null` for an unknown guild. */
export async function guildFacts(
  db: Database,
  guildId: Id,
): Promise<{ name: string | null; icon: string | null; since: Time } | null> {
  const rows = await db
    .select({ name: guilds.name, icon: guilds.icon, since: guilds.createdAt })
    .from(guilds)
    .where(eq(guilds.id, guildId))
  return rows[0] ?? null
}

type GuildRows = Awaited<ReturnType<typeof guildQuery>>

/**
 * Reads the rows of `guildQuery`; `null` if the guild is unknown. Documents of an older shape get the
 * defaults they lack.
 */
export function guildFromRows(rows: GuildRows): Guild | null {
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    settings: SettingsSchema.parse(row.settings),
    policy: row.policy === null ? DEFAULT_POLICY : PolicySchema.parse(row.policy),
    policyVersion: row.policyVersion,
    leavingAt: row.leavingAt,
    restoring: row.restoring === true,
    attributions: parseAttributions(row.attributions),
    trial: parseTrial(row.trial),
    stamp: row.stamp,
  }
}

export async function isKnownGuild(db: Database, guildId: Id): Promise<boolean> {
  return (await guildQuery(db, guildId)).length > 0
}

/** Builds the query for a guild's stamp alone; no row if the guild is unknown. */
export function stampQuery(guildId: Id): SQL {
  return sql`SELECT ${stampOf(guildId)} AS stamp FROM guilds WHERE id = ${guildId}`
}

/** Builds the statement that adds a guild; does nothing if it is known. `mode`: the default mode of its channels. */
export function openGuild(db: Database, guildId: Id, { now, mode }: { now: Time; mode: ChannelMode }) {
  const settings = { ...DEFAULT_SETTINGS, channels: { ...DEFAULT_SETTINGS.channels, default: mode } }
  return db
    .insert(guilds)
    .values({ id: guildId, settings, policyVersion: 0, writes: 0, createdAt: now })
    .onConflictDoNothing()
}

export async function putSettings(db: Database, guildId: Id, settings: GuildSettings, by: AuditActor) {
  await db.batch([
    openGuild(db, guildId, { now: by.now, mode: "full" }),
    db.update(guilds).set({ settings }).where(eq(guilds.id, guildId)),
    auditRow(db, by, { guildId, action: "settings.put", target: guildId, detail: settings }),
  ])
}

/** `mode`: the default mode of a guild's channels, if the guild is new. */
export interface NewGuildActor extends AuditActor {
  mode: ChannelMode
  /** Why the policy changes, in at most 200 characters. */
  note?: string | null
}

/** Adds a policy version, puts it in force and ends a running trial. Returns its number, counted from 1. */
export async function putPolicy(
  db: Database,
  guildId: Id,
  policy: Policy,
  by: NewGuildActor,
): Promise<number> {
  const latest = sql`(SELECT max(version) FROM policies WHERE guild_id = ${guildId})`
  const results = await runBatch(db, [
    openGuild(db, guildId, by),
    // The batch itself takes the next number, so two concurrent writers get two versions.
    sql`INSERT INTO policies (guild_id, version, body, actor, created_at, note)
      SELECT ${guildId}, coalesce(max(version), 0) + 1, ${JSON.stringify(policy)}, ${by.actor}, ${by.now}, ${by.note ?? null} FROM policies WHERE guild_id = ${guildId}`,
    ...endTrialStatements(guildId, by, POLICY_CHANGED),
    auditRow(db, by, { guildId, action: "policy.put", target: guildId, detail: policy }),
    sql`UPDATE guilds SET policy_version = ${latest} WHERE id = ${guildId} RETURNING policy_version AS version`,
  ])
  const [row] = z.tuple([z.object({ version: z.int() })]).parse(results.at(-1)?.results)
  return row.version
}
