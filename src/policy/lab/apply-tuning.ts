/** Puts thresholds in force that tuning certified. */
import type { Database } from "../../memory/db/database.ts"
import { type Cause, changePolicy } from "../change.ts"
import type { Guild } from "../guild.ts"
import type { TuneReport } from "./reports.ts"

/** The note of a version that tuning puts in force. */
const NOTE_OF_TUNING = "Thresholds that the lab certified."

/**
 * `nothing`: there was no proposal, or it is in force. `refused`: the held-out claims speak against it. `stale`: the
 * policy changed in the meantime.
 */
export interface AppliedTuning {
  outcome: "changed" | "nothing" | "refused" | "stale"
  /** The version in force. */
  version: number
}

export async function applyTuning(
  db: Database,
  { id, policyVersion: version }: Pick<Guild, "id" | "policyVersion">,
  { proposal, holdout }: Pick<TuneReport, "proposal" | "holdout">,
  cause: Cause,
): Promise<AppliedTuning> {
  if (proposal === null) return { outcome: "nothing", version }
  if (holdout?.certificate.verdict === "refused") return { outcome: "refused", version }
  const terms = { ...cause, expected: version, note: NOTE_OF_TUNING }
  const change = await changePolicy(db, id, () => proposal, terms)
  return { outcome: change.kind === "same" ? "nothing" : change.kind, version: change.version }
}
