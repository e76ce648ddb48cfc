/** Changes what is recorded in a channel, and names the modes for people. Pure. */
import type { Id } from "../domain/types.ts"
import type { ChannelMode, GuildSettings } from "./settings.ts"

/** Removes the channel's own setting. */
export const INHERIT_MODE = "inherit"
/** Stands for the guild's default in the place of a channel's id. */
export const DEFAULT_CHANNEL = "default"

export const INHERIT_NAME = "Inherit from channel, category or server"

export const MODE_NAMES: Record<ChannelMode, string> = {
  full: "Full memory",
  notes: "Notes only",
  roleplay: "Role-play",
  off: "Ignored",
}

export const MODE_TEXTS: Record<ChannelMode, string> = {
  full: "Messages can become memory and can be searched for as long as they are kept.",
  notes: "Each conversation gets a title and a summary. Nothing about people is saved.",
  roleplay:
    "Only what is said out of character is heard: ((in double brackets)), // after slashes or after OOC: at the start of a line. Everything else is ignored.",
  off: "New messages are ignored, and unprocessed ones have been deleted. Earlier data stays until it expires.",
}

/** A change to a channel; omitted fields stay as they are. */
export interface ChannelSetting {
  mode?: ChannelMode | typeof INHERIT_MODE | undefined
  quiet?: boolean | undefined
}

/** Returns the settings with a channel's changed. The default has a mode and nothing to inherit. */
export function withChannelChange(
  settings: GuildSettings,
  id: Id | typeof DEFAULT_CHANNEL,
  { mode, quiet }: ChannelSetting,
): GuildSettings {
  const { channels } = settings
  if (id === DEFAULT_CHANNEL)
    return mode === undefined || mode === INHERIT_MODE
      ? settings
      : { ...settings, channels: { ...channels, default: mode } }
  const { [id]: _, ...others } = channels.modes
  const modes =
    mode === undefined ? channels.modes : mode === INHERIT_MODE ? others : { ...others, [id]: mode }
  const otherQuiet = channels.quiet.filter((one) => one !== id)
  const nextQuiet = quiet === undefined ? channels.quiet : quiet ? [...otherQuiet, id] : otherQuiet
  return { ...settings, channels: { ...channels, modes, quiet: nextQuiet } }
}
