/** Changes settings of the guild for a manager, and tells the channels, which hold a copy. */
import { changeSettings } from "../../policy/change.ts"
import type { GuildSettings } from "../../policy/settings.ts"
import { refreshChannels } from "../../runtime/channels.ts"
import { enter } from "../../runtime/enter.ts"
import type { Visit } from "../session/visit.ts"

/** Sent twice with one `act`, it changes them once. `detail` goes to the audit log. */
export async function changeSettingsForVisit(
  { entered, guildId, by, runtime }: Visit,
  change: (settings: GuildSettings) => GuildSettings,
  { act, detail }: { act: string; detail: Details },
): Promise<void> {
  await changeSettings(entered.db, guildId, change, { by, cause: act, detail })
  await refreshChannels(runtime.env, await enter(runtime.env, guildId))
}

type Details = Record<string, string | number | boolean | null>

/** Returns the values that differ from those before, for the audit log. Pure. */
export function changedValues(before: Readonly<Record<string, unknown>>, wanted: Readonly<Details>): Details {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => before[name] !== value))
}
