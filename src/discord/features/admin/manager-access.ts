/** Shared steps of the admin commands: let only managers in, record who did what, enter the guild. */

import { PermissionFlagsBits } from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import type { AuditActor } from "../../../memory/write/audit.ts"
import { memberActor } from "../../../memory/write/audit.ts"
import { type Cause, changeSettings } from "../../../policy/change.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { refreshChannels } from "../../../runtime/channels.ts"
import { type Entered, enterOrCreate } from "../../../runtime/enter.ts"
import type { InteractionContext } from "../../bot/ui/command.ts"
import { isManager } from "../../bot/ui/guild-reader.ts"

/** Discord hides the command from others; anyone who gets past that is refused here. */
export function requireManager({ asker }: Pick<InteractionContext, "asker">): void {
  if (!isManager(asker)) throw new Refused({ reason: "managers_only" })
}

/** Administrators read every channel on Discord, including those that Keepsake does not know. */
export function readsEveryChannel({ asker }: Pick<InteractionContext, "asker">): boolean {
  return (asker.permissions & PermissionFlagsBits.Administrator) !== 0n
}

export function askerActor({ asker, at }: Pick<InteractionContext, "asker" | "at">): AuditActor {
  return { actor: memberActor(asker.id), now: at }
}

export function changeCause(context: Pick<InteractionContext, "id" | "asker" | "at">): Cause {
  return { by: askerActor(context), cause: context.id }
}

/**
 * Enters guilds that are being left, and creates a guild that no message has come from yet, so that it can be
 * set up first.
 */
export function enterManagedGuild({ runtime, guildId, at }: InteractionContext): Promise<Entered> {
  return enterOrCreate(runtime.env, guildId, at)
}

/** Changes one setting and notifies the channels. Returns the guild after the change. */
export async function changeGuildSetting(
  context: InteractionContext,
  change: (settings: GuildSettings) => GuildSettings,
  detail: Record<string, string | number | boolean | null>,
): Promise<Entered> {
  const { db } = await enterManagedGuild(context)
  await changeSettings(db, context.guildId, change, { ...changeCause(context), detail })
  const entered = await enterManagedGuild(context)
  await refreshChannels(context.runtime.env, entered)
  return entered
}
