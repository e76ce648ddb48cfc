/** What every admin command does first: lets managers in alone, and says who did what. Pure but for the guild it enters. */
import { Refused } from "../../../domain/errors.ts"
import type { AuditActor } from "../../../memory/write/audit.ts"
import { type Cause, changeSettings } from "../../../policy/change.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { refreshChannels } from "../../../runtime/channels.ts"
import { type Entered, enterOrCreate } from "../../../runtime/enter.ts"
import type { Asked } from "../../bot/ui/command.ts"
import { manages } from "../../bot/ui/reading.ts"

/** Discord hides the command from others; whoever gets past that is refused here. */
export function refuseOthers({ asker }: Pick<Asked, "asker">): void {
  if (!manages(asker)) throw new Refused({ reason: "managers_only" })
}

export function byAsker({ asker, at }: Pick<Asked, "asker" | "at">): AuditActor {
  return { actor: `member ${asker.id}`, now: at }
}

export function causeOf(asked: Pick<Asked, "id" | "asker" | "at">): Cause {
  return { by: byAsker(asked), cause: asked.id }
}

/** A guild that is leaving can still be looked at; one that was never heard, be seen to before it is. */
export function guildOf({ ground, guildId, at }: Asked): Promise<Entered> {
  return enterOrCreate(ground.env, guildId, at)
}

/** Changes one thing in the settings, and tells the channels. Returns the guild as it is then. */
export async function setting(
  asked: Asked,
  change: (settings: GuildSettings) => GuildSettings,
  detail: Record<string, string | number | boolean | null>,
): Promise<Entered> {
  const { db } = await guildOf(asked)
  await changeSettings(db, asked.guildId, change, { ...causeOf(asked), detail })
  const entered = await guildOf(asked)
  await refreshChannels(asked.ground.env, entered)
  return entered
}
