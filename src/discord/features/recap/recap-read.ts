/** What was talked about lately, as the one who asks may read it, page by page. */
import { localDate, shifted, startOf } from "../../../domain/calendar.ts"
import { readNotes } from "../../../memory/read/note-pages.ts"
import { talkedDuring } from "../../../memory/read/recap.ts"
import { numbered } from "../../../memory/read/recollect.ts"
import type { Asked } from "../../bot/ui/command.ts"
import { nothingTalked } from "../../bot/ui/empty.ts"
import { deskOf } from "../../bot/ui/reading.ts"
import { laidOut, type Reply, said } from "../../bot/ui/reply.ts"
import { PAGE } from "../list.ts"
import { recapPage } from "./recap-page.ts"
import { type RecapPlace, recapAt } from "./recap-place.ts"

/** The page of the last days' talks that begins at a place: so many whole days of the guild's, and today so far. */
export async function recapOf(asked: Asked, place: RecapPlace): Promise<Reply> {
  const { entered, viewer } = await deskOf(asked)
  const { timezone } = entered.guild.settings
  const from = startOf(shifted(localDate(asked.at, timezone), -place.days), timezone)
  const all = await talkedDuring(entered.db, viewer, { from, to: asked.at })
  if (all.length === 0) return said(nothingTalked(place.days))
  const { page, before, after } = recapAt(all, place, { size: PAGE, timezone })
  // What went between the two reads is left out.
  const notes = await readNotes(entered.db, viewer, { page: numbered(page.map(({ seq }) => seq)) })
  return laidOut(recapPage({ notes, of: all.length, since: from, timezone, before, after }))
}
