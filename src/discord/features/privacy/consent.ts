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
          "## You have opted out",
          where === EVERYWHERE
            ? "In every server with this bot, now and later: your messages are not recorded, nothing is saved about you, and you are not quoted or named."
            : "In this server: your messages are not recorded, nothing is saved about you, and you are not quoted or named.",
          "Existing data about you is still stored. Only you and the people who run this server can see it. Do you want to keep it?",
          ...(where === EVERYWHERE
            ? ["-# Erasing applies to this server only. In other servers, use `/privacy erase` there."]
            : []),
        ].join("\n"),
      ),
      row(
        button(customId("privacy-open", "erase"), "Erase…", { style: "danger" }),
        button(customId("privacy-open", "see"), "Keep it"),
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
    return "## Still opted out\nYou opted in here, but you also opted out of all servers, which takes precedence. Do you want to undo that too?"
  if (where !== EVERYWHERE && !remembered) return "## Opted out\nYou have opted out since then."
  if (where !== EVERYWHERE)
    return "## You are remembered here\nYour new messages can become memory, and existing data about you is used again."
  const here = remembered
    ? "You are remembered here."
    : "You are not remembered here. To change that, run `/privacy opt-in` without `where`."
  return `## You are no longer opted out of all servers\nIn each server, your choice there applies. If you made none, the server's default applies. ${here}`
}

function liftObjectionRow() {
  return row(button(customId("privacy-consent", "in", EVERYWHERE), "Undo opt-out", { style: "primary" }))
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
