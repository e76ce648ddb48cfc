/** The visitor's own consent and data: read, and changed as they say. The rules are those of `/privacy` on Discord. */
import type { Id, Time } from "../../domain/types.ts"
import { wakeEraser } from "../../erasure/wake.ts"
import { type Consent, findConsent, findObjection, mayRemember } from "../../privacy/consent.ts"
import type { ExportExtent } from "../../privacy/export.ts"
import { exportPerson, personExportExtent, refreshChannels, refreshGuildsOf } from "../../runtime/channels.ts"
import { changeConsent, changeObjection } from "../../runtime/consent.ts"
import { eraseAccounts, optOutLinked } from "../../runtime/own-accounts.ts"
import type { Visit } from "../session/visit.ts"

interface OwnConsent {
  /** Their word for this server. */
  consent: Consent
  /** When they opted out of every server; null if they did not. */
  objectsSince: Time | null
  /** The result of both and of the server's own rule. */
  remembered: boolean
}

export interface OwnData extends OwnConsent {
  extent: ExportExtent
}

/** Reads whether the visitor is remembered, and why. */
export async function readOwnConsent({ entered, person, guildId }: Visit): Promise<OwnConsent> {
  const [{ consent }, objectsSince] = await Promise.all([
    findConsent(entered.db, guildId, person.id),
    findObjection(entered.db, person.id),
  ])
  const optIn = entered.guild.settings.consent === "opt_in"
  const remembered = mayRemember({ consent, objects: objectsSince !== null }, optIn)
  return { consent, objectsSince, remembered }
}

/** Reads what is stored of the visitor: how much of each kind. Asks every channel for their messages. */
export async function readOwnData(visit: Visit): Promise<OwnData> {
  const { entered, person, viewer, by, runtime } = visit
  const [own, extent] = await Promise.all([
    readOwnConsent(visit),
    personExportExtent(runtime.env, entered, { viewer, userId: person.id, by }),
  ])
  return { ...own, extent }
}

/** Opts the visitor and their linked accounts out, here or in every server of this deployment. */
export async function optOutVisitor(visit: Visit, where: "here" | "everywhere"): Promise<void> {
  const { entered, guildId, person, runtime, by, now, linked } = visit
  const everywhere = where === "everywhere"
  await optOutLinked(runtime.env, guildId, { userId: person.id, now, everywhere })
  if (everywhere) await changeObjection(runtime.env, person.id, true, by)
  else await changeConsent(runtime.env, guildId, { person, consent: "out" }, by)
  await refreshChannels(runtime.env, entered)
  if (everywhere) for (const id of [person.id, ...linked]) await refreshGuildsOf(runtime.env, id)
}

/**
 * Opts the visitor in. If they are still not remembered here, returns `still_out` if they opted out of every server,
 * and `still_out_here` if their word for this server or its own rule forbids it.
 */
export async function optInVisitor(
  visit: Visit,
  where: "here" | "everywhere",
): Promise<"opted_in" | "still_out" | "still_out_here"> {
  const { entered, guildId, person, runtime, by } = visit
  if (where === "everywhere") {
    await changeObjection(runtime.env, person.id, false, by)
    await refreshGuildsOf(runtime.env, person.id)
  } else await changeConsent(runtime.env, guildId, { person, consent: "in" }, by)
  await refreshChannels(runtime.env, entered)
  const { remembered, objectsSince } = await readOwnConsent(visit)
  if (objectsSince !== null) return "still_out"
  return remembered ? "opted_in" : "still_out_here"
}

/** Returns everything stored of the visitor as a document in pieces. Recorded in the audit log first. */
export function exportVisitor({ runtime, entered, viewer, person, by }: Visit) {
  return exportPerson(runtime.env, entered, { viewer, userId: person.id, by })
}

/** Requests the erasure of the visitor with their linked accounts, once for one `act`. Returns the job's id. */
export async function eraseVisitor(
  { entered, guildId, person, runtime, by }: Visit,
  { act, optOut }: { act: string; optOut: boolean },
): Promise<Id> {
  const wanted = { guildId, userId: person.id, optOut, id: `e_${act}` }
  const job = await eraseAccounts(entered.db, wanted, by)
  await wakeEraser(runtime.env, guildId)
  return job.id
}
