/** Replays what a guild has decided and recalled under a candidate policy, with one verdict on both. Changes nothing. */
import { DAY } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import type { Guild } from "../policy/guild.ts"
import { withRecalls } from "../policy/lab/certify.ts"
import { isInSet, type LabSet, outcomeOf } from "../policy/lab/outcomes.ts"
import { type LabLog, type ReplayReport, readLabLog, replayReport } from "../policy/lab/reports.ts"
import type { Policy } from "../policy/policy.ts"
import { compareRecalls, type RecallComparison } from "../recall/compare.ts"
import { ratedRecalls } from "./logged-recalls.ts"

/** Recalls replayed at once: the latest. */
const MOST_RECALLS = 2_000

interface ReplayTerms {
  candidate: Policy
  /** Days of both logs to read. */
  days: number
  /** The part of them that judges. */
  set: LabSet
  now: Time
}

export interface CandidateReplay {
  log: LabLog
  /** Its certificate and its fields that are not replayed cover the recalls too. */
  report: ReplayReport
  recalls: Omit<RecallComparison, "frozen">
}

export async function replayCandidate(
  db: Database,
  guild: Guild,
  { candidate, days, set, now }: ReplayTerms,
): Promise<CandidateReplay> {
  const [log, logged] = await Promise.all([
    readLabLog(db, guild.id, { days, now }),
    ratedRecalls(db, guild.id, {
      ...{ since: now - days * DAY, until: now, most: MOST_RECALLS, outcomeOf },
      isUsed: (row) => isInSet(row, set, now),
    }),
  ])
  const report = replayReport(log, guild, { candidate, set, now })
  const { frozen, ...recalls } = compareRecalls(logged, guild.policy.recall, candidate.recall)
  return {
    log,
    report: {
      ...report,
      certificate: withRecalls(report.certificate, recalls),
      notReplayed: [...report.notReplayed, ...frozen],
    },
    recalls,
  }
}
