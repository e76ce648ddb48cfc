/** What recall found, best first: facts that can be opened, notes and messages that can be gone to. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import type { Item } from "../../../recall/context.ts"
import { customId } from "../../bot/ui/command.ts"
import { shown } from "../../bot/ui/text.ts"
import { button, linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import { named, sureness } from "../../bot/ui/words.ts"
import { twoLines, where } from "../fact.ts"
import { type Entry, listPage, roomFor } from "../list.ts"

/** `isPartial`: not all that could know was there to be asked. */
export function recalledPage(
  items: readonly Item[],
  { about, isPartial }: { about: string; isPartial: boolean },
): APIMessageTopLevelComponent {
  return listPage({
    title: "What I remember",
    note: `about “${shown(about, 100)}”, best first${isPartial ? " · not everything answered in time" : ""}`,
    entries: items.flatMap((item) => entryOf(item, roomFor(items.length)) ?? []),
    before: null,
    after: null,
  })
}

/** null for what can be neither opened nor gone to. */
function entryOf(item: Item, most: number): Entry | null {
  const url = item.sources[0]?.url ?? null
  if (item.kind === "memory")
    return {
      heading: null,
      lines: twoLines(item.text, small(item), most),
      button: button(customId("show", item.id), "Open"),
    }
  if (url === null) return null
  const told =
    item.kind === "note"
      ? `from a conversation, ${timestamp(item.at, "day")}`
      : `said ${timestamp(item.at, "relative")}`
  return { heading: null, lines: twoLines(item.text, [told], most), button: linkButton(url, "Go there") }
}

function small({ subject, at, confidence, sources }: Item): (string | null)[] {
  const [source] = sources
  const reported =
    source?.author_id && source.author_id !== subject?.id ? ` from ${named(source.author_id)}` : ""
  return [
    subject === null ? null : `about ${named(subject.id)}`,
    `learned ${timestamp(at, "relative")}${where(source?.url ?? null)}${reported}`,
    confidence === null ? null : sureness(confidence),
  ]
}
