/** /profile: what is known about oneself, or about somebody as far as one may read it. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import type { Id } from "../../../domain/types.ts"
import { readProfile } from "../../../memory/read/members.ts"
import {
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
} from "../../bot/ui/command.ts"
import { readAsAsker } from "../../bot/ui/guild-reader.ts"
import { noFactsText, ONLY_PEOPLE, SECTION_NAMES, userMention } from "../../bot/ui/memory-texts.ts"
import {
  firstPageOf,
  formatProfileCursor,
  type ProfileCursor,
  profileSlice,
  type SortedFact,
  sectionOfSortKey,
  sortFacts,
} from "../../bot/ui/page-cursor.ts"
import { button } from "../../bot/ui/ui-kit.ts"
import { factLines, type ListEntry, listPage, maxEntryLength, PAGE_SIZE } from "../fact.ts"

export const profileCommand: Command = {
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
    if (user?.bot) return textReply(ONLY_PEOPLE)
    return profilePage(asked, firstPageOf(user?.id ?? asked.asker.id))
  },
}

// The menu on a person: their profile, as far as whoever asks may read it.

export const whatDoYouKnow: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.User, name: "What do you know?" },
  isPrivate: () => true,
  async run(asked, { target }) {
    if (target?.kind !== "person" || target.person.bot) return textReply(ONLY_PEOPLE)
    return profilePage(asked, firstPageOf(target.person.id))
  },
}

// A person's profile as the one who asks may read it, page by page.

const FADING = "For a while"

/** The page of a profile that begins at a place. Whoever objects has an empty one, as has whoever is not known. */
export async function profilePage(asked: InteractionContext, place: ProfileCursor): Promise<Reply> {
  const now = Date.now()
  const moment = { now, until: Number.MAX_SAFE_INTEGER }
  const { permanent, expiring } = await readAsAsker(asked, (db, viewer) =>
    readProfile(db, viewer, place.userId, moment),
  )
  const all = sortFacts([...permanent, ...expiring])
  if (all.length === 0) return textReply(noFactsText(place.userId, asked.asker.id))
  const { page, here, before, after } = profileSlice(all, place, PAGE_SIZE)
  return componentsReply(
    listPage({
      title: titleOf(place.userId, asked.asker.id),
      note: `${counted(all.length, "fact")}${expiring.length > 0 ? `, ${expiring.length} of them for a while` : ""}, as far as you may read`,
      entries: page.map((one, nth) => entryOf(one, page[nth - 1], { here, now })),
      before: before && customId("page", formatProfileCursor(before)),
      after: after && customId("page", formatProfileCursor(after)),
    }),
  )
}

function titleOf(userId: Id, asker: Id): string {
  return userId === asker ? "What I know about you" : `What I know about ${userMention(userId)}`
}

function entryOf(
  { found, key }: SortedFact,
  former: SortedFact | undefined,
  { here, now }: { here: ProfileCursor; now: number },
): ListEntry {
  const section = sectionOfSortKey(key)
  const same = former !== undefined && sectionOfSortKey(former.key) === section
  return {
    heading: same ? null : section === "fading" ? FADING : SECTION_NAMES[section],
    lines: factLines(found, { now, most: maxEntryLength(PAGE_SIZE), about: false }),
    button: button(customId("open", found.memory.id, formatProfileCursor(here)), "Open"),
  }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
