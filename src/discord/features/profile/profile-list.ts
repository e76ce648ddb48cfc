/** A person's profile as the one who asks may read it, page by page. */

import type { Id } from "../../../domain/types.ts"
import { readProfile } from "../../../memory/read/profile.ts"
import { type Asked, customId } from "../../bot/ui/command.ts"
import { nothingKnownOf } from "../../bot/ui/empty.ts"
import { type Place, type Placed, pageAt, placed, sectionOf, writtenPlace } from "../../bot/ui/place.ts"
import { readFor } from "../../bot/ui/reading.ts"
import { laidOut, type Reply, said } from "../../bot/ui/reply.ts"
import { button } from "../../bot/ui/ui-kit.ts"
import { named, SECTION_NAMES } from "../../bot/ui/words.ts"
import { factLines } from "../fact.ts"
import { type Entry, listPage, PAGE, roomFor } from "../list.ts"

const FADING = "For a while"

/** The page of a profile that begins at a place. Whoever objects has an empty one, as has whoever is not known. */
export async function profilePage(asked: Asked, place: Place): Promise<Reply> {
  const now = Date.now()
  const moment = { now, until: Number.MAX_SAFE_INTEGER }
  const { permanent, expiring } = await readFor(asked, (db, viewer) =>
    readProfile(db, viewer, place.userId, moment),
  )
  const all = placed([...permanent, ...expiring])
  if (all.length === 0) return said(nothingKnownOf(place.userId, asked.asker.id))
  const { page, here, before, after } = pageAt(all, place, PAGE)
  return laidOut(
    listPage({
      title: titleOf(place.userId, asked.asker.id),
      note: `${counted(all.length, "fact")}${expiring.length > 0 ? `, ${expiring.length} of them for a while` : ""}, as far as you may read`,
      entries: page.map((one, nth) => entryOf(one, page[nth - 1], { here, now })),
      before: before && customId("page", writtenPlace(before)),
      after: after && customId("page", writtenPlace(after)),
    }),
  )
}

function titleOf(userId: Id, asker: Id): string {
  return userId === asker ? "What I know about you" : `What I know about ${named(userId)}`
}

function entryOf(
  { found, key }: Placed,
  former: Placed | undefined,
  { here, now }: { here: Place; now: number },
): Entry {
  const section = sectionOf(key)
  const same = former !== undefined && sectionOf(former.key) === section
  return {
    heading: same ? null : section === "fading" ? FADING : SECTION_NAMES[section],
    lines: factLines(found, { now, most: roomFor(PAGE), about: false }),
    button: button(customId("open", found.memory.id, writtenPlace(here)), "Open"),
  }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
