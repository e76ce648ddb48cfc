/** Plain words for the fields of settings and of audit rows, and for their values. Pure. */
import { MODE_NAMES } from "../../policy/channel-modes.ts"
import { POLICY_CHANGED } from "../../policy/trial-end.ts"
import { countOf } from "../kit/parts.tsx"
import { fieldLabel, GUARDRAILS, valueText } from "./policy/policy-words.ts"

/** Fields of settings and audit rows. Others are named as on the policy's form, or spelled out. */
const LABELS: Readonly<Record<string, string>> = {
  consent: "Who is remembered",
  retention_days: "Messages are kept",
  notes_days: "Notes of conversations are kept",
  timezone: "Time zone",
  read_only: "Saving is paused",
  own_history: "Members' data packages",
  daily_tokens: "Cap of tokens a day",
  daily_neurons: "Cap of neurons a day",
  monthly_usd: "Cap a month",
  cap_usd: "Cap of the import",
  mode: "What is remembered",
  default: "Other channels",
  quiet: "Answers no mentions",
  member: "Person",
  blocked: "Blocked",
  persona: "Manner of the bot is set",
  house_rules: "House rules are set",
  scope: "Access",
  bound: "Bound to",
  expires_at: "Expires",
  with: "Revoked together with",
  base: "Policy version before",
  version: "Policy version",
  stage: "Kind of trial",
  share: "Conversations it decides",
  measures: "Changed beyond chance",
  claims: "Proposed facts compared",
  complete: "All channels",
  source: "From server",
  import: "Import",
  rows: "Entries",
  settings: "Settings too",
  part: "Part of the file",
  undoes: "Undid",
  fields: "Changed",
  opt_out: "Also opted out",
  kind: "Kind",
  members_complete: "All members were sent",
  past: "Imports of old messages",
  stats: "Days of statistics",
  windows: "Records of conversations",
  history: "Replaced facts",
  expired: "Expired facts",
}

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  consent: {
    in: "Opted in",
    out: "Opted out",
    opt_in: "Only people who opted in",
    opt_out: "Everyone who did not opt out",
  },
  mode: { ...MODE_NAMES, inherit: "As the channels above it" },
  own_history: { off: "Switched off", rules: "Read by rules", model: "Read by a model" },
  default: MODE_NAMES,
  stage: { shadow: "Judges, and changes nothing", rollout: "Decides some conversations" },
  reason: { [POLICY_CHANGED.reason]: "The policy was changed", ...GUARDRAILS },
  outcome: { adopted: "Put in force", rolled_back: "Rolled back", stopped: "Stopped" },
  kind: {
    person: "A person",
    channel: "A channel",
    guild: "The whole server",
    discord: "Messages from Discord",
    export: "An export of the server",
    package: "A member's own data package",
  },
  bound: { place: "A channel", person: "A person" },
  fields: { lifetime: "Keep for", time: "Last day" },
  expires_at: { null: "Never" },
  monthly_usd: { null: "No cap" },
  daily_tokens: { null: "No cap" },
  daily_neurons: { null: "No cap" },
  cap_usd: { null: "No cap" },
}

/** Names a field; `path` is its name with those of its parents, as `retention.notes_days`. */
export function detailLabel(path: string): string {
  return LABELS[path.replace(/^(?:retention|channels)\./, "")] ?? fieldLabel(path)
}

/** Says a value of a field. */
export function detailText(path: string, value: unknown): string {
  const leaf = leafOf(path)
  if (Array.isArray(value))
    return value.length === 0 ? "None" : value.map((one) => detailText(path, one)).join(", ")
  const named = VALUES[leaf]?.[String(value)]
  if (named !== undefined) return named
  if (leaf === "fields") return fieldLabel(String(value))
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (leaf.endsWith("_days")) return daysText(value)
  if (typeof value !== "number") return valueText(path, value)
  if (leaf.endsWith("_usd")) return `$${value}`
  if (leaf === "share") return `${Math.round(value * 100)} %`
  return leaf === "version" || leaf === "base" || leaf === "undoes"
    ? String(value)
    : value.toLocaleString("en")
}

function daysText(value: unknown): string {
  if (value === null) return "Until deleted"
  return value === 0 ? "Until they are read" : `For ${countOf(Number(value), "day")}`
}

function leafOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1)
}

/** Lists every field of a detail that holds a value, below the names of its parents. */
export function detailFields(detail: Readonly<Record<string, unknown>>, parent = ""): [string, unknown][] {
  return Object.entries(detail).flatMap(([name, value]): [string, unknown][] => {
    const path = `${parent}${name}`
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value)
    return isGroup ? detailFields(Object.fromEntries(Object.entries(value)), `${path}.`) : [[path, value]]
  })
}
