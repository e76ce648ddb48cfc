/** A guild's trials: starting one, moving it on, ending it, and reading them. Each change lands once or not at all. */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { Refused } from "../domain/errors.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { parseStored } from "../memory/db/json-column.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { type Cause, parsePolicy } from "./change.ts"
import { type Guardrails, GuardrailsSchema } from "./guardrails.ts"
import { type Guild, guildFromRows, guildQuery } from "./guild.ts"
import { unsafeChanges } from "./lab/safety.ts"
import { mergePatch, type PolicyPatch } from "./patch.ts"
import type { Policy } from "./policy.ts"
import { TRIAL_STAGES, type TrialStage } from "./trial.ts"
import { endTrialStatements, TRIAL_OUTCOMES, type TrialEnd, type TrialOutcome } from "./trial-end.ts"
import { findVersion, policyChanges, requireVersion } from "./versions.ts"

export interface Trial {
  id: string
  /** The versions of the candidate and of the policy it is compared with. */
  version: number
  baseVersion: number
  stage: TrialStage
  share: number
  guardrails: Guardrails
  author: string
  startedAt: Time
  stageAt: Time
  endedAt: Time | null
  endedBy: string | null
  outcome: TrialOutcome | null
  reason: string | null
  /** The candidate's note. */
  note: string | null
}

const TrialRow = z.object({
  id: z.string(),
  version: z.int(),
  baseVersion: z.int(),
  stage: z.enum(TRIAL_STAGES),
  share: z.number(),
  guardrails: z
    .string()
    .transform((stored) => GuardrailsSchema.catch(GuardrailsSchema.parse({})).parse(parseStored(stored, {}))),
  author: z.string(),
  startedAt: z.int(),
  stageAt: z.int(),
  endedAt: z.int().nullable(),
  endedBy: z.string().nullable(),
  outcome: z.enum(TRIAL_OUTCOMES).nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
})

async function trialsWhere(db: Database, guildId: Id, condition: SQL): Promise<Trial[]> {
  const rows = await db.all(
    sql`SELECT t.id, t.version, base_version AS baseVersion, stage, share, guardrails, t.actor AS author, started_at AS startedAt,
        stage_at AS stageAt, ended_at AS endedAt, ended_by AS endedBy, outcome, reason, p.note
      FROM policy_trials t LEFT JOIN policies p ON p.guild_id = t.guild_id AND p.version = t.version
      WHERE t.guild_id = ${guildId} AND ${condition}`,
  )
  return rows.map((row) => TrialRow.parse(row))
}

/** Lists a guild's trials, latest first. */
export function listTrials(
  db: Database,
  guildId: Id,
  { before, limit }: { before: { at: Time; id: string } | null; limit: number },
): Promise<Trial[]> {
  const isNext = before === null ? sql`true` : sql`(started_at, id) < (${before.at}, ${before.id})`
  return trialsWhere(db, guildId, sql`${isNext} ORDER BY started_at DESC, t.id DESC LIMIT ${limit}`)
}

/** Returns a trial; throws `Refused` if there is none. */
export async function requireTrial(db: Database, guildId: Id, id: string): Promise<Trial> {
  const [found] = await trialsWhere(db, guildId, sql`t.id = ${id}`)
  if (found === undefined) throw new Refused({ reason: "unknown_trial", trialId: id })
  return found
}

/** Returns the trial that runs; `null` if none does. */
export async function runningTrial(db: Database, guildId: Id): Promise<Trial | null> {
  const [found] = await trialsWhere(db, guildId, sql`ended_at IS NULL`)
  return found ?? null
}

/** Returns the latest trial that a guardrail or an alarm ended after `since`; `null` if none was. */
export async function lastRollback(db: Database, guildId: Id, since: Time): Promise<Trial | null> {
  const [found] = await trialsWhere(
    db,
    guildId,
    sql`outcome = 'rolled_back' AND ended_at > ${since} ORDER BY ended_at DESC LIMIT 1`,
  )
  return found ?? null
}

export interface NewTrial {
  /** A patch to the policy in force, or the number of a version. */
  candidate: { patch: PolicyPatch } | { version: number }
  note: string | null
  stage: TrialStage
  share: number
  guardrails: Guardrails
}

/**
 * Stores a candidate as a version of its own and starts its trial. A repeat with the same cause returns the same trial.
 * Throws `Refused`: the candidate is less safe than the policy in force, or equal to it, or a trial is running.
 */
export async function createTrial(
  db: Database,
  guildId: Id,
  { candidate, note, stage, share, guardrails }: NewTrial,
  { by, cause }: Cause,
): Promise<Trial> {
  const id = `t_${hashOf([guildId, cause])}`
  const guild = await requireGuild(db, guildId)
  const [known] = await trialsWhere(db, guildId, sql`t.id = ${id}`)
  if (known) return known
  const policy = await candidatePolicy(db, guild, candidate)
  const base = guild.policyVersion
  const mayStart = sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND policy_version = ${base})
    AND NOT EXISTS (SELECT 1 FROM policy_trials WHERE guild_id = ${guildId} AND (ended_at IS NULL OR id = ${id}))`
  const latest = sql`(SELECT max(version) FROM policies WHERE guild_id = ${guildId})`
  await runBatch(db, [
    auditRowIf(mayStart, by, {
      guildId,
      action: "trial.start",
      target: id,
      detail: { stage, share, base, cause },
    }),
    sql`INSERT INTO policies (guild_id, version, body, actor, created_at, note, candidate)
      SELECT ${guildId}, coalesce(${latest}, 0) + 1, ${JSON.stringify(policy)}, ${by.actor}, ${by.now}, ${note}, 1 WHERE ${mayStart}`,
    sql`INSERT INTO policy_trials (guild_id, id, version, base_version, stage, share, guardrails, actor, started_at, stage_at)
      SELECT ${guildId}, ${id}, ${latest}, ${base}, ${stage}, ${share}, ${JSON.stringify(guardrails)}, ${by.actor}, ${by.now}, ${by.now}
      WHERE ${mayStart}`,
  ])
  const [started] = await trialsWhere(db, guildId, sql`t.id = ${id}`)
  if (started) return started
  const running = await runningTrial(db, guildId)
  if (running) throw new Refused({ reason: "trial_running", trialId: running.id })
  throw new Refused({ reason: "policy_changed", version: (await requireGuild(db, guildId)).policyVersion })
}

async function candidatePolicy(db: Database, guild: Guild, given: NewTrial["candidate"]): Promise<Policy> {
  const policy =
    "version" in given
      ? (await requireVersion(db, guild.id, given.version)).policy
      : parsePolicy(mergePatch(guild.policy, given.patch), "body.candidate")
  if (policyChanges(guild.policy, policy).length === 0) {
    const issue = { field: "body.candidate", problem: "is the policy in force already" }
    throw new Refused({ reason: "invalid", issues: [issue] })
  }
  const fields = unsafeChanges(guild.policy, policy)
  if (fields.length > 0) throw new Refused({ reason: "unsafe_candidate", fields })
  return policy
}

async function requireGuild(db: Database, guildId: Id): Promise<Guild> {
  const guild = guildFromRows(await guildQuery(db, guildId))
  if (guild === null) throw new Refused({ reason: "unknown_guild", guildId })
  return guild
}

/** Lets the candidate of a running trial decide a share of windows and recalls; again with another share changes it. */
export async function rollOutTrial(
  db: Database,
  guildId: Id,
  { id, share }: { id: string; share: number },
  by: AuditActor,
): Promise<Trial> {
  const isRunning = sql`EXISTS (SELECT 1 FROM policy_trials WHERE guild_id = ${guildId} AND id = ${id} AND ended_at IS NULL
    AND (stage <> 'rollout' OR share <> ${share}))`
  await runBatch(db, [
    auditRowIf(isRunning, by, { guildId, action: "trial.rollout", target: id, detail: { share } }),
    sql`UPDATE policy_trials SET stage = 'rollout', share = ${share}, stage_at = iif(stage = 'rollout', stage_at, ${by.now})
      WHERE guild_id = ${guildId} AND id = ${id} AND ended_at IS NULL AND (stage <> 'rollout' OR share <> ${share})`,
  ])
  const trial = await requireTrial(db, guildId, id)
  if (trial.endedAt !== null) throw new Refused({ reason: "trial_over", trialId: id })
  return trial
}

/** Puts the candidate of a running trial in force and ends the trial. A repeat changes nothing. */
export async function adoptTrial(db: Database, guildId: Id, id: string, by: AuditActor): Promise<Trial> {
  const before = await requireTrial(db, guildId, id)
  const { version, baseVersion } = before
  const candidate = await findVersion(db, guildId, version)
  const isRunning = sql`EXISTS (SELECT 1 FROM policy_trials WHERE guild_id = ${guildId} AND id = ${id} AND ended_at IS NULL)
    AND EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND policy_version = ${baseVersion})`
  const deed = {
    guildId,
    action: "policy.put" as const,
    target: guildId,
    detail: { ...candidate?.policy, version, trial: id },
  }
  await runBatch(db, [
    auditRowIf(isRunning, by, deed),
    sql`UPDATE policies SET candidate = 0 WHERE guild_id = ${guildId} AND version = ${version} AND ${isRunning}`,
    sql`UPDATE guilds SET policy_version = ${version} WHERE id = ${guildId} AND ${isRunning}`,
    ...endTrialStatements(guildId, by, {
      ...{ id, outcome: "adopted", reason: null },
      condition: sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND policy_version = ${version})`,
    }),
  ])
  const trial = await requireTrial(db, guildId, id)
  if (trial.outcome !== "adopted") throw new Refused({ reason: "trial_over", trialId: id })
  return trial
}

/** Ends a running trial. Returns its id; `null` if none was running. The policy in force stays in force. */
export async function endTrial(
  db: Database,
  guildId: Id,
  end: TrialEnd,
  by: AuditActor,
): Promise<string | null> {
  const results = await runBatch(db, endTrialStatements(guildId, by, end))
  const rows = z.array(z.object({ id: z.string() })).parse(results.at(-1)?.results)
  return rows[0]?.id ?? null
}
