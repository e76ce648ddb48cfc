/**
 * `/forget`: forgets facts, picked or found by their words or meaning. One fact found by its words is forgotten at
 * once; else the asker picks. What others said of others is offered to the person it is about.
 */
import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { forgetMemories } from "../../../memory/write/correct.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  type Command,
  componentsReply,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader, mayChange } from "../../bot/ui/guild-reader.ts"
import { nothingToForgetText } from "../../bot/ui/memory-texts.ts"
import { askerEdit, isMemoryId, loadMemory } from "../fact.ts"
import { suggestOwnFacts } from "../profile/suggestions.ts"
import { findMeantMemories, severalNamedText } from "./find-meant.ts"
import { choicesPage, forgottenPage, othersWordsPage } from "./forget-pages.ts"

/** The search words must fit into a custom id. */
const LONGEST = 70

export const forgetCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "forget",
    description: "Forget something. You can undo it for ten minutes",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "what",
        description: "Type words or pick a fact. “everything” selects all facts about you",
        required: true,
        max_length: LONGEST,
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.User,
        name: "member",
        description: "The person it is about. Leave empty for yourself and for what you told me",
      },
    ],
  },
  isPrivate: () => true,
  async run(context, { values, people }) {
    const what = String(values.what ?? "").trim()
    const about = people.member && people.member.id !== context.asker.id ? people.member : null
    const texts = textsFor(context)
    const reader = await guildReader(context)
    const before = await priorForgetReply(context, reader)
    if (before !== null) return before
    if (isMemoryId(what)) return forgetAndReply(context, reader, [(await loadMemory(context, what)).found])
    const { matches, isGuess, several } = await findMeantMemories(context, reader, { words: what, about })
    if (several !== undefined) return textReply(severalNamedText(several, texts))
    if (matches.length === 0) return textReply(nothingToForgetText(what, texts, about?.id))
    const mine = matches.filter((found) => mayChange(context.asker, found))
    if (mine.length === 0) return componentsReply(othersWordsPage(matches, texts))
    if (mine.length === 1 && !isGuess) return forgetAndReply(context, reader, mine)
    // All at once only for facts about oneself: the button finds them again by the words.
    const isOwn = ({ memory: { subject } }: FoundMemory) => subject.id === context.asker.id
    const words = !isGuess && about === null && mine.every(isOwn) ? what : null
    return componentsReply(choicesPage(mine, words, { isGuess, texts }))
  },
  suggest: (context, _, { value }) => suggestOwnFacts(context, value, ({ memory }) => memory.id),
}

// Forgets at once, with ten minutes to undo. Run again with the same interaction, it returns the same reply
// and forgets nothing more.

/** Forgets memories that the asker has been shown. Refuses if one of them is not theirs to change. */
export async function forgetAndReply(
  context: InteractionContext,
  { entered }: GuildReader,
  all: readonly FoundMemory[],
): Promise<Reply> {
  if (!all.every((found) => mayChange(context.asker, found))) throw new Refused({ reason: "not_yours" })
  const { runtime, guildId, id } = context
  const ids = all.map(({ memory }) => memory.id)
  const refused = await forgetMemories(entered.db, guildId, ids, askerEdit(context))
  if (refused) throw new Refused(refused)
  followWrites(runtime, guildId, { outcome: "forgotten", count: ids.length })
  const kept = await findUndoable(entered.db, guildId, id)
  const forgotten = all.map(({ memory }) => memory)
  return componentsReply(forgottenPage(forgotten, kept === null ? null : id, textsFor(context)))
}

/** Returns the reply for what this interaction already forgot, if it is a repeat. */
export async function priorForgetReply(
  context: InteractionContext,
  { entered }: GuildReader,
): Promise<Reply | null> {
  const { guildId, id, asker } = context
  const kept = await findUndoable(entered.db, guildId, id)
  if (kept === null || kept.userId !== asker.id) return null
  return componentsReply(forgottenPage(kept.gone, id, textsFor(context)))
}
