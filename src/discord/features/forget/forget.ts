/** /forget: takes back what is known about oneself, by what it says or by picking it. One match goes at once; of several it is asked which. */
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

/** What was asked with goes along in a custom id. */
const LONGEST = 70

export const forgetCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "forget",
    description: "Have me forget something about you; you can undo it for ten minutes",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "what",
        description: "What it is about, or pick it while you type; “everything” is everything",
        required: true,
        max_length: LONGEST,
        autocomplete: true,
      },
    ],
  },
  isPrivate: () => true,
  async run(asked, { values }) {
    const what = String(values.what ?? "").trim()
    const desk = await guildReader(asked)
    const before = await priorForgetReply(asked, desk)
    if (before !== null) return before
    const matches = isMemoryId(what)
      ? [(await loadMemory(asked, what)).found]
      : await findMeantMemories(asked, desk, what)
    if (matches.length === 0) return textReply(nothingToForgetText(what))
    return matches.length === 1
      ? forgetAndReply(asked, desk, matches)
      : componentsReply(choicesPage(matches, what))
  },
  suggest: (asked, _, { value }) => suggestOwnFacts(asked, value, ({ memory }) => memory.id),
}

// What is shown around forgetting: which memories are meant, whether all of them, and that it is done and can be undone. Pure.

/** Discord's options in one select. */
const MOST_CHOICES = 25
const MOST_LISTED = 10
const LABEL = 100

/** Several memories are meant: which? `words` are those asked with, short enough for a custom id. */
export function choicesPage(matches: readonly FoundMemory[], words: string): APIMessageTopLevelComponent {
  const offered = matches.slice(0, MOST_CHOICES)
  const rest = matches.length - offered.length
  const options = offered.map(({ memory }) => ({
    label: oneLine(memory.fact, LABEL) || "…",
    value: memory.id,
  }))
  return container(
    text(`## Which of these?\n${matches.length} things I know about you fit that.`),
    ...(rest > 0
      ? [text(`-# The latest ${offered.length} are below; say more of what you mean to see the others.`)]
      : []),
    row(select(customId("forget-picked"), "Pick what I should forget", { options, atLeast: 1 })),
    row(
      button(customId("forget-all", argument(words)), `All ${matches.length} of them…`, { style: "danger" }),
      button(customId("keep"), "Forget nothing"),
    ),
  )
}

/** Whether all of them are to go. It goes by what is shown here: a print of it stands in the button. */
export function confirmPage(matches: readonly FoundMemory[], words: string): APIMessageTopLevelComponent {
  const listed = matches.slice(0, MOST_LISTED).map(({ memory }) => memory)
  const rest = matches.length - listed.length
  return container(
    text(`## Forget all ${matches.length}?`),
    text([...linesOf(listed), ...(rest > 0 ? [`-# … and ${rest} more`] : [])].join("\n")),
    divider(),
    row(
      button(
        customId("forget-sure", argument(words), selectionFingerprint(matches)),
        `Forget all ${matches.length}`,
        {
          style: "danger",
        },
      ),
      button(customId("keep"), "Forget nothing"),
    ),
  )
}

/** It is done. `undoId` null: it cannot be undone. */
export function forgottenPage(gone: readonly Memory[], undoId: Id | null): APIMessageTopLevelComponent {
  const listed = gone.slice(0, MOST_LISTED)
  const rest = gone.length - listed.length
  return container(
    text(gone.length === 1 ? "## Forgotten" : `## Forgotten: ${gone.length} things`),
    text([...linesOf(listed), ...(rest > 0 ? [`-# … and ${rest} more`] : [])].join("\n")),
    text(
      undoId === null
        ? "-# The fact, what it rested on and what notes told of it are gone for good."
        : "-# The fact, what it rested on and what notes told of it are gone. For ten minutes you can take that back.",
    ),
    undoId === null ? null : row(button(customId("undo", undoId), "Undo", { style: "primary" })),
  )
}

/** As they were again. One of them can be opened. */
export function restoredPage(ids: readonly string[]): APIMessageTopLevelComponent {
  const [only] = ids
  return container(
    text(
      ids.length === 1
        ? "## Undone\nIt is as it was, with everything it rests on."
        : `## Undone\nAll ${ids.length} memories are as they were, with everything they rest on.`,
    ),
    only !== undefined && ids.length === 1 ? row(button(customId("open", only), "Open")) : null,
  )
}

/** What tells one set of memories from another. */
export function selectionFingerprint(matches: readonly FoundMemory[]): string {
  return hashOf(matches.map(({ memory }) => memory.id).sort()).slice(0, 8)
}

/** Words as an argument of a custom id: a colon parts those, and nothing that words are compared by. */
function argument(words: string): string {
  return oneLine(words.replaceAll(":", " "), 70)
}

function linesOf(listed: readonly Memory[]): string[] {
  const room = Math.min(300, maxEntryLength(listed.length))
  return listed.map(({ fact }) => `- ${escapeToFit(fact, room - 2) || "…"}`)
}

// Forgetting on Discord: at once, with ten minutes to take it back. Run again with the same interaction, it says the same and forgets nothing more.

/** So many of a person's memories are looked through. */
const MOST = 2_000

/** What is known about the asker that fits the words, latest first. */
export async function findMeantMemories(
  asked: InteractionContext,
  { entered, viewer }: GuildReader,
  words: string,
): Promise<FoundMemory[]> {
  const { asker } = asked
  const known = await listMemories(entered.db, viewer, personFilter(asker.id), { after: null, limit: MOST })
  return matchForgetRequest(words, known, asker.name)
}

/** Forgets memories that the asker has been shown; refuses where one of them is not theirs to change. */
export async function forgetAndReply(
  asked: InteractionContext,
  { entered }: GuildReader,
  all: readonly FoundMemory[],
): Promise<Reply> {
  if (!all.every((found) => mayChange(asked.asker, found))) throw new Refused({ reason: "not_yours" })
  const { ground, guildId, id } = asked
  const ids = all.map(({ memory }) => memory.id)
  const refused = await forgetMemories(entered.db, guildId, ids, askerEdit(asked))
  if (refused) throw new Refused(refused)
  followWrites(ground, guildId)
  const kept = await findUndoable(entered.db, guildId, id)
  const gone = all.map(({ memory }) => memory)
  return componentsReply(forgottenPage(gone, kept === null ? null : id))
}

/** What this interaction forgot already, if it did: it is being run again. */
export async function priorForgetReply(
  { guildId, id, asker }: InteractionContext,
  { entered }: GuildReader,
): Promise<Reply | null> {
  const kept = await findUndoable(entered.db, guildId, id)
  if (kept === null || kept.userId !== asker.id) return null
  return componentsReply(forgottenPage(kept.gone, id))
}
