/** Shared first step of `/privacy`: loads the asker's own consent and viewer. Never reads for anyone else. */

import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import type { Id, Time, Viewer } from "../../../domain/types.ts"
import type { AuditActor } from "../../../memory/write/audit.ts"
import { memberActor } from "../../../memory/write/audit.ts"
import { type Consent, findConsent, findObjection, mayRemember } from "../../../privacy/consent.ts"
import { type Entered, enterOrCreate } from "../../../runtime/enter.ts"
import { IN_SERVERS, type InteractionContext } from "../../bot/ui/command.ts"
import { linkedAccountsOf, viewerForAsker } from "../../bot/ui/guild-reader.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"

export function selfActor({ asker, at }: Pick<InteractionContext, "asker" | "at">): AuditActor {
  return { actor: memberActor(asker.id), now: at }
}

export interface OwnPrivacy {
  entered: Entered
  viewer: Viewer
  /** Their other accounts, confirmed from both sides. */
  linked: readonly Id[]
  /** Their choice for this server. */
  consent: Consent
  consentAt: Time | null
  /** When they opted out everywhere; `null` if they did not. */
  objectsSince: Time | null
  /** The result of both choices and the server's own rule. */
  remembered: boolean
}

/**
 * Works in guilds that are being left, in guilds without any messages yet, and for people who opted out. Only
 * the asker sees the result.
 */
export async function loadOwnPrivacy(
  context: InteractionContext,
  options: { whileRestoring?: boolean } = {},
): Promise<OwnPrivacy> {
  if (!context.isPrivate) throw new Refused({ reason: "forbidden" })
  const { runtime, guildId, asker, at } = context
  const entered = await enterOrCreate(runtime.env, guildId, at, options)
  const [{ consent, at: consentAt }, objectsSince, linked] = await Promise.all([
    findConsent(entered.db, guildId, asker.id),
    findObjection(entered.db, asker.id),
    linkedAccountsOf(context),
  ])
  const optIn = entered.guild.settings.consent === "opt_in"
  const remembered = mayRemember({ consent, objects: objectsSince !== null }, optIn)
  const viewer = viewerForAsker(entered, context, linked)
  return { entered, viewer, linked, consent, consentAt, objectsSince, remembered }
}

/** Mentions linked accounts. Only for the person they belong to. */
export function accountsText(linked: readonly Id[]): string {
  return linked.map((id) => `${userMention(id)} (\`${id}\`)`).join(", ")
}

// The command definition. Available to everyone.

const { Subcommand, String: Text } = ApplicationCommandOptionType

export const EVERYWHERE = "everywhere"

const WHERE: APIApplicationCommandBasicOption = {
  type: Text,
  name: "where",
  description: "Where this applies. Default: this server only",
  choices: [
    { name: "In this server", value: "here" },
    { name: "In every server with this bot", value: EVERYWHERE },
  ],
}

export const PRIVACY_DEFINITION: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  name: "privacy",
  description: "See and control what is stored about you. Only you see the answers",
  ...IN_SERVERS,
  options: [
    { type: Subcommand, name: "see", description: "See what is stored about you here and for how long" },
    {
      type: Subcommand,
      name: "export",
      description: "Download everything stored about you here as one file",
    },
    {
      type: Subcommand,
      name: "opt-out",
      description: "Stop recording and remembering you",
      options: [WHERE],
    },
    {
      type: Subcommand,
      name: "opt-in",
      description: "Allow Keepsake to remember you again",
      options: [WHERE],
    },
    {
      type: Subcommand,
      name: "link",
      description: "Link your accounts in this server, or end a link",
      options: [
        {
          type: Text,
          name: "code",
          description: "The code that your other account got. Leave empty to see your links",
          max_length: 40,
        },
      ],
    },
    { type: Subcommand, name: "erase", description: "Erase everything stored about you here" },
  ],
}
