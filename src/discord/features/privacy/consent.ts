/** Opting out and in: it takes effect before it is answered; what becomes of what is known is asked then. */

import { type Consent, setConsent, setObjection } from "../../../privacy/consent.ts"
import { refreshChannels, refreshGuildsOf } from "../../../runtime/channels.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { button, container, row, text } from "../../bot/ui/ui-kit.ts"
import { EVERYWHERE, loadOwnPrivacy, type OwnPrivacy, selfActor } from "./own-privacy.ts"

export async function optOut(asked: InteractionContext, where: unknown): Promise<Reply> {
  const before = await loadOwnPrivacy(asked)
  if (where === EVERYWHERE) await storeObjection(asked, before, true)
  else await storeConsent(asked, before, "out")
  return componentsReply(
    container(
      text(
        [
          "## You are not remembered any more",
          where === EVERYWHERE
            ? "In every server that this bot is in: what you write is not heard, nothing is written about you, and you are not quoted or named. That also holds for servers it joins later."
            : "In this server: what you write is not heard, nothing is written about you, and you are not quoted or named.",
          "What is known of you until now is still there, for you and those who run the server alone. Shall it stay?",
          ...(where === EVERYWHERE
            ? ["-# Erasing takes it out of this server; in others use `/privacy erase` there."]
            : []),
        ].join("\n"),
      ),
      row(
        button(customId("privacy-open", "erase"), "Erase it …", { style: "danger" }),
        button(customId("privacy-open", "see"), "Leave it"),
      ),
    ),
  )
}

export async function optIn(asked: InteractionContext, where: unknown): Promise<Reply> {
  const before = await loadOwnPrivacy(asked)
  if (where === EVERYWHERE) await storeObjection(asked, before, false)
  else await storeConsent(asked, before, "in")
  const now = await loadOwnPrivacy(asked)
  return componentsReply(
    container(text(optInText(now, where)), ...(now.objectsSince === null ? [] : [liftObjectionRow()])),
  )
}

function optInText({ objectsSince, remembered }: OwnPrivacy, where: unknown): string {
  if (objectsSince !== null)
    return "## Not yet\nYou agreed for this server, but you have opted out everywhere, and that counts for more. Take it back as well?"
  if (where !== EVERYWHERE && !remembered) return "## Not any more\nYou opted out since."
  if (where !== EVERYWHERE)
    return "## You are remembered here\nWhat you write from now on can become memory, and what was kept of you is used again."
  const here = remembered
    ? "Here, you are remembered."
    : "Here you are not: `/privacy opt-in` without `where` changes that."
  return `## Your objection for all servers is taken back\nIn each server what you said there counts again, and else its own rule. ${here}`
}

function liftObjectionRow() {
  return row(button(customId("privacy-consent", "in", EVERYWHERE), "Take it back", { style: "primary" }))
}

/** Done once more, it is not noted twice; and a no that came later is not undone by it. */
async function storeConsent(asked: InteractionContext, before: OwnPrivacy, consent: Consent): Promise<void> {
  const { asker, guildId, ground } = asked
  const { entered, consentAt } = before
  const same = before.consent === consent && consentAt === asked.at
  const refusedSince = consent === "in" && before.consent === "out" && (consentAt ?? 0) > asked.at
  const person = { id: asker.id, name: asker.name }
  if (!same && !refusedSince) await setConsent(entered.db, guildId, { person, consent }, selfActor(asked))
  await refreshChannels(ground.env, entered)
}

async function storeObjection(
  asked: InteractionContext,
  { entered, objectsSince }: OwnPrivacy,
  objects: boolean,
): Promise<void> {
  const stands = objects ? objectsSince !== null : objectsSince === null || objectsSince > asked.at
  if (!stands) await setObjection(entered.db, asked.asker.id, objects, selfActor(asked))
  await refreshChannels(asked.ground.env, entered)
  await refreshGuildsOf(asked.ground.env, asked.asker.id)
}
