/** The report of a trial: how the candidate's decisions differ from the live ones, with examples that a reader may read. */
import type { Time, Verdict, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { findMemories } from "../memory/read/manage.ts"
import { brokenGuardrail, type Guardrail, type TrialCounts } from "./guardrails.ts"
import type { Guild } from "./guild.ts"
import {
  type ArmRecalls,
  countArmRecalls,
  countTrial,
  type Difference,
  latestDifferences,
  listDifferences,
} from "./trial-counts.ts"
import type { Trial } from "./trials.ts"

export interface TrialReport extends TrialCounts {
  judged: JudgedSums
  recalls: { live: ArmRecalls; candidate: ArmRecalls }
  /** Pairs of decisions by type, most frequent first. */
  decisions: Difference[]
  examples: TrialExample[]
  /** The guardrail that is broken now. */
  broken: Guardrail | null
}

/** Numbers of claims that the live policy decided; `would…`: by the candidate alone. */
interface JudgedSums {
  claims: number
  same: number
  wouldAccept: number
  wouldReject: number
  wouldQueue: number
  wouldShadow: number
}

interface TrialExample extends Omit<Difference, "claims"> {
  at: Time
  /** `null` if the claim left no memory, or the viewer may not read it. */
  memory: { id: string; fact: string } | null
}

/** `examples`: how many to show. Words come from memories that `viewer` may read, never from the log. */
export async function trialReport(
  { db, guild }: { db: Database; guild: Guild },
  viewer: Viewer,
  { trial, examples }: { trial: Trial; examples: number },
): Promise<TrialReport> {
  const [decisions, claims, counts, recalls] = await Promise.all([
    listDifferences(db, guild.id, trial),
    latestDifferences(db, guild.id, { trial, limit: examples }),
    countTrial(db, guild, trial),
    countArmRecalls(db, guild.id, trial),
  ])
  const ids = claims.flatMap(({ memoryId }) => memoryId ?? [])
  const known = await findMemories(db, viewer, ids)
  return {
    ...counts,
    recalls,
    judged: sumsOf(decisions),
    decisions,
    examples: claims.map(({ memoryId, ...claim }) => {
      const memory = known.get(memoryId ?? "")?.memory
      return { ...claim, memory: memory ? { id: memory.id, fact: memory.fact } : null }
    }),
    broken: brokenGuardrail(trial.guardrails, counts),
  }
}

function sumsOf(decisions: readonly Difference[]): JudgedSums {
  const sum = (holds: (one: Difference) => boolean) =>
    decisions.reduce((all, one) => all + (holds(one) ? one.claims : 0), 0)
  const wouldBe = (kind: Verdict["kind"]) => sum((one) => one.trialVerdict === kind && one.verdict !== kind)
  return {
    claims: sum(() => true),
    same: sum((one) => one.trialVerdict === one.verdict),
    wouldAccept: wouldBe("accepted"),
    wouldReject: wouldBe("rejected"),
    wouldQueue: wouldBe("queued"),
    wouldShadow: wouldBe("shadowed"),
  }
}
