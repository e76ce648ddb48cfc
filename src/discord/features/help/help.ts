/** `/help`: what the bot does here, and what it hears in this channel. Reads no memory. */
import { ApplicationCommandType } from "discord-api-types/v10"
import { answersMentions, modeOf, nestingOf } from "../../../policy/settings.ts"
import { type Entered, enterActive } from "../../../runtime/enter.ts"
import { isMemoryPaused } from "../../../runtime/models.ts"
import {
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  textsFor,
} from "../../bot/ui/command.ts"
import { isManager } from "../../bot/ui/guild-reader.ts"
import { firstPageOf, formatProfileCursor } from "../../bot/ui/page-cursor.ts"
import { button, container, divider, row, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"

export const helpCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "help",
    description: "See what I do here and what I hear in this channel",
  },
  isPrivate: () => true,
  async run(context) {
    const { help } = textsFor(context)
    const entered = await enterActive(context.runtime.env, context.guildId)
    const parts = [help.ask, help.find, help.teach, help.change, help.privacy]
    return componentsReply(
      container(
        text(`## ${help.title}\n${help.intro}`),
        divider(),
        text([...parts, ...(isManager(context.asker) ? [help.managers] : [])].join("\n")),
        text(`-# ${[...hereTexts(context, entered, help.here), help.cannot].join(" ")}`),
        row(
          button(customId("page", formatProfileCursor(firstPageOf(context.asker.id))), help.seeProfile),
          button(customId("privacy-show", "see"), help.seePrivacy),
        ),
      ),
    )
  },
}

/** Says what is heard and answered in this channel. An unknown thread follows its parent. */
function hereTexts(
  { runtime, channelId, parentId }: InteractionContext,
  entered: Entered,
  here: Texts["help"]["here"],
): string[] {
  const { guild, structure } = entered
  const known = structure.channels
  const unknownThread =
    parentId === null || known.some(({ id }) => id === channelId) ? [] : [{ id: channelId, parentId }]
  const nesting = nestingOf([...known, ...unknownThread], channelId)
  const mode = modeOf(guild.settings.channels, nesting)
  return [
    here[mode],
    ...(mode !== "off" && !answersMentions(guild.settings.channels, nesting) ? [here.quiet] : []),
    ...(isMemoryPaused(runtime, entered) ? [here.paused] : []),
  ]
}
