/** Sets how a channel is heard, or whether the bot keeps quiet there. */
import { Refused } from "../../../domain/errors.ts"
import type { Id } from "../../../domain/types.ts"
import { CHANNEL_MODES, type ChannelMode, type GuildSettings } from "../../../policy/settings.ts"
import type { Entered } from "../../../runtime/enter.ts"
import type { Asked, Options } from "../../bot/ui/command.ts"
import type { Reply } from "../../bot/ui/reply.ts"
import { AS_PARENT, channelPage, channelsPage, DEFAULT } from "./channel-page.ts"
import { guildOf, setting } from "./managing.ts"

/** What is to hold of a channel; a field left out stays. */
export interface Wanted {
  mode?: string | undefined
  quiet?: boolean | undefined
}

export async function channelCommand(asked: Asked, { channels, values }: Options): Promise<Reply> {
  const channel = channels.channel
  const { mode, quiet } = values
  if (mode === undefined && quiet === undefined) {
    const entered = await guildOf(asked)
    return channel ? channelPage(entered, channel.id) : channelsPage(entered)
  }
  if (!channel) throw invalid("channel", "has to be named for that")
  const wanted = {
    mode: typeof mode === "string" ? mode : undefined,
    quiet: typeof quiet === "boolean" ? quiet : undefined,
  }
  return setChannel(asked, channel.id, wanted)
}

/** `id` may be the default's. */
export async function setChannel(asked: Asked, id: Id | typeof DEFAULT, wanted: Wanted): Promise<Reply> {
  const mode = wanted.mode === undefined ? undefined : modeNamed(wanted.mode)
  const detail = {
    channel: id,
    ...(mode === undefined ? {} : { mode }),
    ...(wanted.quiet === undefined ? {} : { quiet: wanted.quiet }),
  }
  const entered: Entered = await setting(
    asked,
    (settings) => changed(settings, id, { ...wanted, mode }),
    detail,
  )
  return id === DEFAULT ? channelsPage(entered) : channelPage(entered, id)
}

function changed(
  settings: GuildSettings,
  id: Id | typeof DEFAULT,
  { mode, quiet }: { mode: ChannelMode | typeof AS_PARENT | undefined; quiet?: boolean | undefined },
): GuildSettings {
  const { channels } = settings
  if (id === DEFAULT)
    return mode === undefined || mode === AS_PARENT
      ? settings
      : { ...settings, channels: { ...channels, default: mode } }
  const { [id]: _, ...others } = channels.modes
  const modes = mode === undefined ? channels.modes : mode === AS_PARENT ? others : { ...others, [id]: mode }
  const elsewhere = channels.quiet.filter((one) => one !== id)
  const quieted = quiet === undefined ? channels.quiet : quiet ? [...elsewhere, id] : elsewhere
  return { ...settings, channels: { ...channels, modes, quiet: quieted } }
}

function modeNamed(name: string): ChannelMode | typeof AS_PARENT {
  const mode = [...CHANNEL_MODES, AS_PARENT].find((one) => one === name)
  if (mode === undefined) throw invalid("mode", "is none that there is")
  return mode as ChannelMode | typeof AS_PARENT
}

function invalid(field: string, problem: string): Refused {
  return new Refused({ reason: "invalid", issues: [{ field, problem }] })
}
