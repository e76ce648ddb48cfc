/** What every admin command does first: lets managers in alone, and says who did what. Pure but for the guild it enters. */
import { Refused } from "../../../domain/errors.ts"
import type { AuditActor } from "../../../memory/write/audit.ts"
import { type Cause, changeSettings } from "../../../policy/change.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { refreshChannels } from "../../../runtime/channels.ts"
import { type Entered, enterOrCreate } from "../../../runtime/enter.ts"
import type { InteractionContext } from "../../bot/ui/command.ts"
import { isManager } from "../../bot/ui/guild-reader.ts"

/** Discord hides the command from others; whoever gets past that is refused here. */
export function requireManager({ asker }: Pick<InteractionContext, "asker">): void {
  if (!isManager(asker)) throw new Refused({ reason: "managers_only" })
}

export function askerActor({ asker, at }: Pick<InteractionContext, "asker" | "at">): AuditActor {
  return { actor: `member ${asker.id}`, now: at }
}

export function changeCause(asked: Pick<InteractionContext, "id" | "asker" | "at">): Cause {
  return { by: askerActor(asked), cause: asked.id }
}

/** A guild that is leaving can still be looked at; one that was never heard, be seen to before it is. */
export function enterManagedGuild({ ground, guildId, at }: InteractionContext): Promise<Entered> {
  return enterOrCreate(ground.env, guildId, at)
}

/** Changes one thing in the settings, and tells the channels. Returns the guild as it is then. */
export async function changeGuildSetting(
  asked: InteractionContext,
  change: (settings: GuildSettings) => GuildSettings,
  detail: Record<string, string | number | boolean | null>,
): Promise<Entered> {
  const { db } = await enterManagedGuild(asked)
  await changeSettings(db, asked.guildId, change, { ...changeCause(asked), detail })
  const entered = await enterManagedGuild(asked)
  await refreshChannels(asked.ground.env, entered)
  return entered
}
