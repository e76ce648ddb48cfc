/** /recall: what is known that bears on something, best first, each with where it was learned. */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import type { Item } from "../../../recall/context.ts"
import { isSaidBy, relevantItems } from "../../../recall/relevance.ts"
import { modelsOf } from "../../../runtime/models.ts"
import { runRecall } from "../../../runtime/run-recall.ts"
import { stems } from "../../../text/stems.ts"
import { type Command, componentsReply, customId, IN_SERVERS, textReply } from "../../bot/ui/command.ts"
import { viewerForAsker } from "../../bot/ui/guild-reader.ts"
import { confidenceLabel, noResultsText, userMention } from "../../bot/ui/memory-texts.ts"
import { escapeText, oneLine } from "../../bot/ui/text.ts"
import { button, linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import { type ListEntry, listPage, maxEntryLength, messageLink, twoLines } from "../fact.ts"
import { suggestOwnFacts, suggestOwnTopics } from "./suggestions.ts"

const MOST_ITEMS = 8
const MOST_TOKENS = 2_000

export const recallCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "recall",
    description: "Look up what I remember about something",
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: "about",
        description: "A few words, or a question",
        required: true,
        max_length: 200,
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.User,
        name: "member",
        description: "Whom it is about: what concerns them is found too",
      },
      {
        type: ApplicationCommandOptionType.String,
        name: "topic",
        description: "Only what has to do with this topic",
        max_length: 100,
        autocomplete: true,
      },
    ],
  },
  isPrivate: () => true,
  async run(asked, { values, people }) {
    const about = oneLine(String(values.about ?? ""), 200)
    const topic = values.topic === undefined ? null : oneLine(String(values.topic), 100)
    const { member } = people
    const question = {
      words: topic === null ? about : `${about} ${topic}`,
      asker: asked.asker.id,
      mentions: member ? [member.id] : [],
      format: "json",
      asOf: null,
      maxItems: MOST_ITEMS,
      maxTokens: MOST_TOKENS,
    } as const
    const { items, degraded } = await runRecall(asked.ground, asked.guildId, question, {
      reader: null,
      viewer: (entered) => viewerForAsker(entered, asked),
    })
    // What the bot said before is no source: what it rested on is, as long as that is known.
    const { ownId } = modelsOf(asked.ground)
    const others = items.filter((item) => !isSaidBy(item, ownId))
    const found = relevantItems(others, { ...question, timezone: "UTC" }, member?.id ?? null)
    const fitting = topic === null ? found : found.filter((item) => hasTopic(item, topic))
    if (fitting.length === 0) return textReply(noResultsText(about))
    return componentsReply(recallPage(fitting, { about, isPartial: degraded.length > 0 }))
  },
  suggest: (asked, _, { name, value }) =>
    name === "topic"
      ? suggestOwnTopics(asked, value)
      : suggestOwnFacts(asked, value, ({ memory }) => memory.fact),
}

/** Whether an item has a topic, or speaks of it in words. */
function hasTopic({ topics, text, title }: Item, topic: string): boolean {
  if (topics.some((one) => one.toLowerCase() === topic.toLowerCase())) return true
  const words = new Set(stems([text, title ?? "", ...topics].join(" ")))
  return stems(topic).every((stem) => words.has(stem))
}

// What recall found, best first: facts that can be opened, notes and messages that can be gone to. Pure.

/** `isPartial`: not all that could know was there to be asked. */
export function recallPage(
  items: readonly Item[],
  { about, isPartial }: { about: string; isPartial: boolean },
): APIMessageTopLevelComponent {
  return listPage({
    title: "What I remember",
    note: `about “${escapeText(about, 100)}”, best first${isPartial ? " · not everything answered in time" : ""}`,
    entries: items.flatMap((item) => entryOf(item, maxEntryLength(items.length)) ?? []),
    before: null,
    after: null,
  })
}

/** null for what can be neither opened nor gone to. */
function entryOf(item: Item, most: number): ListEntry | null {
  const url = item.sources[0]?.url ?? null
  if (item.kind === "memory")
    return {
      heading: null,
      lines: twoLines(item.text, smallPrint(item), most),
      button: button(customId("show", item.id), "Open"),
    }
  if (url === null) return null
  const told =
    item.kind === "note"
      ? `from a conversation, ${timestamp(item.at, "day")}`
      : `said ${timestamp(item.at, "relative")}`
  return { heading: null, lines: twoLines(item.text, [told], most), button: linkButton(url, "Go there") }
}

function smallPrint({ subject, at, confidence, sources }: Item): (string | null)[] {
  const [source] = sources
  const reported =
    source?.author_id && source.author_id !== subject?.id ? ` from ${userMention(source.author_id)}` : ""
  return [
    subject === null ? null : `about ${userMention(subject.id)}`,
    `learned ${timestamp(at, "relative")}${messageLink(source?.url ?? null)}${reported}`,
    confidence === null ? null : confidenceLabel(confidence),
  ]
}
