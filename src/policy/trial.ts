/**
 * A trial of a candidate policy beside the one in force, as the guild's row carries it; and which of the two decides a
 * window or a recall.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { hashShare } from "../domain/hash.ts"
import type { Id } from "../domain/types.ts"
import { parseStored } from "../memory/db/json-column.ts"
import type { GateRule } from "../memory/facts/gate-decision.ts"
import { gateRuleOf, type Policy, PolicySchema, type SpeakingAccounts } from "./policy.ts"

export const TRIAL_STAGES = ["shadow", "rollout"] as const
export type TrialStage = (typeof TRIAL_STAGES)[number]

export interface RunningTrial {
  id: string
  /** The version of the candidate. */
  version: number
  stage: TrialStage
  /** Share of windows and recalls that the candidate decides in a rollout, 0 to 1. */
  share: number
  /** The candidate. */
  policy: Policy
}

const RowSchema = z.object({
  id: z.string(),
  version: z.int(),
  stage: z.enum(TRIAL_STAGES),
  share: z.number(),
  body: z.string(),
})

/** Selects a guild's running trial as JSON, or null, for a query of `guilds`. One of an earlier policy counts as over. */
export function trialColumn(guildId: Id): SQL<string | null> {
  return sql<
    string | null
  >`(SELECT json_object('id', t.id, 'version', t.version, 'stage', t.stage, 'share', t.share, 'body', p.body)
    FROM policy_trials t JOIN policies p ON p.guild_id = t.guild_id AND p.version = t.version
    WHERE t.guild_id = ${guildId} AND t.ended_at IS NULL AND t.base_version = guilds.policy_version)`
}

/** Selects the part of a guild's stamp that changes with its running trial. */
export function trialStamp(guildId: Id): SQL<string> {
  return sql<string>`coalesce((SELECT t.id || ' ' || t.stage || ' ' || t.share FROM policy_trials t
    WHERE t.guild_id = ${guildId} AND t.ended_at IS NULL), '')`
}

/** Reads `trialColumn`. A candidate that does not parse any more has no effect. */
export function parseTrial(stored: string | null): RunningTrial | null {
  if (stored === null) return null
  const row = RowSchema.safeParse(parseStored(stored, null)).data
  const policy = PolicySchema.safeParse(parseStored(row?.body ?? "null", null)).data
  if (row === undefined || policy === undefined) return null
  const { body: _, ...trial } = row
  return { ...trial, policy }
}

/** A policy with the number of its version. */
interface VersionInForce {
  policy: Policy
  version: number
}

interface InTrial {
  policy: Policy
  policyVersion: number
  trial: RunningTrial | null
}

/**
 * Returns the policy that decides a window or a recall: the candidate of a rollout for its share of all keys, otherwise
 * the one in force. By hash of the key, so a repeat gets the same one while the rollout runs. Pure.
 */
export function policyFor({ policy, policyVersion, trial }: InTrial, key: string): VersionInForce {
  return trial?.stage === "rollout" && hashShare(["rollout", trial.id, key]) < trial.share
    ? { policy: trial.policy, version: trial.version }
    : { policy, version: policyVersion }
}

/** Returns a guild with the policy that decides `key`. */
export function guildFor<G extends InTrial>(guild: G, key: string): G {
  const { policy, version } = policyFor(guild, key)
  return version === guild.policyVersion ? guild : { ...guild, policy, policyVersion: version }
}

/**
 * Returns what the claim log needs of a running trial: the candidate's gate; `rule` is `null` if the candidate itself
 * decides here.
 */
export function trialTerms({
  trial,
  policyVersion,
  attributions,
}: InTrial & { attributions: SpeakingAccounts }): { id: string; rule: GateRule | null } | null {
  if (trial === null) return null
  return {
    id: trial.id,
    rule: trial.version === policyVersion ? null : gateRuleOf(trial.policy, attributions),
  }
}
