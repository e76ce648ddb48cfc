/** Reads the answers of the policy lab and puts them into lines for an operator. */
import { z } from "zod"

const Interval = z.object({ value: z.number(), low: z.number(), high: z.number() })
const Side = z.object({
  accepted: z.number(),
  outcomes: z.number(),
  quality: Interval.nullable(),
  good_per_100: Interval,
  score: Interval,
})
const CertificateReply = z.object({
  verdict: z.string(),
  reasons: z.array(z.string()),
  unsafe: z.array(z.string()),
  same: z.boolean(),
  more: z.number().nullable(),
  days: z.number().nullable(),
})
const RecallSide = z.object({
  useful: z.number().nullable(),
  tokens: z.number(),
  latency_ms: z.number(),
  repetition: z.number(),
  entropy: z.number(),
})
export const ReplayReply = z.object({
  from: z.string().nullable(),
  truncated: z.boolean(),
  replayed: z.number(),
  evaluated: z.number(),
  reproduced: z.object({ rows: z.number(), same: z.number() }),
  certificate: CertificateReply,
  live: Side,
  candidate: Side,
  difference: z.object({ quality: Interval.nullable(), score: Interval }),
  gained: z.number(),
  lost: z.number(),
  decided: z.number(),
  changes: z.array(
    z.object({ type: z.string().nullable(), live: z.string(), candidate: z.string(), claims: z.number() }),
  ),
  not_replayed: z.array(z.string()),
  recalls: z.object({
    rows: z.number(),
    changed: z.number(),
    live: RecallSide,
    candidate: RecallSide,
    difference: z.object({ estimate: z.number(), lower: z.number(), upper: z.number() }).nullable(),
  }),
})
export const TuneReply = z.object({
  rows: z.number(),
  thresholds: z.array(z.object({ type: z.string(), explanation: z.string() })),
  patch: z.unknown(),
  holdout: CertificateReply.nullable(),
  applied: z.object({ outcome: z.string(), version: z.number() }).nullable(),
})
export const DriftReply = z.object({
  weeks: z.array(
    z.object({
      week: z.string(),
      policy_version: z.number(),
      claims: z.number(),
      state: z.string(),
      measures: z.record(z.string(), z.object({ value: z.number(), limit: z.number() })),
      alarms: z.array(z.string()),
    }),
  ),
})

export function replayLines(report: z.output<typeof ReplayReply>): string[] {
  const { reproduced, certificate, live, candidate, difference } = report
  const row = (name: string, side: z.output<typeof Side>) =>
    `  ${name.padEnd(10)} accepts ${side.accepted}, ${side.outcomes} labeled · good ${share(side.quality)} · good per 100 claims ${number(side.good_per_100)} · score ${number(side.score)}`
  const cut = report.truncated ? ", without older ones of these days" : ""
  return [
    `${report.replayed} claims since ${report.from ?? "never"} replayed${cut}; ${report.evaluated} of them judge.`,
    reproduced.rows === 0
      ? "The policy in force has decided none of them yet, so none shows that the replay is exact."
      : `${reproduced.same} of ${reproduced.rows} claims of the policy in force replay to their own verdict.`,
    row("in force", live),
    row("candidate", candidate),
    `  difference good ${share(difference.quality)} · score ${number(difference.score)}`,
    `The candidate accepts ${report.gained} claims more and ${report.lost} less; ${report.decided} of them are labeled.`,
    ...report.changes
      .slice(0, 10)
      .map((one) => `  ${one.claims} × ${one.type ?? "unknown type"}: ${one.live} → ${one.candidate}`),
    ...(report.not_replayed.length === 0
      ? []
      : [`Not judged by a replay of the gate: ${report.not_replayed.join(", ")}.`]),
    ...recallLines(report.recalls),
    verdictLine(certificate),
  ]
}

/** Says nothing if no logged recall would change. */
function recallLines({
  rows,
  changed,
  live,
  candidate,
  difference,
}: z.output<typeof ReplayReply>["recalls"]): string[] {
  if (changed === 0) return []
  const side = (name: string, one: z.output<typeof RecallSide>) =>
    `  ${name.padEnd(10)} useful ${one.useful === null ? "unknown" : `${(100 * one.useful).toFixed(1)} %`} · tokens ${one.tokens.toFixed(0)} · repeated ${(100 * one.repetition).toFixed(1)} % · entropy ${one.entropy.toFixed(2)} bits`
  return [
    `${changed} of ${rows} logged recalls would show something else:`,
    side("in force", live),
    side("candidate", candidate),
    difference === null
      ? "  Too few of them were judged to tell which is more useful."
      : `  difference useful ${(100 * difference.estimate).toFixed(1)} % (${(100 * difference.lower).toFixed(1)} to ${(100 * difference.upper).toFixed(1)})`,
  ]
}

function verdictLine({
  verdict,
  reasons,
  unsafe,
  same,
  more,
  days,
}: z.output<typeof CertificateReply>): string {
  if (verdict === "certified") return "Certified: the candidate is better."
  if (verdict === "refused") return `Refused: ${[...reasons, ...unsafe].join(", ")}.`
  if (same) return "Not certifiable: both policies decide alike."
  if (more === null)
    return "Not certifiable: the labeled claims do not tell which is better, and more of the same would not either."
  return `Not certifiable yet: ${more} more decisions${days === null ? "" : `, some ${days} days at this pace`}.`
}

export function tuneLines(report: z.output<typeof TuneReply>): string[] {
  const { rows, thresholds, patch, holdout, applied } = report
  return [
    `${rows} claims that are not held out:`,
    ...thresholds.map(({ type, explanation }) => `  ${type}: ${explanation}`),
    patch === null ? "No change is proposed." : `Proposed: ${JSON.stringify(patch)}`,
    ...(holdout === null ? [] : [`On held-out claims: ${verdictLine(holdout)}`]),
    ...(applied === null ? [] : [`Applied: ${applied.outcome}; version ${applied.version} is in force.`]),
  ]
}

export function driftLines(weeks: z.output<typeof DriftReply>["weeks"]): string[] {
  if (weeks.length === 0) return ["No week is stored yet. The night after a Sunday stores one."]
  return weeks.map(({ week, policy_version, claims, state, measures, alarms }) => {
    const values = Object.entries(measures).map(
      ([name, { value, limit }]) => `${name} ${value.toFixed(4)} (limit ${limit.toFixed(4)})`,
    )
    const found = state === "learning" ? "learning" : values.join(" · ")
    const end = alarms.length > 0 ? ` · ALARM: ${alarms.join(", ")}` : ""
    return `${week} · version ${policy_version} · ${claims} claims · ${found}${end}`
  })
}

function share(interval: z.output<typeof Interval> | null): string {
  if (interval === null) return "unknown"
  const [value, low, high] = [interval.value, interval.low, interval.high].map((one) =>
    (100 * one).toFixed(1),
  )
  return `${value} % (${low} to ${high})`
}

function number({ value, low, high }: z.output<typeof Interval>): string {
  return `${value.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`
}
