/** `/profile`: facts about the asker, or about someone else as far as the asker may read them. */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import { withAccounts } from "../../../identity/attributions.ts"
import { readProfile } from "../../../memory/read/members.ts"
import {
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { linkedAccountsOf, readAsAsker } from "../../bot/ui/guild-reader.ts"
import { noFactsText, userMention } from "../../bot/ui/memory-texts.ts"
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
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
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
    if (user?.bot) return textReply(textsFor(context).remember.onlyPeople)
    return profilePage(context, firstPageOf(user?.id ?? context.asker.id))
  },
}

// The context menu on a person: opens their profile.

export const whatDoYouKnow: Command = {
  definition: { ...IN_SERVERS, type: ApplicationCommandType.User, name: "What do you know?" },
  isPrivate: () => true,
  async run(context, { target }) {
    if (target?.kind !== "person" || target.person.bot)
      return textReply(textsFor(context).remember.onlyPeople)
    return profilePage(context, firstPageOf(target.person.id))
  },
}

// A person's profile, page by page, as the asker may read it.

/**
 * Returns the page at a cursor. The profile of a person who opted out is empty, as is that of an unknown
 * person.
 */
export async function profilePage(context: InteractionContext, cursor: ProfileCursor): Promise<Reply> {
  const texts = textsFor(context)
  const { profile, facts, buttons, language } = texts
  const now = Date.now()
  const moment = { now, until: Number.MAX_SAFE_INTEGER }
  const linked = cursor.userId === context.asker.id ? await linkedAccountsOf(context) : []
  const { permanent, expiring } = await readAsAsker(
    context,
    (db, viewer, { attributions }) =>
      readProfile(db, viewer, withAccounts([cursor.userId], viewer, attributions), moment),
    linked,
  )
  const all = sortFacts([...permanent, ...expiring])
  if (all.length === 0) return textReply(noFactsText(cursor.userId, context.asker.id, texts))
  const { page, here, before, after } = profileSlice(all, cursor, PAGE_SIZE)
  return componentsReply(
    listPage({
      title:
        cursor.userId === context.asker.id
          ? profile.titleOwn
          : fill(profile.titleOther, { who: userMention(cursor.userId) }),
      note: `${counted(facts.count, all.length, language)}${expiring.length > 0 ? fill(profile.temporary, { count: expiring.length }) : ""}`,
      picture: context.avatars[cursor.userId] ?? null,
      entries: page.map((one, nth) => factEntry(one, page[nth - 1], { here, now, texts })),
      before: before && customId("page", formatProfileCursor(before)),
      after: after && customId("page", formatProfileCursor(after)),
      buttons,
    }),
  )
}

function factEntry(
  { found, key }: SortedFact,
  previous: SortedFact | undefined,
  { here, now, texts }: { here: ProfileCursor; now: number; texts: Texts },
): ListEntry {
  const section = sectionOfSortKey(key)
  const same = previous !== undefined && sectionOfSortKey(previous.key) === section
  return {
    heading: same ? null : texts.sections[section === "fading" ? "temporary" : section],
    lines: factLines(found, { now, maxLength: maxEntryLength(PAGE_SIZE), about: false, texts }),
    button: button(customId("open", found.memory.id, formatProfileCursor(here)), texts.buttons.open),
  }
}
