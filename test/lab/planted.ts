/** Policies of the simulated guild whose true quality is known, and the truth to compare estimates with. */
import type { MemoryType } from "../../src/domain/types.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import { gateRuleOf, type Policy, PolicySchema } from "../../src/policy/policy.ts"
import { decidedUnder, type KnownClaim } from "./simulated-guild.ts"
import type { Knobs } from "./simulated-talk.ts"

/** Subject 7 may not be written about, nothing is kept about the world, and health is refused. */
const LIVE = {
  gate: { scopes: ["user", "channel", "guild", "project"] },
  subjects: { "user:7": { write: false, read: false } },
}

export const livePolicy: Policy = PolicySchema.parse(LIVE)

function changed(gate: object, rest: object = {}): Policy {
  return PolicySchema.parse({ ...LIVE, ...rest, gate: { ...LIVE.gate, ...gate } })
}

/** Accepts preferences that are sound far below the minimum, and no longer the junk among episodes. */
export const better = changed({ confidence_by_type: { preference: 0.4, episode: 0.75 } })

/** Accepts junk, and turns sound preferences away. */
export const worse = changed({ confidence_by_type: { episode: 0.4, task_state: 0.4, preference: 0.75 } })

/** Accepts more of everything. Most of what it adds was rejected until now, so that only chance tells of it. */
export const looser = changed({ min_confidence: 0.4 })

/** Another text, and all but never another decision. */
export const equal = changed({ max_writes_per_window: 14 })

/** Each gains as `better` does, and loosens one thing that policies may not trade. */
export const unsafe: Record<string, Policy> = Object.fromEntries(
  Object.entries({
    "allows a sensitive class": { sensitive: { health: "allow" } },
    "opens a closed subject to writing": { subjects: { "user:7": { write: true, read: false } } },
    "opens a closed subject to reading": { subjects: { "user:7": { write: false, read: true } } },
    "forgets a closed subject": { subjects: {} },
    "opens a closed scope": {
      gate: { ...better.gate, scopes: ["user", "channel", "guild", "project", "global"] },
    },
  }).map(([what, given]) => [what, PolicySchema.parse({ ...LIVE, gate: better.gate, ...given })]),
)

export const ruleOf = (policy: Policy): GateRule => gateRuleOf(policy)

interface Truth {
  /** Share of sound ones among the memories it accepts: the mean of their probabilities over all guilds. */
  quality: number
  /** Sound and unsound ones that it accepts, per 100 claims. Claims that only end a memory do not count. */
  good: number
  bad: number
}

/** The truth of a policy over these guilds together. */
export function truthOf(policy: Policy, guilds: readonly Knobs[]): Truth {
  let [claims, accepted, sound] = [0, 0, 0]
  for (const knobs of guilds)
    for (const { keeps, row, chance } of decidedUnder(knobs, ruleOf(policy))) {
      if (!keeps) continue
      claims += 1
      if (row.verdict !== "accepted") continue
      accepted += 1
      sound += chance
    }
  const per100 = 100 / claims
  return { quality: sound / accepted, good: sound * per100, bad: (accepted - sound) * per100 }
}

/**
 * The true share of bad ones among the claims of a type with at least this confidence, if nothing but their confidence
 * could keep the gate from accepting them.
 */
export function trueBadRate(claims: readonly KnownClaim[], type: MemoryType, least: number): number {
  const kept = claims.filter((claim) => {
    const { change, reason, confidence } = claim.row
    return (
      claim.type === type &&
      (change === "create" || change === "reinforce") &&
      (reason === "fits" || reason === "low_confidence" || reason === "drawn") &&
      (confidence ?? 0) >= least
    )
  })
  return kept.reduce((sum, { chance }) => sum + 1 - chance, 0) / kept.length
}
