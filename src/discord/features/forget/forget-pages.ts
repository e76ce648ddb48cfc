/** Pages for forgetting: which memories, whose they are, confirmation, done with undo. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { hashOf } from "../../../domain/hash.ts"
import type { Id, Memory } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"
import { escapeToFit, oneLine } from "../../bot/ui/text.ts"
import { button, container, divider, row, select, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { counted, fill } from "../../texts/texts.ts"
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
  { isGuess = false, texts }: { isGuess?: boolean; texts: Texts },
): APIMessageTopLevelComponent {
  const { forget, buttons, language } = texts
  const offered = matches.slice(0, MOST_CHOICES)
  const rest = matches.length - offered.length
  const options = offered.map(({ memory }) => ({
    label: oneLine(memory.fact, LABEL) || "…",
    value: memory.id,
  }))
  return container(
    text(
      isGuess
        ? `## ${forget.isItOne}\n${forget.guessed}`
        : `## ${forget.which}\n${counted(forget.match, matches.length, language)}`,
    ),
    ...(rest > 0 ? [text(`-# ${fill(forget.onlyLatest, { count: offered.length })}`)] : []),
    row(select(customId("forget-picked"), forget.choose, { options, atLeast: 1 })),
    row(
      ...(words === null
        ? []
        : [
            button(
              customId("forget-all", customIdArgument(words)),
              counted(forget.allNext, matches.length, language),
              {
                style: "danger",
              },
            ),
          ]),
      button(customId("keep"), buttons.cancel),
    ),
  )
}

/**
 * Explains that what others said of others is theirs to forget, and offers to ask the person concerned.
 */
export function othersWordsPage(
  matches: readonly FoundMemory[],
  { forget, buttons }: Texts,
): APIMessageTopLevelComponent {
  const listed = matches.slice(0, MOST_LISTED).map(({ memory }) => memory)
  const people = matches.filter(({ memory }) => memory.subject.scope === "user").slice(0, MOST_CHOICES)
  const options = people.map(({ memory }) => ({
    label: oneLine(memory.fact, LABEL) || "…",
    value: memory.id,
  }))
  return container(
    text(`## ${forget.notYours}\n${forget.othersToldPerson}`),
    text(factBullets(listed).join("\n")),
    options.length > 0 ? text(`-# ${forget.canAsk}`) : null,
    options.length > 0 ? row(select(customId("forget-ask"), forget.askThem, { options })) : null,
    row(button(customId("keep"), buttons.cancel)),
  )
}

/** Asks a person, where everyone reads it, to look at a fact about them. Names no fact. */
export function askToForgetPage(
  { memory }: FoundMemory,
  askerId: Id,
  { forget }: Texts,
): APIMessageTopLevelComponent {
  return container(
    text(fill(forget.asks, { who: userMention(memory.subject.id), asker: userMention(askerId) })),
    row(button(customId("show", memory.id), forget.look, { style: "primary" })),
    text(`-# ${forget.onlyYouSee}`),
  )
}

/** Asks for confirmation to forget all. The button carries a fingerprint of the memories shown here. */
export function confirmPage(
  matches: readonly FoundMemory[],
  words: string,
  { forget, buttons, language }: Texts,
): APIMessageTopLevelComponent {
  const listed = matches.slice(0, MOST_LISTED).map(({ memory }) => memory)
  const rest = matches.length - listed.length
  return container(
    text(`## ${counted(forget.sureAll, matches.length, language)}`),
    text(
      [...factBullets(listed), ...(rest > 0 ? [`-# ${fill(forget.more, { count: rest })}`] : [])].join("\n"),
    ),
    divider(),
    row(
      button(
        customId("forget-sure", customIdArgument(words), selectionFingerprint(matches)),
        counted(forget.all, matches.length, language),
        {
          style: "danger",
        },
      ),
      button(customId("keep"), buttons.cancel),
    ),
  )
}

/** Confirms what was forgotten. `undoId` is `null` if it cannot be undone. */
export function forgottenPage(
  forgotten: readonly Memory[],
  undoId: Id | null,
  { forget, buttons, language }: Texts,
): APIMessageTopLevelComponent {
  const listed = forgotten.slice(0, MOST_LISTED)
  const rest = forgotten.length - listed.length
  const deleted = undoId === null ? forget.deletedForGood : forget.deleted
  return container(
    text(`## ${counted(forget.forgotten, forgotten.length, language)}`),
    text(
      [...factBullets(listed), ...(rest > 0 ? [`-# ${fill(forget.more, { count: rest })}`] : [])].join("\n"),
    ),
    text(`-# ${counted(deleted, forgotten.length, language)}`),
    undoId === null ? null : row(button(customId("undo", undoId), buttons.undo, { style: "primary" })),
  )
}

/** Confirms the undo. A single memory can be opened. */
export function restoredPage(
  ids: readonly string[],
  { forget, buttons, language }: Texts,
): APIMessageTopLevelComponent {
  const [only] = ids
  return container(
    text(`## ${forget.undone}\n${counted(forget.restored, ids.length, language)}`),
    only !== undefined && ids.length === 1 ? row(button(customId("open", only), buttons.open)) : null,
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
