/** Reads logged recalls for a replay, with the outcomes of the memories that they found. */
import type { ClaimLabel } from "../domain/claim-labels.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { type LabeledRecallRow, type RecallLogPage, readRecallLog } from "../memory/read/recall-log.ts"
import type { RatedRecall } from "../recall/compare.ts"
import { decodeTrace } from "../recall/log/trace.ts"

/** A row has about 5 kB. */
const PAGE = 200

/** The recalls that a replay uses, and how it reads labels. */
export interface RecallChoice {
  since: Time
  until: Time
  /** The most recalls to return: the latest. */
  most: number
  /** True for the recalls of the set that may be used: tuning sees none that is held out. */
  isUsed: (recall: Pick<RatedRecall, "at" | "holdout">) => boolean
  /** Returns the outcome of a memory with this label; `null` if the label tells none. */
  outcomeOf: (claim: { label: ClaimLabel }) => "good" | "bad" | null
}

/** Returns logged recalls, oldest first. */
export async function ratedRecalls(
  db: Database,
  guildId: Id,
  { since, until, most, isUsed, outcomeOf }: RecallChoice,
): Promise<RatedRecall[]> {
  const found: RatedRecall[] = []
  let before: RecallLogPage["before"] = null
  while (found.length < most) {
    const rows: LabeledRecallRow[] = await readRecallLog(db, guildId, { since, until, before, limit: PAGE })
    found.push(...rows.filter(isUsed).map((row) => rated(row, outcomeOf)))
    const last = rows.at(-1)
    if (rows.length < PAGE || last === undefined) break
    before = { at: last.at, id: last.id }
  }
  return found.slice(0, most).reverse()
}

function rated(
  { candidates, labels, ...row }: LabeledRecallRow,
  outcomeOf: RecallChoice["outcomeOf"],
): RatedRecall {
  const outcomes = new Map<number, "good" | "bad">()
  for (const [seq, label] of labels) {
    const outcome = outcomeOf({ label })
    // Several claims may have written a memory: one bad outcome says that it should not have been shown.
    if (outcome !== null && outcomes.get(seq) !== "bad") outcomes.set(seq, outcome)
  }
  return { ...row, trace: decodeTrace(candidates), outcomes }
}
