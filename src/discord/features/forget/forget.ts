/**
 * `/forget`: forgets facts about the asker, picked or found by their words. One match is forgotten at once;
 * with several, the asker picks.
 */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import { hashOf } from "../../../domain/hash.ts"
import type { Id, Memory } from "../../../domain/types.ts"
import { listMemories, matchForgetRequest, personFilter } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { forgetMemories } from "../../../memory/write/correct.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  type InteractionContext,
  type Reply,
  textReply,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader, mayChange } from "../../bot/ui/guild-reader.ts"
import { nothingToForgetText } from "../../bot/ui/memory-texts.ts"
import { escapeToFit, oneLine } from "../../bot/ui/text.ts"
import { button, container, divider, row, select, text } from "../../bot/ui/ui-kit.ts"
import { askerEdit, isMemoryId, loadMemory, maxEntryLength } from "../fact.ts"
import { suggestOwnFacts } from "../profile/suggestions.ts"

/** The search words must fit into a custom id. */
const LONGEST = 70

export const forgetCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "forget",
    description: "Forget something about you. You can undo it for ten minutes",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "what",
        description: "Type words or pick a fact. “everything” selects all facts about you",
        required: true,
        max_length: LONGEST,
        autocomplete: true,
      },
    ],
  },
  isPrivate: () => true,
  async run(context, { values }) {
    const what = String(values.what ?? "").trim()
    const reader = await guildReader(context)
    const before = await priorForgetReply(context, reader)
    if (before !== null) return before
    const matches = isMemoryId(what)
      ? [(await loadMemory(context, what)).found]
      : await findMeantMemories(context, reader, what)
    if (matches.length === 0) return textReply(nothingToForgetText(what))
    return matches.length === 1
      ? forgetAndReply(context, reader, matches)
      : componentsReply(choicesPage(matches, what))
  },
  suggest: (context, _, { value }) => suggestOwnFacts(context, value, ({ memory }) => memory.id),
}

// Pages for forgetting: which memories, confirmation, done with undo. Pure.

/** Discord's limit of options in a select. */
const MOST_CHOICES = 25
const MOST_LISTED = 10
const LABEL = 100

/**
 * Asks which of several matches to forget. `words` are the search words, short enough for a custom id.
 * @internal
 */
export function choicesPage(matches: readonly FoundMemory[], words: string): APIMessageTopLevelComponent {
  const offered = matches.slice(0, MOST_CHOICES)
  const rest = matches.length - offered.length
  const options = offered.map(({ memory }) => ({
    label: oneLine(memory.fact, LABEL) || "…",
    value: memory.id,
  }))
  return container(
    text(`## Which of these?\n${matches.length} facts about you match.`),
    ...(rest > 0
      ? [text(`-# The latest ${offered.length} are listed below. Add more words to see the others.`)]
      : []),
    row(select(customId("forget-picked"), "Choose what to forget", { options, atLeast: 1 })),
    row(
      button(customId("forget-all", customIdArgument(words)), `Forget all ${matches.length}…`, {
        style: "danger",
      }),
      button(customId("keep"), "Cancel"),
    ),
  )
}

/** Asks for confirmation to forget all. The button carries a fingerprint of the memories shown here. */
export function confirmPage(matches: readonly FoundMemory[], words: string): APIMessageTopLevelComponent {
  const listed = matches.slice(0, MOST_LISTED).map(({ memory }) => memory)
  const rest = matches.length - listed.length
  return container(
    text(`## Forget all ${matches.length}?`),
    text([...factBullets(listed), ...(rest > 0 ? [`-# … and ${rest} more`] : [])].join("\n")),
    divider(),
    row(
      button(
        customId("forget-sure", customIdArgument(words), selectionFingerprint(matches)),
        `Forget all ${matches.length}`,
        {
          style: "danger",
        },
      ),
      button(customId("keep"), "Cancel"),
    ),
  )
}

/** Confirms what was forgotten. `undoId` is `null` if it cannot be undone. @internal */
export function forgottenPage(forgotten: readonly Memory[], undoId: Id | null): APIMessageTopLevelComponent {
  const listed = forgotten.slice(0, MOST_LISTED)
  const rest = forgotten.length - listed.length
  const what =
    forgotten.length === 1
      ? "The fact, its sources and its mentions in notes"
      : "The facts, their sources and their mentions in notes"
  return container(
    text(forgotten.length === 1 ? "## Forgotten" : `## Forgotten: ${forgotten.length} facts`),
    text([...factBullets(listed), ...(rest > 0 ? [`-# … and ${rest} more`] : [])].join("\n")),
    text(
      undoId === null
        ? `-# ${what} were permanently deleted.`
        : `-# ${what} were deleted. You can undo this for ten minutes.`,
    ),
    undoId === null ? null : row(button(customId("undo", undoId), "Undo", { style: "primary" })),
  )
}

/** Confirms the undo. A single memory can be opened. */
export function restoredPage(ids: readonly string[]): APIMessageTopLevelComponent {
  const [only] = ids
  return container(
    text(
      ids.length === 1
        ? "## Undone\nThe fact and its sources are restored."
        : `## Undone\nAll ${ids.length} facts and their sources are restored.`,
    ),
    only !== undefined && ids.length === 1 ? row(button(customId("open", only), "Open")) : null,
  )
}

/** Returns a fingerprint of a set of memories. */
export function selectionFingerprint(matches: readonly FoundMemory[]): string {
  return hashOf(matches.map(({ memory }) => memory.id).sort()).slice(0, 8)
}

/** Formats words for a custom id. Colons separate its parts and do not affect the search. */
function customIdArgument(words: string): string {
  return oneLine(words.replaceAll(":", " "), 70)
}

function factBullets(listed: readonly Memory[]): string[] {
  const room = Math.min(300, maxEntryLength(listed.length))
  return listed.map(({ fact }) => `- ${escapeToFit(fact, room - 2) || "…"}`)
}

// Forgets at once, with ten minutes to undo. Run again with the same interaction, it returns the same reply
// and forgets nothing more.

/** The most memories of a person that are searched. */
const MOST = 2_000

/** Returns the facts about the asker that match the words, latest first. */
export async function findMeantMemories(
  context: InteractionContext,
  { entered, viewer }: GuildReader,
  words: string,
): Promise<FoundMemory[]> {
  const { asker } = context
  const known = await listMemories(entered.db, viewer, personFilter(asker.id), { after: null, limit: MOST })
  return matchForgetRequest(words, known, asker.name)
}

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
  followWrites(runtime, guildId)
  const kept = await findUndoable(entered.db, guildId, id)
  const forgotten = all.map(({ memory }) => memory)
  return componentsReply(forgottenPage(forgotten, kept === null ? null : id))
}

/** Returns the reply for what this interaction already forgot, if it is a repeat. */
export async function priorForgetReply(
  { guildId, id, asker }: InteractionContext,
  { entered }: GuildReader,
): Promise<Reply | null> {
  const kept = await findUndoable(entered.db, guildId, id)
  if (kept === null || kept.userId !== asker.id) return null
  return componentsReply(forgottenPage(kept.gone, id))
}
