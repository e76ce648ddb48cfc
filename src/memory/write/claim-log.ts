/**
 * The claim log: a row for each claim that got a verdict, written in the batch of the verdict. Rows hold ids, numbers and names from fixed lists, never anyone's words (docs/decisions/070-claim-log.md).
 */
import { getTableColumns, type SQL, sql } from "drizzle-orm"
import { DAY } from "../../domain/calendar.ts"
import { hashOf, hashShare } from "../../domain/hash.ts"
import type { Id, Verdict } from "../../domain/types.ts"
import { claimLog } from "../db/schema.ts"
import type { AppliedClaims } from "../facts/apply-claims.ts"
import {
  type ClaimFeatures,
  featuresOfProposal,
  type JudgedClaim,
  replayOrder,
} from "../facts/claim-features.ts"
import { isByChance } from "../facts/gate-decision.ts"
import type { Proposal } from "../facts/known.ts"
import type { LogTerms, Order } from "./order.ts"

type ClaimRow = typeof claimLog.$inferSelect

/** The share of windows that tuning never sees. */
const HOLDOUT = 0.2

/** A claim with its verdict, in the order in which verdicts are given. */
interface Logged {
  verdict: Verdict
  features: ClaimFeatures
  judged: JudgedClaim | null
}

/**
 * Returns the statement that logs an order's claims; none if it has none. `asKept` removes the words of a verdict that
 * must not be kept: nothing that derives from those words is logged either. It runs after the memories are written.
 */
export function logStatements(
  order: Order,
  applied: AppliedClaims,
  asKept: (verdict: Verdict) => Verdict,
): SQL[] {
  const { log } = order
  const logged: Logged[] = [
    ...log.refused.map(({ verdict, features }) => ({ verdict, features, judged: null })),
    ...order.proposals.flatMap((proposal, at) => {
      const verdict = applied.verdicts[at]
      const features = featuresOfProposal(proposal, placeOf(order, at))
      return verdict ? [{ verdict, features, judged: applied.judged[at] ?? null }] : []
    }),
  ]
  if (logged.length === 0) return []
  const trial = inTrial(order, logged)
  const rows = logged.map((one, at) => {
    const row = rowOf(order, { ...one, verdict: asKept(one.verdict) })
    return { ...row, ...(row.gate === null ? NO_TRIAL : (trial[at] ?? NO_TRIAL)) }
  })
  return [insertRows(order, rows)]
}

type NewRow = Omit<ClaimRow, "gate" | "label" | "labeledOn" | "recalledOn"> & { gate: JudgedClaim["gate"] }

/** A proposal's place among the claims of its order, if it has none of its own. */
function placeOf({ log }: Order, at: number): number {
  return log.refused.length + at
}

function rowId({ log }: Order, n: number): string {
  return hashOf([log.key, String(n)])
}

/** Returns an order's proposals with those that chance chooses for review: by their row's id, so a repeat chooses alike. */
export function withDraws(order: Order): Proposal[] {
  return order.proposals.map((proposal, at) => {
    const id = rowId(order, proposal.origin?.n ?? placeOf(order, at))
    return { ...proposal, drawn: hashShare(["review", id]) < order.reviewShare }
  })
}

function rowOf(order: Order, { verdict, features, judged }: Logged): NewRow {
  const { guildId, window, now, log, rule, reviewShare } = order
  const isByDraw = reviewShare > 0 && judged !== null && judged.gate !== null && isByChance(judged.gate, rule)
  const isKept = verdict.fact !== null
  const { n, op, ...about } = features
  return {
    guildId,
    at: now,
    id: rowId(order, n),
    windowId: window?.id ?? null,
    channelId: log.channelId,
    n,
    lines: log.lines,
    op,
    ...(isKept ? about : NOT_KEPT),
    method: log.method,
    model: log.model,
    promptHash: log.promptHash,
    ...(isKept && judged !== null ? judged : NOT_JUDGED),
    verdict: verdict.kind,
    // The class of what may not be kept is not kept either.
    reason: verdict.reason.startsWith("sensitive:") ? "sensitive" : verdict.reason,
    policyVersion: log.policyVersion,
    ...modelCost(log),
    holdout: isHeldOut(log.key),
    ...NO_TRIAL,
    propensity: isKept && isByDraw ? reviewShare : null,
  }
}

const NO_TRIAL = { trialId: null, trialVerdict: null, trialReason: null }

/** Returns what the candidate of a running trial decides of each claim that reached the gate. */
function inTrial(
  { log }: Order,
  logged: readonly Logged[],
): (Pick<ClaimRow, "trialId" | "trialVerdict" | "trialReason"> | null)[] {
  const { trial } = log
  if (trial === null) return []
  const gates = logged.map(({ judged }) => judged?.gate ?? null)
  const decisions =
    trial.rule === null ? logged.map(({ verdict }) => verdict) : replayOrder(gates, trial.rule)
  return decisions.map((one) => one && { trialId: trial.id, trialVerdict: one.kind, trialReason: one.reason })
}

const NOT_KEPT = {
  scope: null,
  subjectId: null,
  type: null,
  section: null,
  importance: null,
  lifetime: null,
  reported: null,
  secondReading: null,
  base: null,
  citedLines: null,
  citedChars: null,
  factChars: null,
  source: null,
} satisfies Partial<ClaimRow>

const NOT_JUDGED = {
  change: null,
  certainty: null,
  confidence: null,
  statements: null,
  contradicted: null,
  known: null,
  similarity: null,
  gate: null,
  memoryId: null,
} satisfies Partial<ClaimRow>

function modelCost({
  usage,
  latencyMs,
}: LogTerms): Pick<ClaimRow, "inputTokens" | "outputTokens" | "latencyMs"> {
  if (usage.length === 0) return { inputTokens: null, outputTokens: null, latencyMs: null }
  return {
    inputTokens: usage.reduce((sum, one) => sum + one.inputTokens, 0),
    outputTokens: usage.reduce((sum, one) => sum + one.outputTokens, 0),
    latencyMs,
  }
}

/** `key` names the window. A window's claims are all held out, or none. */
function isHeldOut(key: string): boolean {
  return hashShare(["holdout", key]) < HOLDOUT
}

/** Columns for what happens to a row later. */
const LATER = ["label", "labeledOn", "recalledOn"]
const WRITTEN = Object.entries(getTableColumns(claimLog)).filter(([key]) => !LATER.includes(key))
const COLUMNS = sql.raw(WRITTEN.map(([, { name }]) => name).join(", "))
// A claim that was refused wrote no memory, and one that was evicted at once has none any more.
const VALUES = sql.raw(
  WRITTEN.map(([key]) =>
    key === "memoryId" ? "(SELECT id FROM memories WHERE id = j.value->>'memoryId')" : `j.value->>'${key}'`,
  ).join(", "),
)

/** A window is written once. What was told directly may be told again by a repeated request, within a day. */
function insertRows({ guildId, window, now }: Order, rows: readonly NewRow[]): SQL {
  const isNew =
    window !== null
      ? sql`true`
      : sql`NOT EXISTS (SELECT 1 FROM claim_log l WHERE l.guild_id = ${guildId} AND l.at > ${now - DAY} AND l.id = j.value->>'id')`
  return sql`INSERT INTO claim_log (${COLUMNS}) SELECT ${VALUES} FROM json_each(${JSON.stringify(rows)}) j WHERE ${isNew}
    ON CONFLICT DO NOTHING`
}

// Deletion. Expiry, caps and history empty `memory_id` by a trigger and keep the row.

/** Deletes the claims of windows whose words are retracted. */
export function unlogWindows(guildId: Id, ids: readonly string[]): SQL {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  // A window's time leads to its claims, so that they need no index of their own.
  return sql`DELETE FROM claim_log WHERE guild_id = ${guildId} AND at IN (SELECT created_at FROM windows WHERE id IN ${list})
    AND window_id IN ${list}`
}

/** Deletes the claims of these memories: all, or those that were told directly. */
export function unlogMemories(ids: readonly string[], which: "all" | "told" = "all"): SQL[] {
  if (ids.length === 0) return []
  const told = which === "told" ? sql` AND window_id IS NULL` : sql``
  return [
    sql`DELETE FROM claim_log WHERE memory_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))${told}`,
  ]
}

/** Deletes the claims about a person. Reads the guild's log. */
export function unlogPerson(guildId: Id, userId: Id): SQL {
  return sql`DELETE FROM claim_log WHERE guild_id = ${guildId} AND scope = 'user' AND subject_id = ${userId}`
}
