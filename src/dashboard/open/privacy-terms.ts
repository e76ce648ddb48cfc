/** Translates a guild's settings and policy into the terms of its privacy page. Pure. */
import { SENSITIVE } from "../../domain/types.ts"
import type { Guild } from "../../policy/guild.ts"
import { SENSITIVE_NAMES } from "../../policy/sensitive-names.ts"
import type { GuildSettings } from "../../policy/settings.ts"
import type { PausedBy } from "../../runtime/models.ts"
import type { Settings } from "../../settings.ts"

/** The terms of one guild, or the defaults. */
export interface PrivacyTerms {
  /** The guild, whose own settings these are; null for the defaults. */
  guild: { id: string; name: string | null; icon: string | null; since: string | null } | null
  consent: "opt_out" | "opt_in"
  /** The channels that are read: all, most, or only chosen ones. */
  heard: "all" | "most" | "chosen"
  /** Who paused saving; null if it is not paused. */
  paused: PausedBy | null
  /** Days that messages are kept. */
  messageDays: number
  /** Days that notes, expired facts and replaced facts are kept; `null` means until someone deletes them. */
  noteDays: number | null
  expiredDays: number | null
  historyDays: number | null
  /** Days that the decision about each possible fact is kept, with its text. */
  decisionDays: number | null
  /** Days that the figures of each night are kept. */
  nightDays: number | null
  labelDays: number | null
  /** Days of the claim log, the audit log, events and model costs. */
  claimDays: number | null
  auditDays: number | null
  eventDays: number | null
  usageDays: number | null
  /** True if nights review what is known. */
  nights: boolean
  /** Personal topics that facts may not contain, and those the guild allows, as members call them. */
  refused: readonly string[]
  allowed: readonly string[]
  slurs: "refuse" | "allow"
  /** The reader of the messages. */
  reader: "cloudflare" | "other" | "rules"
  /** Names of the models that read messages and word answers, without repetition; empty for rules. */
  models: readonly string[]
  /** The region in which conversations are stored, in words. */
  region: string
  /** Whom to ask, if the operator set it. */
  contact: string | null
}

/** Says who paused saving, and what that means for people who talk meanwhile. */
export function pausedText(by: PausedBy): string {
  const who =
    by === "operator"
      ? "The bot's operator has paused saving in all servers."
      : "The people who run this server have paused saving."
  return `${who} Until it is resumed, nothing that is said becomes a fact or a note, and that is not caught up on later. Messages are still received and kept for as long as always. Forgetting and erasing go on.`
}

/** Channel names are left out: not every member sees every channel. */
function channelsRead({ default: otherwise, modes }: GuildSettings["channels"]): PrivacyTerms["heard"] {
  const named = Object.values(modes)
  if (otherwise === "off") return "chosen"
  if (named.includes("off")) return "most"
  return "all"
}

/** `terms` are the deployment's own. */
export function privacyTermsOf(
  { settings, policy }: Pick<Guild, "settings" | "policy">,
  terms: Pick<PrivacyTerms, "guild" | "reader" | "models" | "region" | "contact"> & { readOnly: boolean },
): PrivacyTerms {
  const { readOnly, ...rest } = terms
  const paused = readOnly ? "operator" : settings.read_only ? "server" : null
  // Slurs are described separately: they are no kind of fact.
  const named = (handling: "refuse" | "allow") =>
    SENSITIVE.flatMap((kind) =>
      kind !== "slurs" && policy.sensitive[kind] === handling ? [SENSITIVE_NAMES[kind].toLowerCase()] : [],
    )
  return {
    ...rest,
    consent: settings.consent,
    heard: channelsRead(settings.channels),
    paused,
    nights: settings.night.enabled && paused === null,
    messageDays: settings.retention_days,
    noteDays: settings.retention.notes_days,
    expiredDays: settings.retention.expired_days,
    historyDays: settings.retention.history_days,
    decisionDays: settings.retention.windows_days,
    nightDays: settings.retention.runs_days,
    labelDays: settings.retention.labels_days,
    claimDays: settings.retention.claims_days,
    auditDays: settings.retention.audit_days,
    eventDays: settings.retention.events_days,
    usageDays: settings.retention.usage_days,
    refused: named("refuse"),
    allowed: named("allow"),
    slurs: policy.sensitive.slurs,
  }
}

const JURISDICTIONS: Record<NonNullable<Settings["JURISDICTION"]>, string> = {
  eu: "Conversations, messages and search indexes stay in the European Union.",
  us: "Conversations, messages and search indexes stay in the United States.",
  fedramp: "Conversations, messages and search indexes stay in data centers with FedRAMP authorization.",
  "fedramp-high":
    "Conversations, messages and search indexes stay in data centers with FedRAMP High authorization.",
}

/** Says in which part of the world data is stored, as far as the operator chose one. */
export function regionText({ JURISDICTION }: Pick<Settings, "JURISDICTION">): string {
  const everything = "Everything is stored with Cloudflare."
  return JURISDICTION === undefined
    ? `${everything} The operator has not tied it to a region.`
    : `${everything} ${JURISDICTIONS[JURISDICTION]}`
}

/** Says which channels are read. */
export const HEARD: Record<PrivacyTerms["heard"], string> = {
  all: "",
  most: "Some channels are not read.",
  chosen: "Only chosen channels are read.",
}

/** Says what reads the conversations. */
export const READERS: Record<PrivacyTerms["reader"], string> = {
  cloudflare: "A language model on Cloudflare reads the conversations. All data is stored on Cloudflare too.",
  other:
    "A language model chosen by the bot's operator reads the conversations. Ask the operator which one, and what happens to the data it receives.",
  rules: "No language model reads the conversations. Fixed rules look for plain statements.",
}

/** Says for how long something is kept. `null`: without an end. */
export function keptFor(days: number | null): string {
  if (days === null) return "until deleted"
  if (days === 0) return "only until they are processed"
  return days === 1 ? "1 day" : `${days} days`
}
