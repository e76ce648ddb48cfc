/** `/profile`: facts about the asker, or about someone else as far as the asker may read them. */
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
    description: "See what I know about you or someone else",
    options: [
      {
        type: ApplicationCommandOptionType.User,
        name: "user",
        description: "The person. Leave empty for yourself",
      },
    ],
  },
  isPrivate: () => true,
  async run(context, { people }) {
    const { user } = people
    if (user?.bot) return textReply(ONLY_PEOPLE)
    return profilePage(context, firstPageOf(user?.id ?? context.asker.id))
  },
}

// The context menu on a person: opens their profile.

export const whatDoYouKnow: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.User, name: "What do you know?" },
  isPrivate: () => true,
  async run(context, { target }) {
    if (target?.kind !== "person" || target.person.bot) return textReply(ONLY_PEOPLE)
    return profilePage(context, firstPageOf(target.person.id))
  },
}

// A person's profile, page by page, as the asker may read it.

const EXPIRING = "Temporary"

/**
 * Returns the page at a cursor. The profile of a person who opted out is empty, as is that of an unknown
 * person.
 */
export async function profilePage(context: InteractionContext, cursor: ProfileCursor): Promise<Reply> {
  const now = Date.now()
  const moment = { now, until: Number.MAX_SAFE_INTEGER }
  const { permanent, expiring } = await readAsAsker(context, (db, viewer) =>
    readProfile(db, viewer, cursor.userId, moment),
  )
  const all = sortFacts([...permanent, ...expiring])
  if (all.length === 0) return textReply(noFactsText(cursor.userId, context.asker.id))
  const { page, here, before, after } = profileSlice(all, cursor, PAGE_SIZE)
  return componentsReply(
    listPage({
      title: profileTitle(cursor.userId, context.asker.id),
      note: `${countLabel(all.length, "fact")}${expiring.length > 0 ? `, ${expiring.length} of them temporary` : ""}`,
      entries: page.map((one, nth) => factEntry(one, page[nth - 1], { here, now })),
      before: before && customId("page", formatProfileCursor(before)),
      after: after && customId("page", formatProfileCursor(after)),
    }),
  )
}

function profileTitle(userId: Id, asker: Id): string {
  return userId === asker ? "What I know about you" : `What I know about ${userMention(userId)}`
}

function factEntry(
  { found, key }: SortedFact,
  previous: SortedFact | undefined,
  { here, now }: { here: ProfileCursor; now: number },
): ListEntry {
  const section = sectionOfSortKey(key)
  const same = previous !== undefined && sectionOfSortKey(previous.key) === section
  return {
    heading: same ? null : section === "fading" ? EXPIRING : SECTION_NAMES[section],
    lines: factLines(found, { now, maxLength: maxEntryLength(PAGE_SIZE), about: false }),
    button: button(customId("open", found.memory.id, formatProfileCursor(here)), "Open"),
  }
}

function countLabel(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
