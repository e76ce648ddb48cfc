/** Words for what the policy's pages show: fields and their values, decisions, certificates and guardrails. Pure. */
import { LEAST_OUTCOMES } from "../../../policy/lab/certify.ts"
import type { PolicyEstimate } from "../../../policy/lab/estimate.ts"
import { PRESET_NAMES, type PresetName } from "../../../policy/presets.ts"
import { SENSITIVE_NAMES } from "../../../policy/sensitive-names.ts"
import { POLICY_CHANGED } from "../../../policy/trial-end.ts"
import type { Trial } from "../../../policy/trials.ts"
import type { CandidateReplay } from "../../../runtime/replay-candidate.ts"
import { truncate } from "../../../text/truncate.ts"
import type { Tone } from "../../kit/parts.tsx"
import { TYPE_NAMES } from "../../memories/memory-parts.tsx"
import { percent, wholeNumber } from "../figures.ts"
import { FIELD_GROUPS, type PolicyField } from "./policy-fields.ts"

const FIELDS: ReadonlyMap<string, PolicyField> = new Map(
  FIELD_GROUPS.flatMap(({ fields }) => fields.map((one) => [one.field, one] as const)),
)
const NAMES: Readonly<Record<string, string>> = { ...SENSITIVE_NAMES }

/** Names a field of the policy as its form does. One without a field in the form is spelled out. */
export function fieldLabel(field: string): string {
  const known = FIELDS.get(field)
  if (known !== undefined) return known.label
  const [part = "", ...rest] = field.split(".")
  const name = rest.join(" ")
  if (part === "sensitive") return `May be remembered: ${NAMES[name] ?? spelledOut(name)}`
  return spelledOut(name === "" ? part : name)
}

function spelledOut(name: string): string {
  const spaced = name.replaceAll("_", " ")
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}

const VALUE_CHARS = 120

/** Says a value of a field as its form does. */
export function valueText(field: string, value: unknown): string {
  const known = FIELDS.get(field)
  const choices = known?.kind === "choice" || known?.kind === "list" ? known.choices : []
  const named = (one: unknown) => choices.find(([name]) => name === one)?.[1] ?? String(one)
  if (value === null || value === undefined) return "–"
  if (field.startsWith("sensitive.")) return value === "allow" ? "Yes" : "No"
  if (typeof value === "boolean") return value ? "On" : "Off"
  if (Array.isArray(value))
    return value.length === 0 ? "None" : truncate(value.map(named).join(", "), VALUE_CHARS)
  if (typeof value === "object") {
    const pairs = Object.entries(value).map(([name, one]) => `${spelledOut(name)}: ${JSON.stringify(one)}`)
    return pairs.length === 0 ? "None" : truncate(pairs.join(", "), VALUE_CHARS)
  }
  return truncate(named(value), VALUE_CHARS)
}

export const PRESET_TEXTS: Record<PresetName, { title: string; text: string }> = {
  default: {
    title: "Standard",
    text: "Every setting as a new server has it: facts count at once, and answers begin with what fits the question best and leave out the rest.",
  },
  source: {
    title: "Trial run with hidden facts",
    text: "Facts are saved and shown to nobody until you change how facts are saved. Answers weigh how important and how recent a fact is.",
  },
}

/** The note of a version that a preset made. */
export function presetNote(name: PresetName): string {
  return `Preset “${PRESET_TEXTS[name].title}”.`
}

/** Returns the note of a version as people read it: older versions name a preset as the code does. */
export function versionNote(note: string | null): string | null {
  const name = PRESET_NAMES.find((one) => note === `Preset ${one}.`)
  return name === undefined ? note : presetNote(name)
}

const VERDICTS: Readonly<Record<string, string>> = {
  accepted: "Saved",
  shadowed: "Saved but hidden",
  queued: "Waits for approval",
  rejected: "Rejected",
}

const REASONS: Readonly<Record<string, string>> = {
  read_only: "saving was paused",
  writing_off: "learning is off",
  scope_off: "nothing is learned about such subjects",
  subject_off: "nothing is learned about this subject",
  type_off: "this type is not saved",
  fact_too_long: "too long",
  low_confidence: "too little confidence",
  little_evidence: "too few statements",
  several_meant: "several people have the name",
  drawn: "chance chose it for review",
  window_full: "too many facts from one conversation",
  hour_full: "too many facts in an hour",
  subject_full: "too many facts about one subject",
}

/** "Rejected: too little confidence" for `rejected:low_confidence`. A reason that says no more than the verdict is left out. */
export function decisionText(decision: string): string {
  const [verdict = "", reason = ""] = decision.split(":")
  const why = REASONS[reason]
  return why === undefined ? (VERDICTS[verdict] ?? spelledOut(verdict)) : `${VERDICTS[verdict]}: ${why}`
}

export function kindText(type: keyof typeof TYPE_NAMES | null): string {
  return type === null ? "Forgotten" : TYPE_NAMES[type]
}

/** Why a guardrail ended a trial, by its name. */
export const GUARDRAILS: Readonly<Record<string, string>> = {
  leaks: "it would save what safety, consent or readers forbid",
  max_rejected_share: "people rejected too much of what it saved",
  max_junk_rate: "too much of what it kept was bad",
  max_tokens_ratio: "it used too many tokens",
  max_latency_ratio: "its model calls took too long",
}

/** Says why a guardrail ended a trial. */
export function guardrailText(reason: string | null): string {
  return reason === null ? "for no known reason" : (GUARDRAILS[reason] ?? spelledOut(reason).toLowerCase())
}

type Ended = Pick<Trial, "endedAt" | "outcome" | "reason">

/** Says why a trial ended; `null` while it runs. `by`: the name of whoever ended it. */
export function whyEnded({ endedAt, outcome, reason }: Ended, by: string): string | null {
  if (endedAt === null) return null
  if (outcome === "adopted") return `${by} put its candidate in force.`
  if (outcome === "rolled_back") return `It was rolled back: ${guardrailText(reason)}.`
  if (reason === POLICY_CHANGED.reason)
    return `The policy was changed by ${by}, and a candidate is compared only with the policy it was made from.`
  return reason === null ? `${by} stopped it.` : `${by} stopped it: “${reason}”.`
}

type Judged = Pick<CandidateReplay["report"], "certificate" | "comparison" | "changes">

/** Says in a few words how a candidate compares with the policy in force. */
export function certificateText({ certificate, comparison, changes }: Judged): readonly [Tone, string] {
  switch (certificate.verdict) {
    case "certified":
      return ["good", "Better, beyond chance"]
    case "refused":
      return ["bad", certificate.unsafe.length > 0 ? "Weakens protections" : "Worse, beyond chance"]
    case "not_yet":
      if (certificate.same) return ["plain", "Makes the same decisions"]
      if (certificate.more !== null) return ["warn", `${wholeNumber(certificate.more)} more judgments needed`]
      return [
        "warn",
        comparison.gained + comparison.lost === 0 ? sameSavesText(changes) : "The past does not tell",
      ]
  }
}

/** Says the share of good facts among those that a policy saves, if enough of them were judged to tell. */
export function shareOfGoodText({ quality, outcomes }: Pick<PolicyEstimate, "quality" | "outcomes">): string {
  if (quality === null || outcomes === 0) return "No judgments yet"
  const judged = `${wholeNumber(outcomes)} ${outcomes === 1 ? "judgment" : "judgments"}`
  if (outcomes < LEAST_OUTCOMES) return `Too few to tell: ${judged} of at least ${LEAST_OUTCOMES}`
  return `${percent(quality.value)} (${percent(quality.low)} to ${percent(quality.high)}), from ${judged}`
}

const MOVES: Readonly<Record<string, string>> = {
  queued: "wait for approval",
  shadowed: "be hidden",
  rejected: "be rejected",
}
const STATES: Readonly<Record<string, string>> = {
  queued: "waiting",
  shadowed: "hidden",
  rejected: "rejected",
}

/** "Saves the same; 21 waiting facts would be rejected instead". */
function sameSavesText(changes: Judged["changes"]): string {
  const counts = new Map<string, number>()
  for (const { live, candidate, claims } of changes) {
    const [from = "", to = ""] = [live, candidate].map((one) => one.split(":")[0] ?? "")
    const key = `${STATES[from] ?? from} ${to}`
    counts.set(key, (counts.get(key) ?? 0) + claims)
  }
  if (counts.size === 0) return "Saves the same, and recalls differ"
  const parts = [...counts].map(([key, count]) => {
    const [state, to = ""] = key.split(" ")
    return `${wholeNumber(count)} ${state} ${count === 1 ? "fact" : "facts"} would ${MOVES[to] ?? to} instead`
  })
  return `Saves the same; ${parts.join(", ")}`
}
