/** Sets what is recorded in a channel, and whether the bot answers mentions there. */
import { Refused } from "../../../domain/errors.ts"
import type { Id } from "../../../domain/types.ts"
import {
  DEFAULT_CHANNEL,
  INHERIT_MODE,
  INHERIT_NAME,
  MODE_NAMES,
  MODE_TEXTS,
  withChannelChange,
} from "../../../policy/channel-modes.ts"
import {
  answersMentions,
  CHANNEL_MODES,
  type ChannelMode,
  modeOf,
  nestingOf,
} from "../../../policy/settings.ts"
import type { Entered } from "../../../runtime/enter.ts"
import {
  type CommandOptions,
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
} from "../../bot/ui/command.ts"
import { button, container, row, select, text } from "../../bot/ui/ui-kit.ts"
import { changeGuildSetting, enterManagedGuild } from "./manager-access.ts"

/** A change to a channel; omitted fields stay as they are. */
export interface ChannelChange {
  mode?: string | undefined
  quiet?: boolean | undefined
}

export async function channelCommand(
  context: InteractionContext,
  { channels, values }: CommandOptions,
): Promise<Reply> {
  const channel = channels.channel
  const { mode, quiet } = values
  if (mode === undefined && quiet === undefined) {
    const entered = await enterManagedGuild(context)
    return channel ? channelPage(entered, channel.id) : channelsPage(entered)
  }
  if (!channel) throw invalid("channel", "is required with mode or quiet")
  const wanted = {
    mode: typeof mode === "string" ? mode : undefined,
    quiet: typeof quiet === "boolean" ? quiet : undefined,
  }
  return setChannel(context, channel.id, wanted)
}

/** `id` may stand for the default of the server. */
export async function setChannel(
  context: InteractionContext,
  id: Id | typeof DEFAULT_CHANNEL,
  wanted: ChannelChange,
): Promise<Reply> {
  const mode = wanted.mode === undefined ? undefined : parseMode(wanted.mode)
  const detail = {
    channel: id,
    ...(mode === undefined ? {} : { mode }),
    ...(wanted.quiet === undefined ? {} : { quiet: wanted.quiet }),
  }
  const entered: Entered = await changeGuildSetting(
    context,
    (settings) => withChannelChange(settings, id, { ...wanted, mode }),
    detail,
  )
  return id === DEFAULT_CHANNEL ? channelsPage(entered) : channelPage(entered, id)
}

function parseMode(name: string): ChannelMode | typeof INHERIT_MODE {
  const mode = [...CHANNEL_MODES, INHERIT_MODE].find((one) => one === name)
  if (mode === undefined) throw invalid("mode", "is not one of the choices")
  return mode as ChannelMode | typeof INHERIT_MODE
}

function invalid(field: string, problem: string): Refused {
  return new Refused({ reason: "invalid", issues: [{ field, problem }] })
}

// Pages for one channel and for all configured channels: what is recorded there, and which setting decides
// it. Pure.

type GuildView = Pick<Entered, "guild" | "structure">

/** @internal */
export function channelPage({ guild, structure }: GuildView, id: Id): Reply {
  const { channels } = guild.settings
  const nesting = nestingOf(structure.channels, id)
  const mode = modeOf(channels, nesting)
  const source = [id, ...nesting.parentIds].find((one) => channels.modes[one] !== undefined)
  const quietBy = [id, ...nesting.parentIds].find((one) => channels.quiet.includes(one))
  const said =
    source === id
      ? "set for this channel"
      : source
        ? `inherited from <#${source}>`
        : "from the server default"
  const inherited = mode !== "off" && quietBy !== id ? ` (inherited from <#${quietBy}>)` : ""
  const mentions = answersMentions(channels, nesting)
    ? "The bot answers mentions here."
    : `The bot does not answer mentions here${inherited}.`
  const modes = [
    ...CHANNEL_MODES.map((one) => ({
      label: MODE_NAMES[one],
      value: one,
      default: source === id && one === mode,
    })),
    { label: INHERIT_NAME, value: INHERIT_MODE, default: source !== id },
  ]
  const toggle = customId("admin-quiet", id, String(!channels.quiet.includes(id)))
  return componentsReply(
    container(
      text(`## <#${id}>\n**${MODE_NAMES[mode]}**, ${said}. ${MODE_TEXTS[mode]}\n${mentions}`),
      row(select(customId("admin-channel", id), "Channel mode", { options: modes })),
      // An ignored channel has no mentions to answer.
      ...(mode === "off"
        ? []
        : [row(button(toggle, channels.quiet.includes(id) ? "Answer mentions" : "Stop answering mentions"))]),
    ),
  )
}

/** The most channels listed by name: Discord's text limit is close to that. */
const MOST_NAMED = 25

/** @internal */
export function channelsPage({ guild }: GuildView): Reply {
  const { modes, quiet, default: otherwise } = guild.settings.channels
  const named = CHANNEL_MODES.flatMap((mode) => {
    const ids = Object.keys(modes).filter((id) => modes[id] === mode)
    return ids.length === 0 ? [] : [`**${MODE_NAMES[mode]}:** ${channelMentions(ids)}`]
  })
  const lines = [
    "## Channels",
    `Default: **${MODE_NAMES[otherwise]}**. ${MODE_TEXTS[otherwise]}`,
    ...(named.length > 0 ? named : ["No channel has its own setting. The default applies everywhere."]),
    ...(quiet.length > 0 ? [`**Quiet** (mentions are not answered): ${channelMentions(quiet)}`] : []),
    "-# Threads inherit from their channel, and channels from their category. To view or change a channel, use `/keepsake channel` and pick it.",
  ]
  const options = CHANNEL_MODES.map((mode) => ({
    label: MODE_NAMES[mode],
    value: mode,
    default: mode === otherwise,
  }))
  return componentsReply(
    container(
      text(lines.join("\n")),
      row(select(customId("admin-channel", DEFAULT_CHANNEL), "Default mode", { options })),
    ),
  )
}

function channelMentions(ids: readonly Id[]): string {
  const shown = ids.slice(0, MOST_NAMED).map((id) => `<#${id}>`)
  return ids.length > MOST_NAMED ? `${shown.join(" ")} and ${ids.length - MOST_NAMED} more` : shown.join(" ")
}
