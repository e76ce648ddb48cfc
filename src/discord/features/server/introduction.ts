/** The message with which the bot introduces itself after an invitation, for those who manage the server. */
import type { ChannelMode } from "../../../policy/settings.ts"
import { componentsReply, customId, type Reply } from "../../bot/ui/command.ts"
import { button, container, linkButton, row, text } from "../../bot/ui/ui-kit.ts"
import { textsIn } from "../../texts/texts.ts"

/** `mode`: how channels are heard until a manager decides. `privacyUrl`: `null` if the address is unknown. */
export function introductionReply({
  locale,
  mode,
  privacyUrl,
}: {
  locale: string
  mode: ChannelMode
  privacyUrl: string | null
}): Reply {
  const { introduction: own } = textsIn(locale)
  return componentsReply(
    container(
      text(`## ${own.title}\n${own.intro}`),
      text([own.heard[mode], own.kept, own.managers].join("\n\n")),
      row(
        button(customId("intro-channels"), own.chooseChannels, { style: "primary" }),
        button(customId("intro-consent", "opt_out"), own.optOut),
        button(customId("intro-consent", "opt_in"), own.optIn),
        ...(privacyUrl === null ? [] : [linkButton(privacyUrl, own.privacy)]),
      ),
    ),
  )
}
