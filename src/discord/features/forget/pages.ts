/** What is shown around forgetting: which memories are meant, whether all of them, and that it is done and can be undone. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { hashOf } from "../../../domain/hash.ts"
import type { Id, Memory } from "../../../domain/types.ts"
import type { Found } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import { oneLine, shownWithin } from "../../bot/ui/text.ts"
import { button, container, divider, row, select, text } from "../../bot/ui/ui-kit.ts"
import { roomFor } from "../list.ts"

/** Discord's options in one select. */
const MOST_CHOICES = 25
const MOST_LISTED = 10
const LABEL = 100

/** Several memories are meant: which? `words` are those asked with, short enough for a custom id. */
export function choicesPage(matches: readonly Found[], words: string): APIMessageTopLevelComponent {
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
export function confirmPage(matches: readonly Found[], words: string): APIMessageTopLevelComponent {
  const listed = matches.slice(0, MOST_LISTED).map(({ memory }) => memory)
  const rest = matches.length - listed.length
  return container(
    text(`## Forget all ${matches.length}?`),
    text([...linesOf(listed), ...(rest > 0 ? [`-# … and ${rest} more`] : [])].join("\n")),
    divider(),
    row(
      button(customId("forget-sure", argument(words), printOf(matches)), `Forget all ${matches.length}`, {
        style: "danger",
      }),
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
export function printOf(matches: readonly Found[]): string {
  return hashOf(matches.map(({ memory }) => memory.id).sort()).slice(0, 8)
}

/** Words as an argument of a custom id: a colon parts those, and nothing that words are compared by. */
function argument(words: string): string {
  return oneLine(words.replaceAll(":", " "), 70)
}

function linesOf(listed: readonly Memory[]): string[] {
  const room = Math.min(300, roomFor(listed.length))
  return listed.map(({ fact }) => `- ${shownWithin(fact, room - 2) || "…"}`)
}
