/** Translates a guild's settings and policy into the terms of its privacy page. Pure. */
import { SENSITIVE, type Sensitive } from "../../domain/types.ts"
import type { Guild } from "../../policy/guild.ts"
import type { GuildSettings } from "../../policy/settings.ts"
import type { PrivacyTerms } from "./privacy-page.tsx"

/** The name of each class for members. Slurs are described separately: they are no kind of fact. */
const TOPIC_NAMES: Record<Exclude<Sensitive, "slurs">, string> = {
  health: "health",
  sexuality: "sexuality",
  religion: "religion",
  politics: "politics",
  ethnicity: "ethnicity",
  minors: "children",
  finances: "money",
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
  terms: Pick<PrivacyTerms, "ofGuild" | "reader" | "contact"> & { readOnly: boolean },
): PrivacyTerms {
  const { readOnly, ...rest } = terms
  const paused = readOnly || settings.read_only
  const named = (handling: "refuse" | "allow") =>
    SENSITIVE.flatMap((kind) =>
      kind !== "slurs" && policy.sensitive[kind] === handling ? [TOPIC_NAMES[kind]] : [],
    )
  return {
    ...rest,
    consent: settings.consent,
    heard: channelsRead(settings.channels),
    paused,
    nights: settings.night.enabled && !paused,
    messageDays: settings.retention_days,
    noteDays: settings.retention.notes_days,
    expiredDays: settings.retention.expired_days,
    historyDays: settings.retention.history_days,
    decisionDays: settings.retention.windows_days,
    nightDays: settings.retention.runs_days,
    labelDays: settings.retention.labels_days,
    refused: named("refuse"),
    allowed: named("allow"),
    slurs: policy.sensitive.slurs,
  }
}
