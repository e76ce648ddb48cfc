/** /profile: what is known about oneself, or about somebody as far as one may read it. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Id } from "../../../domain/types.ts"
import { readProfile } from "../../../memory/read/members.ts"
import {
  type Asked,
  type Command,
  customId,
  IN_SERVERS,
  laidOut,
  type Reply,
  said,
} from "../../bot/ui/command.ts"
import {
  type Place,
  type Placed,
  pageAt,
  placed,
  sectionOf,
  startOf,
  writtenPlace,
} from "../../bot/ui/place.ts"
import { readFor } from "../../bot/ui/reading.ts"
import { button } from "../../bot/ui/ui-kit.ts"
import { named, nothingKnownOf, ONLY_PEOPLE, SECTION_NAMES } from "../../bot/ui/words.ts"
import { type Entry, factLines, listPage, PAGE, roomFor } from "../fact.ts"

export const profile: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "profile",
    description: "See what I know about you, or about somebody else",
    options: [
      {
        type: ApplicationCommandOptionType.User,
        name: "user",
        description: "Whose profile; yours if you leave it out",
      },
    ],
  },
  isPrivate: () => true,
  async run(asked, { people }) {
    const { user } = people
    if (user?.bot) return said(ONLY_PEOPLE)
    return profilePage(asked, startOf(user?.id ?? asked.asker.id))
  },
}

// The menu on a person: their profile, as far as whoever asks may read it.

export const whatDoYouKnow: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.User, name: "What do you know?" },
  isPrivate: () => true,
  async run(asked, { target }) {
    if (target?.kind !== "person" || target.person.bot) return said(ONLY_PEOPLE)
    return profilePage(asked, startOf(target.person.id))
  },
}

// A person's profile as the one who asks may read it, page by page.

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
