/** Counts of a trial from the claim log: how candidate and live policy differ, and how each side of a rollout does. */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { DAY } from "../domain/calendar.ts"
import { DECISION_LABELS, JUNK_LABELS } from "../domain/claim-labels.ts"
import { type Id, TYPES } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import type { ArmCounts, TrialCounts } from "./guardrails.ts"
import type { Guild } from "./guild.ts"
import { gateRuleOf } from "./policy.ts"
import type { Trial } from "./trials.ts"

/** Reasons of a live refusal that no candidate may overrule: safety, consent and readers. */
const PROTECTING = ["read_only", "writing_off", "scope_off", "subject_off"] as const

const JUDGED = [...DECISION_LABELS, "right", "wrong"]
const listed = (values: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`

const ArmRow = z.object({
  candidate: z.int(),
  claims: z.int(),
  kept: z.int(),
  judged: z.int(),
  bad: z.int(),
  tokens: z.number().nullable(),
  latencyMs: z.number().nullable(),
})
const NO_CLAIMS: ArmCounts = { claims: 0, kept: 0, judged: 0, bad: 0, tokens: null, latencyMs: null }

/**
 * Counts both sides of a rollout since the day it began, and the trial's leaks since it started. A forgotten claim has
 * only the day and the version, so both sides are told apart by version and counted from the day's beginning.
 */
export async function countTrial(db: Database, guild: Guild, trial: Trial): Promise<TrialCounts> {
  const since = trial.stageAt - (trial.stageAt % DAY)
  const own = sql`guild_id = ${guild.id} AND at >= ${since} AND policy_version IN (${trial.version}, ${trial.baseVersion})`
  const isKept = sql`verdict <> 'rejected' AND reason <> 'drawn'`
  const [arms, leaks] = await runBatch(db, [
    sql`SELECT * FROM (SELECT policy_version = ${trial.version} AS candidate, count(*) AS claims, count(*) FILTER (WHERE ${isKept}) AS kept,
          count(*) FILTER (WHERE ${isKept} AND label IN ${listed(JUDGED)}) AS judged,
          count(*) FILTER (WHERE ${isKept} AND label IN ${listed(JUNK_LABELS)}) AS bad
        FROM claim_log WHERE ${own} GROUP BY 1)
      LEFT JOIN (SELECT candidate, avg(tokens) AS tokens, avg(latency) AS latencyMs FROM
        (SELECT policy_version = ${trial.version} AS candidate, max(input_tokens + output_tokens) AS tokens, max(latency_ms) AS latency
          FROM claim_log WHERE ${own} AND window_id IS NOT NULL GROUP BY window_id, 1) GROUP BY 1) USING (candidate)`,
    sql`SELECT count(*) AS n FROM claim_log WHERE guild_id = ${guild.id} AND at >= ${trial.startedAt} AND ${isLeak(guild, trial)}`,
  ])
  const found = z.array(ArmRow).parse(arms?.results)
  const arm = (side: 0 | 1): ArmCounts => {
    const { candidate: _, ...counts } = found.find(({ candidate }) => candidate === side) ?? {
      candidate: side,
      ...NO_CLAIMS,
    }
    return counts
  }
  const [leak] = z.array(z.object({ n: z.int() })).parse(leaks?.results)
  return { live: arm(0), candidate: arm(1), leaks: leak?.n ?? 0 }
}

/** Logged recalls of one side of a rollout: how many were judged by feedback, and how many of those useful. */
export interface ArmRecalls {
  logged: number
  judged: number
  useful: number
}

const NO_RECALLS: ArmRecalls = { logged: 0, judged: 0, useful: 0 }
const RecallsRow = z.object({ candidate: z.int(), logged: z.int(), judged: z.int(), useful: z.int() })

/** Counts the logged recalls of both sides since the present stage began. */
export async function countArmRecalls(
  db: Database,
  guildId: Id,
  { version, baseVersion, stageAt }: Trial,
): Promise<{ live: ArmRecalls; candidate: ArmRecalls }> {
  const rows = await db.all(
    sql`SELECT policy_version = ${version} AS candidate, count(*) AS logged, count(feedback) AS judged, count(*) FILTER (WHERE feedback = 'useful') AS useful
      FROM recall_log WHERE guild_id = ${guildId} AND at >= ${stageAt} AND policy_version IN (${version}, ${baseVersion}) GROUP BY 1`,
  )
  const found = z.array(RecallsRow).parse(rows)
  const arm = (side: 0 | 1): ArmRecalls => {
    const { candidate: _, ...counts } = found.find(({ candidate }) => candidate === side) ?? {
      candidate: side,
      ...NO_RECALLS,
    }
    return counts
  }
  return { live: arm(0), candidate: arm(1) }
}

/** The candidate would keep, or kept, a claim that the policy in force refuses to protect somebody. */
function isLeak(guild: Guild, trial: Trial): SQL {
  const { scopes, closed_subjects: closed } = gateRuleOf(guild.policy, guild.attributions)
  return sql`((trial_id = ${trial.id} AND trial_verdict <> 'rejected' AND verdict = 'rejected' AND reason IN ${listed(PROTECTING)})
    OR (policy_version = ${trial.version} AND verdict <> 'rejected'
      AND (scope NOT IN ${listed(scopes)} OR (scope || ':' || subject_id) IN ${listed(closed)})))`
}

const VerdictKind = z.enum(["accepted", "shadowed", "queued", "rejected"])

const DifferenceRow = z.object({
  type: z.enum(TYPES).nullable(),
  verdict: VerdictKind,
  reason: z.string(),
  trialVerdict: VerdictKind,
  trialReason: z.string(),
  claims: z.int(),
})

/** Claims of one type that got the same pair of decisions: the live one and the candidate's. */
export type Difference = z.output<typeof DifferenceRow>

/** Lists the decisions of both policies on the claims that the live one decided, most frequent first. */
export async function listDifferences(db: Database, guildId: string, trial: Trial): Promise<Difference[]> {
  const rows = await db.all(
    sql`SELECT type, verdict, reason, trial_verdict AS trialVerdict, trial_reason AS trialReason, count(*) AS claims
      FROM claim_log WHERE ${comparedIn(guildId, trial)} GROUP BY 1, 2, 3, 4, 5 ORDER BY claims DESC, 1, 2, 3, 4, 5 LIMIT 500`,
  )
  return z.array(DifferenceRow).parse(rows)
}

function comparedIn(guildId: string, trial: Trial): SQL {
  return sql`guild_id = ${guildId} AND at >= ${trial.startedAt} AND trial_id = ${trial.id} AND policy_version <> ${trial.version}`
}

const ExampleRow = z.object({
  at: z.int(),
  type: z.enum(TYPES).nullable(),
  verdict: VerdictKind,
  reason: z.string(),
  trialVerdict: VerdictKind,
  trialReason: z.string(),
  memoryId: z.string().nullable(),
})
type DifferingClaim = z.output<typeof ExampleRow>

/** Lists the latest claims on which both policies differ, those with a memory first. Rows hold no words. */
export async function latestDifferences(
  db: Database,
  guildId: string,
  { trial, limit }: { trial: Trial; limit: number },
): Promise<DifferingClaim[]> {
  const rows = await db.all(
    sql`SELECT at, type, verdict, reason, trial_verdict AS trialVerdict, trial_reason AS trialReason, memory_id AS memoryId
      FROM claim_log WHERE ${comparedIn(guildId, trial)} AND verdict <> trial_verdict
      ORDER BY memory_id IS NULL, at DESC, id LIMIT ${limit}`,
  )
  return z.array(ExampleRow).parse(rows)
}
