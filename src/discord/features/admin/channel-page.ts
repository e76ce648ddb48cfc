/** The page of one channel, and of all that are named: what is done with what is said there, and where that comes from. Pure. */

import type { Id } from "../../../domain/types.ts"
import { isQuiet, modeOf, nestingOf } from "../../../policy/channels.ts"
import { CHANNEL_MODES, type ChannelMode } from "../../../policy/settings.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { customId } from "../../bot/ui/command.ts"
import { laidOut, type Reply } from "../../bot/ui/reply.ts"
import { button, container, row, select, text } from "../../bot/ui/ui-kit.ts"

/** Its own word is taken back. */
export const AS_PARENT = "inherit"
/** Stands for the guild's default in a custom id. */
export const DEFAULT = "default"

export const MODE_NAMES: Record<ChannelMode, string> = {
  full: "Heard in full",
  notes: "Notes only",
  off: "Not heard",
}

const MEANING: Record<ChannelMode, string> = {
  full: "What is said there can become memory, and is found for as long as messages are kept.",
  notes: "Of each talk a title and a summary are kept, and nothing about anybody.",
  off: "Nothing said there is heard. What was heard before stays until its time is over; what waited unread is gone.",
}

type Seen = Pick<Entered, "guild" | "structure">

export function channelPage({ guild, structure }: Seen, id: Id): Reply {
  const { channels } = guild.settings
  const nesting = nestingOf(structure.channels, id)
  const mode = modeOf(channels, nesting)
  const source = [id, ...nesting.parentIds].find((one) => channels.modes[one] !== undefined)
  const quietBy = [id, ...nesting.parentIds].find((one) => channels.quiet.includes(one))
  const said = source === id ? "by its own setting" : source ? `as <#${source}>` : "by the server's default"
  const quiet = isQuiet(channels, nesting)
  const mentions = quiet
    ? `Mentions are left unanswered${quietBy === id ? "" : `, as in <#${quietBy}>`}.`
    : "Mentions are answered."
  const modes = [
    ...CHANNEL_MODES.map((one) => ({
      label: MODE_NAMES[one],
      value: one,
      default: source === id && one === mode,
    })),
    { label: "As what it stands in", value: AS_PARENT, default: source !== id },
  ]
  const toggle = customId("admin-quiet", id, String(!channels.quiet.includes(id)))
  return laidOut(
    container(
      text(`## <#${id}>\n**${MODE_NAMES[mode]}**, ${said}. ${MEANING[mode]}\n${mentions}`),
      row(select(customId("admin-channel", id), "What is done with it", { options: modes })),
      row(button(toggle, channels.quiet.includes(id) ? "Answer mentions" : "Keep quiet here")),
    ),
  )
}

/** Of so many each is named; Discord's limit on text is not far beyond. */
const MOST_NAMED = 25

export function channelsPage({ guild }: Seen): Reply {
  const { modes, quiet, default: otherwise } = guild.settings.channels
  const named = CHANNEL_MODES.flatMap((mode) => {
    const ids = Object.keys(modes).filter((id) => modes[id] === mode)
    return ids.length === 0 ? [] : [`**${MODE_NAMES[mode]}:** ${mentionsOf(ids)}`]
  })
  const lines = [
    "## Channels",
    `By default: **${MODE_NAMES[otherwise]}**. ${MEANING[otherwise]}`,
    ...(named.length > 0 ? named : ["No channel is named: the default holds for all."]),
    ...(quiet.length > 0 ? [`**Quiet:** ${mentionsOf(quiet)}`] : []),
    "-# A thread is as its channel, a channel as its category, unless it is named itself. `/keepsake channel` with a channel shows and changes one.",
  ]
  const options = CHANNEL_MODES.map((mode) => ({
    label: MODE_NAMES[mode],
    value: mode,
    default: mode === otherwise,
  }))
  return laidOut(
    container(
      text(lines.join("\n")),
      row(select(customId("admin-channel", DEFAULT), "The default", { options })),
    ),
  )
}

function mentionsOf(ids: readonly Id[]): string {
  const shown = ids.slice(0, MOST_NAMED).map((id) => `<#${id}>`)
  return ids.length > MOST_NAMED ? `${shown.join(" ")} and ${ids.length - MOST_NAMED} more` : shown.join(" ")
}
