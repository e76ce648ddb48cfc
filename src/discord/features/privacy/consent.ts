/**
 * Opting out and in. The change takes effect before the answer; the answer then asks what to do with existing
 * data.
 */

import type { Consent } from "../../../privacy/consent.ts"
import { refreshChannels, refreshGuildsOf } from "../../../runtime/channels.ts"
import { changeConsent, changeObjection } from "../../../runtime/consent.ts"
import { optOutLinked } from "../../../runtime/own-accounts.ts"
import {
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
  textsFor,
} from "../../bot/ui/command.ts"
import { button, container, row, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { accountsText, EVERYWHERE, loadOwnPrivacy, type OwnPrivacy, selfActor } from "./own-privacy.ts"

export async function optOut(context: InteractionContext, where: unknown): Promise<Reply> {
  const before = await loadOwnPrivacy(context, { whileRestoring: true })
  const isEverywhere = where === EVERYWHERE
  const { runtime, guildId, asker, at } = context
  await optOutLinked(runtime.env, guildId, { userId: asker.id, now: at, everywhere: isEverywhere })
  if (isEverywhere) await storeObjection(context, before, true)
  else await storeConsent(context, before, "out")
  const { consent, privacy, links } = textsFor(context)
  return componentsReply(
    container(
      text(
        [
          `## ${consent.out}`,
          isEverywhere ? consent.outEverywhere : consent.outHere,
          ...(before.linked.length === 0
            ? []
            : [fill(links.alsoOut, { accounts: accountsText(before.linked) })]),
          consent.existing,
          ...(isEverywhere ? [`-# ${consent.eraseHereOnly}`] : []),
        ].join("\n"),
      ),
      row(
        button(customId("privacy-open", "erase"), privacy.erase, { style: "danger" }),
        button(customId("privacy-open", "see"), consent.keep),
      ),
    ),
  )
}

export async function optIn(context: InteractionContext, where: unknown): Promise<Reply> {
  const before = await loadOwnPrivacy(context)
  if (where === EVERYWHERE) await storeObjection(context, before, false)
  else await storeConsent(context, before, "in")
  const now = await loadOwnPrivacy(context)
  const { consent } = textsFor(context)
  return componentsReply(
    container(
      text(optInText(now, where, consent)),
      ...(now.objectsSince === null ? [] : [liftObjectionRow(consent)]),
    ),
  )
}

function optInText(
  { objectsSince, remembered }: OwnPrivacy,
  where: unknown,
  consent: Texts["consent"],
): string {
  if (objectsSince !== null) return `## ${consent.stillOut}\n${consent.stillOutEverywhere}`
  if (where !== EVERYWHERE)
    return remembered
      ? `## ${consent.remembered}\n${consent.rememberedNow}`
      : `## ${consent.outSince}\n${consent.outSinceThen}`
  const here = remembered ? consent.rememberedHere : consent.notRememberedHere
  return `## ${consent.lifted}\n${consent.liftedRule} ${here}`
}

function liftObjectionRow({ undoOptOut }: Texts["consent"]) {
  return row(button(customId("privacy-consent", "in", EVERYWHERE), undoOptOut, { style: "primary" }))
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
  if (!isSame && !refusedSince)
    await changeConsent(runtime.env, guildId, { person, consent }, selfActor(context))
  await refreshChannels(runtime.env, entered)
}

async function storeObjection(
  context: InteractionContext,
  { entered, objectsSince, linked }: OwnPrivacy,
  objects: boolean,
): Promise<void> {
  const isCurrent = objects ? objectsSince !== null : objectsSince === null || objectsSince > context.at
  if (!isCurrent) await changeObjection(context.runtime.env, context.asker.id, objects, selfActor(context))
  await refreshChannels(context.runtime.env, entered)
  await refreshGuildsOf(context.runtime.env, context.asker.id)
  if (objects) for (const id of linked) await refreshGuildsOf(context.runtime.env, id)
}
