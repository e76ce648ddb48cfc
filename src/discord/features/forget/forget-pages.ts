/** Pages for forgetting: which memories, whose they are, confirmation, done with undo. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { hashOf } from "../../../domain/hash.ts"
import type { Id, Memory } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"
import { escapeToFit, oneLine } from "../../bot/ui/text.ts"
import { button, container, divider, row, select, text } from "../../bot/ui/ui-kit.ts"
import { maxEntryLength } from "../fact.ts"

/** Discord's limit of options in a select. */
const MOST_CHOICES = 25
const MOST_LISTED = 10
const LABEL = 100

/**
 * Asks which of several matches to forget. `words` are the search words, short enough for a custom id; `null` offers no
 * way to forget all at once. `isGuess`: found by meaning only.
 */
export function choicesPage(
  matches: readonly FoundMemory[],
  words: string | null,
  { isGuess = false }: { isGuess?: boolean } = {},
): APIMessageTopLevelComponent {
  const offered = matches.slice(0, MOST_CHOICES)
  const rest = matches.length - offered.length
  const options = offered.map(({ memory }) => ({
    label: oneLine(memory.fact, LABEL) || "…",
    value: memory.id,
  }))
  return container(
    text(
      isGuess
        ? "## Is it one of these?\nNo fact has these words, but these may be what you mean."
        : `## Which of these?\n${matches.length} facts match.`,
    ),
    ...(rest > 0
      ? [text(`-# The latest ${offered.length} are listed below. Add more words to see the others.`)]
      : []),
    row(select(customId("forget-picked"), "Choose what to forget", { options, atLeast: 1 })),
    row(
      ...(words === null
        ? []
        : [
            button(customId("forget-all", customIdArgument(words)), `Forget all ${matches.length}…`, {
              style: "danger",
            }),
          ]),
      button(customId("keep"), "Cancel"),
    ),
  )
}

/**
 * Explains that what others said of others is theirs to forget, and offers to ask the person concerned.
 */
export function othersWordsPage(matches: readonly FoundMemory[]): APIMessageTopLevelComponent {
  const listed = matches.slice(0, MOST_LISTED).map(({ memory }) => memory)
  const people = matches.filter(({ memory }) => memory.subject.scope === "user").slice(0, MOST_CHOICES)
  const options = people.map(({ memory }) => ({
    label: oneLine(memory.fact, LABEL) || "…",
    value: memory.id,
  }))
  return container(
    text(
      `## Not yours to forget\nOthers told me this. Only the person it is about${people.length < matches.length ? "," : ""} or someone with *Manage Server* may have it forgotten.`,
    ),
    text(factBullets(listed).join("\n")),
    options.length > 0 ? text("-# I can ask them here: a message in this channel that names no fact.") : null,
    options.length > 0 ? row(select(customId("forget-ask"), "Ask them about …", { options })) : null,
    row(button(customId("keep"), "Cancel")),
  )
}

/** Asks a person, where everyone reads it, to look at a fact about them. Names no fact. */
export function askToForgetPage({ memory }: FoundMemory, askerId: Id): APIMessageTopLevelComponent {
  return container(
    text(
      `${userMention(memory.subject.id)}: ${userMention(askerId)} asks whether I should forget something that others told me about you.`,
    ),
    row(button(customId("show", memory.id), "Look at it", { style: "primary" })),
    text("-# What you see, only you see. Forget it there, or leave it."),
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

/** Confirms what was forgotten. `undoId` is `null` if it cannot be undone. */
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
