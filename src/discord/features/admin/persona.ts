/** The bot's persona and house rules in a server, in a form with the current texts. */

import { Refused } from "../../../domain/errors.ts"
import { hashOf } from "../../../domain/hash.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import {
  componentsReply,
  customId,
  type Form,
  type InteractionContext,
  type Reply,
} from "../../bot/ui/command.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { container, paragraphField, text } from "../../bot/ui/ui-kit.ts"
import { changeGuildSetting, enterManagedGuild } from "./manager-access.ts"

type PersonaSettings = Pick<GuildSettings, "persona" | "house_rules">

export async function personaForm(context: InteractionContext): Promise<Form> {
  const { guild } = await enterManagedGuild(context)
  return buildPersonaForm(guild.settings)
}

/** @internal */
export function buildPersonaForm({ persona, house_rules }: PersonaSettings): Form {
  return {
    custom_id: customId("admin-persona", personaFingerprint({ persona, house_rules })),
    title: "Bot persona",
    components: [
      paragraphField("persona", "Persona", {
        description: "Who the bot is and how it talks. Leave empty for a plain and friendly tone.",
        value: persona,
        max: 500,
        required: false,
      }),
      paragraphField("house_rules", "House rules", {
        description: "Rules that the bot follows in this server.",
        value: house_rules,
        max: 1_000,
        required: false,
      }),
    ],
  }
}

/**
 * Fingerprints the texts in the form, so that a submission does not overwrite changes made since it was
 * opened.
 */
function personaFingerprint({ persona, house_rules }: PersonaSettings): string {
  return hashOf([persona ?? "", house_rules ?? ""]).slice(0, 12)
}

export async function setPersona(
  context: InteractionContext,
  { print: fingerprint, fields }: { print: string; fields: Record<string, string> },
): Promise<Reply> {
  const wanted: PersonaSettings = {
    persona: blankToNull(fields.persona),
    house_rules: blankToNull(fields.house_rules),
  }
  const { guild } = await changeGuildSetting(
    context,
    (settings) => {
      if (personaFingerprint(settings) === personaFingerprint(wanted)) return settings
      if (personaFingerprint(settings) !== fingerprint)
        throw new Refused({ reason: "invalid", issues: CHANGED_MEANWHILE })
      return { ...settings, ...wanted }
    },
    { persona: wanted.persona !== null, house_rules: wanted.house_rules !== null },
  )
  return personaPage(guild.settings)
}

const CHANGED_MEANWHILE = [{ field: "persona", problem: "was changed by someone else. Open the form again" }]

function blankToNull(value: string | undefined): string | null {
  const text = value?.trim() ?? ""
  return text === "" ? null : text
}

function personaPage({ persona, house_rules }: PersonaSettings): Reply {
  const quoteOr = (text: string | null, none: string) =>
    text === null ? `-# ${none}` : `> ${escapeText(text, 1_000)}`
  return componentsReply(
    container(
      text(
        [
          "## Bot persona",
          `**Persona**\n${quoteOr(persona, "Default: plain and friendly.")}`,
          `**House rules**\n${quoteOr(house_rules, "None.")}`,
        ].join("\n"),
      ),
    ),
  )
}
