/** What a guild's settings and policy promise its members, in the terms of the privacy page. Pure. */
import type { Guild } from "../policy/guild.ts"
import type { Promises } from "./privacy-page.ts"

/** `terms` are the deployment's own. */
export function promisesOf(
  { settings }: Pick<Guild, "settings" | "policy">,
  terms: Pick<Promises, "ofGuild" | "reader" | "contact"> & { readOnly: boolean },
): Promises {
  const { readOnly, ...rest } = terms
  return {
    ...rest,
    consent: settings.consent,
    paused: readOnly || settings.read_only,
    messageDays: settings.retention_days,
    noteDays: null,
    expiredDays: null,
    historyDays: null,
    allowed: [],
  }
}
