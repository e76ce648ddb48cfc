/** How the bot talks in a server, and the house rules it minds: a form with both as they stand. */

import { Refused } from "../../../domain/errors.ts"
import { hashOf } from "../../../domain/hash.ts"
import type { GuildSettings } from "../../../policy/settings.ts"
import { type Asked, customId, type Form, laidOut, type Reply } from "../../bot/ui/command.ts"
import { shown } from "../../bot/ui/text.ts"
import { container, paragraphField, text } from "../../bot/ui/ui-kit.ts"
import { guildOf, setting } from "./managing.ts"

type Manner = Pick<GuildSettings, "persona" | "house_rules">

export async function personaForm(asked: Asked): Promise<Form> {
  const { guild } = await guildOf(asked)
  return formOf(guild.settings)
}

export function formOf({ persona, house_rules }: Manner): Form {
  return {
    custom_id: customId("admin-persona", printOf({ persona, house_rules })),
    title: "How the bot talks here",
    components: [
      paragraphField("persona", "Persona", {
        description: "Who it is and how it talks. Empty: plain and friendly.",
        value: persona,
        max: 500,
        required: false,
      }),
      paragraphField("house_rules", "House rules", {
        description: "What it has to mind when it talks here.",
        value: house_rules,
        max: 1_000,
        required: false,
      }),
    ],
  }
}

/** Known by what stood in the form when it was opened: what others wrote since is not written over. */
function printOf({ persona, house_rules }: Manner): string {
  return hashOf([persona ?? "", house_rules ?? ""]).slice(0, 12)
}

export async function setPersona(
  asked: Asked,
  { print, fields }: { print: string; fields: Record<string, string> },
): Promise<Reply> {
  const wanted: Manner = { persona: written(fields.persona), house_rules: written(fields.house_rules) }
  const { guild } = await setting(
    asked,
    (settings) => {
      if (printOf(settings) === printOf(wanted)) return settings
      if (printOf(settings) !== print) throw new Refused({ reason: "invalid", issues: OVERTAKEN })
      return { ...settings, ...wanted }
    },
    { persona: wanted.persona !== null, house_rules: wanted.house_rules !== null },
  )
  return personaPage(guild.settings)
}

const OVERTAKEN = [
  { field: "persona", problem: "was changed by somebody since you opened the form; open it again" },
]

function written(value: string | undefined): string | null {
  const text = value?.trim() ?? ""
  return text === "" ? null : text
}

function personaPage({ persona, house_rules }: Manner): Reply {
  const told = (text: string | null, none: string) =>
    text === null ? `-# ${none}` : `> ${shown(text, 1_000)}`
  return laidOut(
    container(
      text(
        [
          "## How the bot talks here",
          `**Persona**\n${told(persona, "None: plain and friendly.")}`,
          `**House rules**\n${told(house_rules, "None.")}`,
        ].join("\n"),
      ),
    ),
  )
}
