/**
 * Opting out and in. The change takes effect before the answer; the answer then asks what to do with existing
 * data.
 */

import { type Consent, setConsent, setObjection } from "../../../privacy/consent.ts"
import { refreshChannels, refreshGuildsOf } from "../../../runtime/channels.ts"
import { componentsReply, customId, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { button, container, row, text } from "../../bot/ui/ui-kit.ts"
import { EVERYWHERE, loadOwnPrivacy, type OwnPrivacy, selfActor } from "./own-privacy.ts"

export async function optOut(context: InteractionContext, where: unknown): Promise<Reply> {
  const before = await loadOwnPrivacy(context)
  if (where === EVERYWHERE) await storeObjection(context, before, true)
  else await storeConsent(context, before, "out")
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

export async function optIn(context: InteractionContext, where: unknown): Promise<Reply> {
  const before = await loadOwnPrivacy(context)
  if (where === EVERYWHERE) await storeObjection(context, before, false)
  else await storeConsent(context, before, "in")
  const now = await loadOwnPrivacy(context)
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

/** A repeat is not recorded twice, and a later opt-out is not undone. */
async function storeConsent(
  context: InteractionContext,
  before: OwnPrivacy,
  consent: Consent,
): Promise<void> {
  const { asker, guildId, runtime } = context
  const { entered, consentAt } = before
  const isSame = before.consent === consent && consentAt === context.at
  const refusedSince = consent === "in" && before.consent === "out" && (consentAt ?? 0) > context.at
  const person = { id: asker.id, name: asker.name }
  if (!isSame && !refusedSince) await setConsent(entered.db, guildId, { person, consent }, selfActor(context))
  await refreshChannels(runtime.env, entered)
}

async function storeObjection(
  context: InteractionContext,
  { entered, objectsSince }: OwnPrivacy,
  objects: boolean,
): Promise<void> {
  const isCurrent = objects ? objectsSince !== null : objectsSince === null || objectsSince > context.at
  if (!isCurrent) await setObjection(entered.db, context.asker.id, objects, selfActor(context))
  await refreshChannels(context.runtime.env, entered)
  await refreshGuildsOf(context.runtime.env, context.asker.id)
}
