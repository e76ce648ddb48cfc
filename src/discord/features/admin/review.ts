/** Deciding on what waits: queued memories and contradictions, one at a time. Shown is what the manager's own place lets them read; of the rest, the number. */
import { Refused } from "../../../domain/errors.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import type { Found } from "../../../memory/read/search.ts"
import { reviewQueue } from "../../../memory/read/waiting.ts"
import { type Correction, correct } from "../../../memory/write/correct.ts"
import { decideOn } from "../../../memory/write/deciding.ts"
import { unfitFor } from "../../../privacy/unfit.ts"
import { followWrites } from "../../../runtime/channels.ts"
import type { Asked, Form } from "../../bot/ui/command.ts"
import { type Desk, deskOf } from "../../bot/ui/reading.ts"
import type { Reply } from "../../bot/ui/reply.ts"
import { byAsker } from "./managing.ts"
import { matterPage, nothingWaits, rewordForm } from "./review-page.ts"

export async function reviewCommand(asked: Asked): Promise<Reply> {
  return pageAt(await deskOf(asked), 0, null)
}

/** A matter as its page showed it. */
export interface Shown {
  id: string
  version: number
  place: number
}

export const DEEDS = ["approve", "other", "both", "reject", "next"] as const
export type Deed = (typeof DEEDS)[number]

export async function decide(asked: Asked, deed: Deed, { id, version, place }: Shown): Promise<Reply> {
  const desk = await deskOf(asked)
  if (deed === "next") return pageAt(desk, place + 1, null)
  const { db } = desk.entered
  const refused = await decideOn(db, desk.viewer, {
    waiting: { id, version },
    decision: deed,
    by: byAsker(asked),
  })
  if (refused?.reason === "not_waiting" || refused?.reason === "unknown_memory")
    return pageAt(desk, place, MEANWHILE)
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
  return pageAt(desk, place, DONE[deed])
}

const DONE: Record<Exclude<Deed, "next">, string> = {
  approve: "Approved.",
  other: "Approved.",
  both: "Both are kept.",
  reject: "Rejected.",
}

export async function rewording(asked: Asked, { id, version, place }: Shown): Promise<Form> {
  const { entered, viewer } = await deskOf(asked)
  const found = await findMemory(entered.db, viewer, id)
  if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
  return rewordForm(found, { version, place })
}

/** New words by a manager's own hand: they are approved with it. */
export async function reworded(asked: Asked, { id, version, place }: Shown, fact: string): Promise<Reply> {
  const desk = await deskOf(asked)
  const { found, notice } = await asShown(desk, { id, version })
  if (found === null) return pageAt(desk, place, notice)
  if (fact.trim() === "")
    throw new Refused({ reason: "invalid", issues: [{ field: "fact", problem: "is blank" }] })
  const unfit = unfitFor(found, [fact], desk.entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  await apply(asked, desk, { id, change: { fact: fact.trim(), status: "active" } })
  return pageAt(desk, place, "Reworded and approved.")
}

const MEANWHILE = "⚠️ That one changed meanwhile, or is decided already."

/** The memory, if it is as the page showed it. */
async function asShown(
  { entered, viewer }: Desk,
  { id, version }: Pick<Shown, "id" | "version">,
): Promise<{ found: Found | null; notice: string }> {
  const found = await findMemory(entered.db, viewer, id)
  return { found: found?.memory.version === version ? found : null, notice: MEANWHILE }
}

async function apply(
  asked: Asked,
  { entered, viewer }: Desk,
  { id, change }: { id: string; change: Correction },
): Promise<void> {
  const refused = await correct(entered.db, viewer, { id, change, by: byAsker(asked) })
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
}

/** The matter at a place among those that wait now, and round to the first after the last. */
async function pageAt({ entered, viewer }: Desk, place: number, notice: string | null): Promise<Reply> {
  const { db, guild } = entered
  const { ids, hidden } = await reviewQueue(db, viewer)
  const at = place < ids.length ? place : 0
  const id = ids[at]
  const found = id === undefined ? null : await findMemory(db, viewer, id)
  if (found === null) return nothingWaits(hidden, notice)
  const { contradicts } = found.memory
  const other = contradicts === null ? null : await findMemory(db, viewer, contradicts)
  return matterPage({ guildId: guild.id, found, other, place: at, of: ids.length, hidden, notice })
}
