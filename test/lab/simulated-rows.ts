/** Columns of the simulated claim log: what a row says of its claim, and the labels that people give later. */

import type { ClaimLabel } from "../../src/domain/claim-labels.ts"
import { hashOf, hashShare } from "../../src/domain/hash.ts"
import { sourceWeight } from "../../src/memory/facts/confidence.ts"
import type { KnownClaim } from "./simulated-guild.ts"
import { DAY, type Knobs, type SaidWindow } from "./simulated-talk.ts"

type Row = KnownClaim["row"]
type Said = SaidWindow["claims"][number]

/** Refusals whose words must not be kept: they leave no measures. */
const NOT_KEPT = ["sensitive", "secret", "opted_out"]

/** The columns that do not depend on the gate. */
export function rowOfClaim({
  window,
  claim,
  n,
  id,
}: {
  window: SaidWindow
  claim: Said
  n: number
  id: string
}): Omit<Row, "gate" | "verdict" | "reason" | "propensity" | "memoryId"> {
  const { method, op } = claim
  const isKept = claim.refused === null || !NOT_KEPT.includes(claim.refused)
  return {
    ...NOTHING,
    guildId: "900",
    at: window.at,
    ...{ id, n, op, method },
    ...{ windowId: window.id, channelId: window.channelId, lines: window.lines },
    ...(isKept && featuresOf(claim)),
    ...(method === "model" && MODEL),
    policyVersion: 1,
    inputTokens: window.tokens.input,
    outputTokens: window.tokens.output,
    latencyMs: window.latencyMs,
    holdout: hashShare(["holdout", window.id]) < 0.2,
  }
}

const MODEL = { model: "simulated", promptHash: "0".repeat(24) }

const NOTHING = {
  ...{ scope: null, subjectId: null, type: null, section: null, importance: null, lifetime: null },
  ...{ reported: null, secondReading: null, base: null, citedLines: null, citedChars: null },
  ...{ factChars: null, source: null, model: null, promptHash: null },
  ...{ change: null, certainty: null, confidence: null, statements: null, contradicted: null },
  ...{ known: null, similarity: null, label: null, labeledOn: null, recalledOn: null },
  ...{ trialId: null, trialVerdict: null, trialReason: null },
} satisfies Partial<Row>

function featuresOf({ fact, base, source }: Said): Partial<Row> {
  const { scope, subjectId, type, importance, lifetime, chars } = fact
  return {
    ...{ scope, subjectId, type, importance, lifetime, base, source },
    section: "other",
    reported: false,
    citedLines: 1,
    citedChars: chars * 2,
    factChars: chars,
  }
}

/** The columns of a claim that reached the gate. */
export function judgmentOf(
  claim: Said,
  {
    inputs,
    after,
  }: { inputs: { kind: NonNullable<Row["change"]>; confidence: number }; after: { statements: number } },
): Partial<Row> {
  return {
    change: inputs.kind,
    certainty: claim.base * sourceWeight(claim.method, claim.source),
    confidence: inputs.confidence,
    statements: after.statements,
    contradicted: inputs.kind === "contest" || inputs.kind === "supersede",
    known: after.statements - 1,
  }
}

const GOOD: ClaimLabel[] = ["confirmed", "right", "repeated"]
const BAD: ClaimLabel[] = ["rejected", "wrong", "corrected"]
const NEUTRAL: ClaimLabel[] = ["refiled", "outdated", "unused"]

interface Given {
  label: ClaimLabel
  at: number
}

/** Labels the memories that the claims wrote, each once, with all its rows. Rows stay in log order. */
export function labeled(claims: readonly KnownClaim[], knobs: Knobs): KnownClaim[] {
  const end = Math.max(0, ...claims.map(({ row }) => row.at))
  const written = Map.groupBy(
    claims.filter(({ wrote, keeps }) => wrote && keeps),
    ({ fact }) => fact.id,
  )
  const given = new Map([...written].map(([id, rows]) => [id, labelOf(rows, knobs)]))
  return claims
    .map((claim) => {
      const label = claim.wrote && claim.keeps ? given.get(claim.fact.id) : null
      return label && label.at <= end ? withLabel(claim, label) : claim
    })
    .sort((a, b) => a.row.at - b.row.at || a.row.n - b.row.n)
}

function labelOf(rows: readonly KnownClaim[], knobs: Knobs): Given | null {
  const [first] = rows
  if (!first) return null
  const { sound, luck } = first.fact
  const at = first.row.at + luck.delay
  if (knobs.labelsEnd && at > endOf(rows)) return null
  const waits = rows.some(({ row }) => row.verdict === "queued")
  const rate = waits ? knobs.labels.reviewed : knobs.labels.accepted
  const chance = sound ? rate : Math.min(1, rate * knobs.badOdds)
  if (luck.labeled < chance) {
    if (waits) return { label: sound ? "approved" : "rejected", at }
    const isForgotten = !sound && luck.labeled < chance * knobs.forgotten
    return { label: isForgotten ? "forgotten" : named(sound ? GOOD : BAD, luck.named), at }
  }
  return luck.labeled > 1 - knobs.neutral && !waits ? { label: named(NEUTRAL, luck.named), at } : null
}

function named(from: readonly ClaimLabel[], luck: number): ClaimLabel {
  return from[Math.floor(luck * from.length)] ?? "right"
}

function endOf(rows: readonly KnownClaim[]): number {
  return Math.max(
    ...rows.map(({ row, fact: { lifetime } }) =>
      lifetime === "permanent" ? Number.POSITIVE_INFINITY : row.at + Number.parseInt(lifetime, 10) * DAY,
    ),
  )
}

function withLabel(claim: KnownClaim, { label, at }: Given): KnownClaim {
  const labeledOn = new Date(at).toISOString().slice(0, 10)
  const { row } = claim
  return { ...claim, row: label === "forgotten" ? nameless(row, labeledOn) : { ...row, label, labeledOn } }
}

/** What is left of a forgotten claim (docs/decisions/070-claim-log.md). */
function nameless(row: Row, labeledOn: string): Row {
  const { guildId, at, op, type, method, verdict, reason, policyVersion, holdout, base } = row
  const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
  return {
    ...NOTHING,
    ...{ guildId, op, type, method, verdict, reason, policyVersion, holdout, labeledOn },
    at: at - (at % DAY),
    id: hashOf(["nameless", row.id]),
    n: 0,
    ...{ windowId: null, channelId: null, lines: null, memoryId: null, gate: null, propensity: null },
    ...{ inputTokens: null, outputTokens: null, latencyMs: null },
    base: tenths(base),
    confidence: tenths(row.confidence),
    label: "forgotten",
  }
}
