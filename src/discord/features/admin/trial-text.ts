/** The words of the trial page: the candidate's changes, how its decisions differ, and the verdict of a replay. Pure. */
import { LEAST_OUTCOMES } from "../../../policy/lab/certify.ts"
import type { PolicyEstimate } from "../../../policy/lab/estimate.ts"
import type { ReplayReport } from "../../../policy/lab/reports.ts"
import type { TrialReport } from "../../../policy/trial-report.ts"
import type { Trial } from "../../../policy/trials.ts"
import type { FieldChange } from "../../../policy/versions.ts"
import type { CandidateReplay } from "../../../runtime/replay-candidate.ts"
import { truncate } from "../../../text/truncate.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"

const MOST_CHANGES = 5
const FACT_CHARS = 150

export function trialHead({ trial, changes }: { trial: Trial; changes: readonly FieldChange[] }): string {
  const stage =
    trial.stage === "shadow"
      ? `Running in shadow since ${timestamp(trial.stageAt)}. It changes nothing.`
      : `Decides ${percent(trial.share)} of conversations and answers since ${timestamp(trial.stageAt)}.`
  const more = changes.length > MOST_CHANGES ? [`-# and ${changes.length - MOST_CHANGES} more`] : []
  return [
    `## Trial of version ${trial.version}`,
    stage,
    ...changes.slice(0, MOST_CHANGES).map(changeLine),
    ...more,
  ].join("\n")
}

function changeLine({ field, before, after }: FieldChange): string {
  const value = (one: unknown) => escapeText(truncate(JSON.stringify(one), 40, { ellipsis: false }), 60)
  return `- \`${field.replaceAll("`", "")}\`: ${value(before)} → ${value(after)}`
}

export function reportText(
  { stage }: Trial,
  { judged, examples, live, candidate, broken }: TrialReport,
): string {
  if (judged.claims === 0 && candidate.claims === 0)
    return "No claims yet. Come back after some conversations."
  const differing = judged.claims - judged.same
  const sums = [
    ["save", judged.wouldAccept],
    ["reject", judged.wouldReject],
    ["ask about", judged.wouldQueue],
    ["hide", judged.wouldShadow],
  ].flatMap(([verb, n]) => (n === 0 ? [] : [`${verb} ${n}`]))
  const lines = [
    `**${judged.claims} ${judged.claims === 1 ? "claim" : "claims"} judged by both**, ${differing} of them differently${sums.length > 0 ? `. The candidate would ${sums.join(", ")} of those.` : "."}`,
    ...examples.map(exampleLine),
  ]
  if (stage === "rollout")
    lines.push(
      `Current policy: ${live.kept} saved, ${live.bad} of ${live.judged} judged as bad. Candidate: ${candidate.kept} saved, ${candidate.bad} of ${candidate.judged} judged as bad.`,
    )
  if (broken !== null) lines.push(`⚠️ Guardrail \`${broken}\` is broken. The trial ends within the hour.`)
  return lines.join("\n")
}

function exampleLine({ verdict, trialVerdict, memory, type }: TrialReport["examples"][number]): string {
  const words = memory
    ? escapeText(truncate(memory.fact, FACT_CHARS), FACT_CHARS)
    : type === null
      ? "A claim without stored words"
      : `A claim of type \`${type}\` without stored words`
  return `- ${words}\n-# Current policy: ${verdict}. Candidate: ${trialVerdict}.`
}

/** Names the verdict of a replay over the holdout, with its figures. */
export function replayText({ report, recalls }: CandidateReplay): string {
  const { certificate, comparison, evaluated, notReplayed } = report
  const { live, candidate } = comparison
  const lines = [
    verdictText(certificate),
    `Based on ${evaluated} past claims. Share of good ones among those saved: ${goodShare(live)} with the current policy, ${goodShare(candidate)} with the candidate.`,
  ]
  if (recalls.changed > 0)
    lines.push(`${recalls.changed} of ${recalls.rows} past recalls would show something else.`)
  if (notReplayed.length > 0)
    lines.push(`-# A replay cannot cover: ${escapeText(notReplayed.join(", "), 200)}.`)
  return lines.join("\n")
}

function goodShare({ quality, outcomes }: Pick<PolicyEstimate, "quality" | "outcomes">): string {
  if (quality === null || outcomes === 0) return "unknown"
  const judged = `${outcomes} ${outcomes === 1 ? "judgment" : "judgments"}`
  return outcomes < LEAST_OUTCOMES
    ? `too few to tell (${judged} of at least ${LEAST_OUTCOMES})`
    : `${percent(quality.value)} (${percent(quality.low)} to ${percent(quality.high)}, from ${judged})`
}

function verdictText(certificate: ReplayReport["certificate"]): string {
  switch (certificate.verdict) {
    case "certified":
      return "✅ **Certified**: the candidate is better, and chance does not explain the difference."
    case "refused":
      return certificate.unsafe.length > 0
        ? `⛔ **Refused**: the candidate weakens protections: ${escapeText(certificate.unsafe.join(", "), 200)}.`
        : "⛔ **Refused**: the candidate is worse, and chance does not explain the difference."
    case "not_yet":
      if (certificate.same) return "**No difference**: both policies make the same decisions."
      return certificate.more === null
        ? "**Not certifiable yet**: past decisions do not show which policy is better."
        : `**Not certifiable yet**: ${certificate.more} more labeled claims are needed.`
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
