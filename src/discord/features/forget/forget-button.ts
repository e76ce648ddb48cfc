/**
 * Buttons of `/forget`: forget one memory, several or all matches, and undo. Undo is possible for ten
 * minutes.
 */

import { Refused } from "../../../domain/errors.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { undoChange as putBack } from "../../../memory/removal/undo.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  type Action,
  componentsReply,
  type InteractionContext,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader, isManager } from "../../bot/ui/guild-reader.ts"
import { nothingToForgetText } from "../../bot/ui/memory-texts.ts"
import { loadMemories, loadMemory } from "../fact.ts"
import { findMeantMemories } from "./find-meant.ts"
import { forgetAndReply, priorForgetReply } from "./forget.ts"
import { askToForgetPage, confirmPage, restoredPage, selectionFingerprint } from "./forget-pages.ts"

export const forgetButton: Action = {
  name: "forget",
  answers: "update",
  async run(context, { args: [id] }) {
    const before = await priorForgetReply(context, await guildReader(context))
    if (before !== null) return before
    const { reader, found } = await loadMemory(context, id)
    return forgetAndReply(context, reader, [found])
  },
}

// Restores what was forgotten or corrected.

export const undoButton: Action = {
  name: "undo",
  answers: "update",
  async run(context, { args: [id = ""] }) {
    const { runtime, guildId, asker } = context
    const { entered } = await guildReader(context)
    const request = { id, userId: asker.id, manages: isManager(asker), press: context.id, now: Date.now() }
    const result = await putBack(entered.db, guildId, request)
    if ("reason" in result) throw new Refused(result)
    followWrites(runtime, guildId)
    return componentsReply(restoredPage(result.ids, textsFor(context)))
  },
}

// Asks the person concerned, in the channel, about a fact that only they or a manager may forget.

export const forgetAskSelect: Action = {
  name: "forget-ask",
  answers: "post",
  async run(context, { values: [id] }) {
    const { found } = await loadMemory({ ...context, isPrivate: true }, id)
    if (found.memory.subject.scope !== "user") throw new Refused({ reason: "not_yours" })
    return componentsReply(
      askToForgetPage(found, context.asker.id, textsFor({ ...context, isPrivate: false })),
    )
  },
}

// Asks for confirmation to forget all matches.

/** Returns the facts about the asker that match the words: those that "Forget all" means. */
async function findOwn(
  context: InteractionContext,
  reader: GuildReader,
  words: string,
): Promise<FoundMemory[]> {
  const { matches, isGuess } = await findMeantMemories(context, reader, { words, about: null })
  return isGuess ? [] : matches.filter(({ memory }) => memory.subject.id === context.asker.id)
}

export const forgetAllButton: Action = {
  name: "forget-all",
  answers: "update",
  async run(context, { args: [words = ""] }) {
    const texts = textsFor(context)
    const matches = await findOwn(context, await guildReader(context), words)
    return matches.length === 0
      ? textReply(nothingToForgetText(words, texts))
      : componentsReply(confirmPage(matches, words, texts))
  },
}

// Forgets the memories picked from the list of matches.

/** Discord's limit of options in a select. */
const MOST = 25

export const forgetPickedSelect: Action = {
  name: "forget-picked",
  answers: "update",
  async run(context, { values }) {
    const before = await priorForgetReply(context, await guildReader(context))
    if (before !== null) return before
    const picked = await loadMemories(context, values.slice(0, MOST))
    const [first] = picked
    if (first === undefined) throw new Refused({ reason: "nothing_known" })
    return forgetAndReply(
      context,
      first.reader,
      picked.map(({ found }) => found),
    )
  },
}

// Forgets all matches after confirmation: exactly those that were shown.

export const forgetAllConfirmed: Action = {
  name: "forget-sure",
  answers: "update",
  async run(context, { args: [words = "", fingerprint] }) {
    const texts = textsFor(context)
    const reader = await guildReader(context)
    const before = await priorForgetReply(context, reader)
    if (before !== null) return before
    const matches = await findOwn(context, reader, words)
    if (matches.length === 0) return textReply(nothingToForgetText(words, texts))
    // The matches changed since the confirmation was shown: ask again.
    if (selectionFingerprint(matches) !== fingerprint)
      return componentsReply(confirmPage(matches, words, texts))
    return forgetAndReply(context, reader, matches)
  },
}
