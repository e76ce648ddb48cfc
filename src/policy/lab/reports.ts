/** Replays a guild's claim log under another policy, and proposes thresholds from it: reads the log once, then decides. */
import { DAY } from "../../domain/calendar.ts"
import type { Id, MemoryType, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { claimsToReplay } from "../../memory/read/claims.ts"
import type { Guild } from "../guild.ts"
import { mergePatch } from "../patch.ts"
import { gateRuleOf, type Policy, PolicySchema } from "../policy.ts"
import { type Certification, certifyPairs, pairDecisions } from "./certify.ts"
import type { PairedRow } from "./estimate.ts"
import type { Aim } from "./mixture-test.ts"
import { isInSet, type LabRow, type LabSet } from "./outcomes.ts"
import type { ReplayedDecision } from "./replay.ts"
import { unsafeChanges } from "./safety.ts"
import { type TypeThreshold, tuneThresholds } from "./thresholds.ts"

/** Rows replayed at once. They fit an isolate's memory and a request's time; older ones are left out. */
const MOST_ROWS = 20_000

/** The part of a guild's claim log that a report rests on. */
export interface LabLog {
  rows: LabRow[]
  /** The earliest row; `null` if there is none. */
  from: Time | null
  /** True if there are older rows that were left out. */
  truncated: boolean
}

export async function readLabLog(
  db: Database,
  guildId: Id,
  { days, now }: { days: number; now: Time },
): Promise<LabLog> {
  const rows = await claimsToReplay(db, guildId, { since: now - days * DAY, most: MOST_ROWS })
  return { rows, from: rows[0]?.at ?? null, truncated: rows.length === MOST_ROWS }
}

type JudgingGuild = Pick<Guild, "policy" | "policyVersion" | "attributions">

export interface ReplayReport extends Certification {
  /** Rows that the policy in force decided, and those of them that replay to their own verdict and reason. */
  reproduced: { rows: number; same: number }
  /** Claims by type and by the decisions of both policies, where they differ; the most frequent first. */
  changes: DecisionChange[]
  /** Fields in which the candidate differs and which the claim log cannot judge; not those of `recall`. */
  notReplayed: string[]
}

interface DecisionChange {
  type: MemoryType | null
  live: string
  candidate: string
  claims: number
}

/** Replays the log under a candidate policy and judges it by a set of rows. Pure. */
export function replayReport(
  { rows }: LabLog,
  guild: JudgingGuild,
  { candidate, set, now }: { candidate: Policy; set: LabSet; now: Time },
): ReplayReport {
  const rules = {
    live: gateRuleOf(guild.policy, guild.attributions),
    candidate: gateRuleOf(candidate, guild.attributions),
  }
  const pairs = pairDecisions(rows, rules)
  const own = pairs.filter(({ row }) => row.policyVersion === guild.policyVersion)
  return {
    ...certifyPairs(pairs, { unsafe: unsafeChanges(guild.policy, candidate), now, set }),
    reproduced: {
      rows: own.length,
      same: own.filter(({ row, live }) => row.verdict === live.verdict && row.reason === live.reason).length,
    },
    changes: changesOf(pairs.filter(({ row }) => isInSet(row, set, now))),
    notReplayed: notReplayed(guild.policy, candidate),
  }
}

function changesOf(pairs: readonly PairedRow[]): DecisionChange[] {
  const differing = pairs.filter(({ live, candidate }) => live.verdict !== candidate.verdict)
  const said = ({ verdict, reason }: ReplayedDecision) => `${verdict}:${reason}`
  const groups = Map.groupBy(differing, ({ row, live, candidate }) =>
    [row.type, said(live), said(candidate)].join(" "),
  )
  const changes = [...groups.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [
          {
            type: first.row.type,
            live: said(first.live),
            candidate: said(first.candidate),
            claims: 1 + more.length,
          },
        ],
  )
  return changes.sort((a, b) => b.claims - a.claims)
}

/** Fields of `gate` that act before the gate. `sensitive` does too: its rows keep no words to judge. */
const BEFORE_THE_GATE = ["second_reading"]

function notReplayed(live: Policy, candidate: Policy): string[] {
  const differing = (part: keyof Policy) => {
    const [before, after] = [live[part], candidate[part]].map(
      (one) => new Map<string, unknown>(Object.entries(one)),
    )
    return [...(after ?? new Map<string, unknown>())].flatMap(([name, value]) =>
      JSON.stringify(before?.get(name)) === JSON.stringify(value) ? [] : [name],
    )
  }
  const parts = ["sensitive", "people", "digests", "lifetimes"] as const
  return [
    ...differing("gate").flatMap((name) => (BEFORE_THE_GATE.includes(name) ? [`gate.${name}`] : [])),
    ...parts.flatMap((part) => differing(part).map((name) => `${part}.${name}`)),
  ]
}

export interface TuneReport {
  thresholds: TypeThreshold[]
  /** Rows that tuning saw. */
  rows: number
  /** The policy with the certified thresholds; `null` if they are those in force. */
  proposal: Policy | null
  /** The proposal on the held-out rows; `null` without one. */
  holdout: ReplayReport | null
}

/** Proposes thresholds from the rows that are not held out, and judges the proposal by those that are. Pure. */
export function tuneReport(
  log: LabLog,
  guild: JudgingGuild,
  { now, ...aim }: Aim & { now: Time },
): TuneReport {
  const seen = log.rows.filter((row) => isInSet(row, "tuning", now))
  const thresholds = tuneThresholds(seen, gateRuleOf(guild.policy, guild.attributions), aim)
  const changed = thresholds.flatMap((one) =>
    one.kind === "certified" && one.threshold !== one.live ? [[one.type, one.threshold] as const] : [],
  )
  const proposal = changed.length === 0 ? null : withThresholds(guild.policy, Object.fromEntries(changed))
  return {
    thresholds,
    rows: seen.length,
    proposal,
    holdout:
      proposal === null ? null : replayReport(log, guild, { candidate: proposal, set: "holdout", now }),
  }
}

/** Returns the policy with these thresholds. */
function withThresholds(policy: Policy, thresholds: Partial<Record<MemoryType, number>>): Policy {
  return PolicySchema.parse(mergePatch(policy, { gate: { confidence_by_type: thresholds } }))
}
