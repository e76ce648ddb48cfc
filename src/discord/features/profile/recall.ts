/** `/recall`: relevant facts, notes and messages, best matches first, each with its source. */
import {
  type APIMessageTopLevelComponent,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import type { Item } from "../../../recall/context.ts"
import { isSaidBy, withoutEchoes } from "../../../recall/echoes.ts"
import { modelsOf } from "../../../runtime/models.ts"
import { noteShown } from "../../../runtime/recall-notes.ts"
import { READING_OFF, runRecall } from "../../../runtime/run-recall.ts"
import { stems } from "../../../text/stems.ts"
import {
  type Command,
  componentsReply,
  customId,
  IN_SERVERS,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { linkedAccountsOf, viewerForAsker } from "../../bot/ui/guild-reader.ts"
import { confidenceLabel, userMention } from "../../bot/ui/memory-texts.ts"
import { escapeText, oneLine } from "../../bot/ui/text.ts"
import { button, linkButton, timestamp } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { type ListEntry, learnedText, listPage, maxEntryLength, twoLines } from "../fact.ts"
import { suggestOwnFacts, suggestOwnTopics } from "./suggestions.ts"

const MOST_ITEMS = 8
const MOST_TOKENS = 2_000
/** Recall also returns facts about the asker, which people do not search for. */
const LEAST_SCORE = 0.1

export const recallCommand: Command = {
  definition: {
    ...IN_SERVERS,
    type: ApplicationCommandType.ChatInput,
    name: "recall",
    description: "Search what I remember",
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
        description: "Also search for facts about this member",
      },
      {
        type: ApplicationCommandOptionType.String,
        name: "topic",
        description: "Only results about this topic",
        max_length: 100,
        autocomplete: true,
      },
    ],
  },
  isPrivate: () => true,
  async run(context, { values, people }) {
    const about = oneLine(String(values.about ?? ""), 200)
    const topic = values.topic === undefined ? null : oneLine(String(values.topic), 100)
    const { member } = people
    const question = {
      words: topic === null ? about : `${about} ${topic}`,
      asker: context.asker.id,
      mentions: member ? [member.id] : [],
      format: "json",
      isDiverse: true,
      asOf: null,
      maxItems: MOST_ITEMS,
      maxTokens: MOST_TOKENS,
      minScore: null,
    } as const
    const linked = await linkedAccountsOf(context)
    const { items, degraded, log } = await runRecall(context.runtime, context.guildId, question, {
      reader: null,
      viewer: (entered) => viewerForAsker(entered, context, linked),
    })
    if (degraded.includes(READING_OFF)) throw new Refused({ reason: "reading_off" })
    // The bot's own messages are no source. What they rest on is found itself if it is still known.
    const { ownId } = modelsOf(context.runtime)
    const others = items.filter((item) => !isSaidBy(item, ownId))
    const bearing = others.filter(
      ({ score, subject }) => score >= LEAST_SCORE || (member !== undefined && subject?.id === member.id),
    )
    const found = withoutEchoes(bearing, about)
    const matching = topic === null ? found : found.filter((item) => hasTopic(item, topic))
    const texts = textsFor(context)
    noteShown(context.runtime, context.guildId, { items: matching, log })
    if (matching.length === 0) return textReply(fill(texts.recall.none, { words: escapeText(about, 100) }))
    return componentsReply(recallPage(matching, { about, isPartial: degraded.length > 0, texts }))
  },
  suggest: (context, _, { name, value }) =>
    name === "topic"
      ? suggestOwnTopics(context, value)
      : suggestOwnFacts(context, value, ({ memory }) => memory.fact),
}

/** Returns true if the item has the topic or contains its words. */
function hasTopic({ topics, text, title }: Item, topic: string): boolean {
  if (topics.some((one) => one.toLowerCase() === topic.toLowerCase())) return true
  const words = new Set(stems([text, title ?? "", ...topics].join(" ")))
  return stems(topic).every((stem) => words.has(stem))
}

// Search results, best matches first: facts that can be opened, notes and messages with a link. Pure.

/** `isPartial`: not every source answered. @internal */
export function recallPage(
  items: readonly Item[],
  { about, isPartial, texts }: { about: string; isPartial: boolean; texts: Texts },
): APIMessageTopLevelComponent {
  return listPage({
    title: texts.recall.title,
    note: [
      fill(texts.recall.about, { words: escapeText(about, 100) }),
      ...(isPartial ? [texts.recall.partial] : []),
    ].join(" · "),
    entries: items.flatMap((item) => resultEntry(item, maxEntryLength(items.length), texts) ?? []),
    before: null,
    after: null,
    buttons: texts.buttons,
  })
}

/** Returns `null` if the item can neither be opened nor linked. */
function resultEntry(item: Item, maxLength: number, texts: Texts): ListEntry | null {
  const url = item.sources[0]?.url ?? null
  if (item.kind === "memory")
    return {
      heading: null,
      lines: twoLines(item.text, smallPrint(item, texts), maxLength),
      button: button(customId("show", item.id), texts.buttons.open),
    }
  if (url === null) return null
  const told =
    item.kind === "note"
      ? fill(texts.recall.fromConversation, { date: timestamp(item.at, "day") })
      : fill(texts.recall.said, { when: timestamp(item.at, "relative") })
  return {
    heading: null,
    lines: twoLines(item.text, [told], maxLength),
    button: linkButton(url, texts.buttons.goTo),
  }
}

function smallPrint({ subject, at, confidence, sources }: Item, texts: Texts): (string | null)[] {
  const [source = null] = sources
  const reporters = source?.author_id && source.author_id !== subject?.id ? [source.author_id] : []
  return [
    subject === null ? null : fill(texts.facts.aboutPerson, { who: userMention(subject.id) }),
    learnedText({ at, source, reporters }, texts),
    confidence === null ? null : confidenceLabel(confidence, texts),
  ]
}
