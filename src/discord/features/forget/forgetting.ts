/** Forgetting on Discord: at once, with ten minutes to take it back. Run again with the same interaction, it says the same and forgets nothing more. */
import { Refused } from "../../../domain/errors.ts"
import { aboutPerson, listMemories } from "../../../memory/read/manage.ts"
import { meant } from "../../../memory/read/meant.ts"
import type { Found } from "../../../memory/read/search.ts"
import { undoable } from "../../../memory/removal/undo.ts"
import { forgetMemories } from "../../../memory/write/correct.ts"
import { followWrites } from "../../../runtime/channels.ts"
import type { Asked } from "../../bot/ui/command.ts"
import type { Desk } from "../../bot/ui/reading.ts"
import { laidOut, type Reply } from "../../bot/ui/reply.ts"
import { mayChange } from "../../bot/ui/rights.ts"
import { doing } from "../hand.ts"
import { forgottenPage } from "./pages.ts"

/** So many of a person's memories are looked through. */
const MOST = 2_000

/** What is known about the asker that fits the words, latest first. */
export async function meantBy(asked: Asked, { entered, viewer }: Desk, words: string): Promise<Found[]> {
  const { asker } = asked
  const known = await listMemories(entered.db, viewer, aboutPerson(asker.id), { after: null, limit: MOST })
  return meant(words, known, asker.name)
}

/** Forgets memories that the asker has been shown; refuses where one of them is not theirs to change. */
export async function forget(asked: Asked, { entered }: Desk, all: readonly Found[]): Promise<Reply> {
  if (!all.every((found) => mayChange(asked.asker, found))) throw new Refused({ reason: "not_yours" })
  const { ground, guildId, id } = asked
  const ids = all.map(({ memory }) => memory.id)
  const refused = await forgetMemories(entered.db, guildId, ids, doing(asked))
  if (refused) throw new Refused(refused)
  followWrites(ground, guildId)
  const kept = await undoable(entered.db, guildId, id)
  const gone = all.map(({ memory }) => memory)
  return laidOut(forgottenPage(gone, kept === null ? null : id))
}

/** What this interaction forgot already, if it did: it is being run again. */
export async function forgottenBefore(
  { guildId, id, asker }: Asked,
  { entered }: Desk,
): Promise<Reply | null> {
  const kept = await undoable(entered.db, guildId, id)
  if (kept === null || kept.userId !== asker.id) return null
  return laidOut(forgottenPage(kept.gone, id))
}
