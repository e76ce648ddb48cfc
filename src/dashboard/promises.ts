/** What a guild's settings and policy promise its members, in the terms of the privacy page. Pure. */

import { SENSITIVE, type Sensitive } from "../domain/types.ts"
import type { Guild } from "../policy/guild.ts"
import type { GuildSettings } from "../policy/settings.ts"
import type { Promises } from "./privacy-page.ts"

/** What each class is called to members. Slurs are told of by themselves: they are no kind of fact. */
const CALLED: Record<Exclude<Sensitive, "slurs">, string> = {
  health: "health",
  sexuality: "sexuality",
  religion: "religion",
  politics: "politics",
  ethnicity: "ethnicity",
  minors: "children",
  finances: "money",
}

/** Names of channels stay out of it: not every member sees each of them. */
function heardOf({ default: otherwise, modes }: GuildSettings["channels"]): Promises["heard"] {
  const named = Object.values(modes)
  if (otherwise === "off") return "chosen"
  if (named.includes("off")) return "most"
  return "all"
}

/** `terms` are the deployment's own. */
export function promisesOf(
  { settings, policy }: Pick<Guild, "settings" | "policy">,
  terms: Pick<Promises, "ofGuild" | "reader" | "contact"> & { readOnly: boolean },
): Promises {
  const { readOnly, ...rest } = terms
  const paused = readOnly || settings.read_only
  const named = (handling: "refuse" | "allow") =>
    SENSITIVE.flatMap((kind) =>
      kind !== "slurs" && policy.sensitive[kind] === handling ? [CALLED[kind]] : [],
    )
  return {
    ...rest,
    consent: settings.consent,
    heard: heardOf(settings.channels),
    paused,
    nights: settings.night.enabled && !paused,
    messageDays: settings.retention_days,
    noteDays: settings.retention.notes_days,
    expiredDays: settings.retention.expired_days,
    historyDays: settings.retention.history_days,
    decisionDays: settings.retention.windows_days,
    nightDays: settings.retention.runs_days,
    refused: named("refuse"),
    allowed: named("allow"),
    slurs: policy.sensitive.slurs,
  }
}
