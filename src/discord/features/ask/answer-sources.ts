/** "Where did you learn that?": what an earlier answer of ours rests on, by the links in it and by its words. No answer is stored for this. */
import { ID_PATTERN } from "../../../domain/ids.ts"
import type { Id, Message, Viewer } from "../../../domain/types.ts"
import type { Item, ItemSource } from "../../../recall/context.ts"
import { ago } from "../../../recall/render/formats.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { AnswerReader } from "../../../runtime/run-answer.ts"
import { runRecall } from "../../../runtime/run-recall.ts"
import { stems } from "../../../text/stems.ts"
import { truncate } from "../../../text/truncate.ts"
import { escapeText } from "../../bot/ui/text.ts"
import {
  bestSource,
  type DisplayTime,
  GENERAL_KNOWLEDGE_NOTE,
  joinWithinLimit,
  sourceLink,
} from "./answer-format.ts"
import { answerText } from "./turns.ts"

const MOST = 5
const MOST_ITEMS = 30
const MOST_TOKENS = 4_000
const MOST_WORDS = 400
const MOST_EXCERPT = 200
/** Of a fact's words, so many stand in an answer that rests on it. */
const SHARE = 0.6

const NOT_FOUND =
  "I said nothing here lately that I could tell the source of. Reply to an answer of mine and ask again."
const NO_MORE = "I can no longer tell: what that rested on is forgotten, or not to be told here."
const NOT_MEMORY = "From nobody here: that was general knowledge, not this server's memory."

/** What is answered. `said` is the talk before the question, with the message that it replies to. */
export async function explainSources(
  ground: Runtime,
  reader: AnswerReader & { current: Viewer },
  asked: { said: readonly Message[]; replyTo: Id | null },
): Promise<string> {
  const answer = findAskedAnswer(asked)
  if (answer === null) return NOT_FOUND
  const { guild } = reader.entered
  const clock = { now: Date.now(), timezone: guild.settings.timezone }
  const linked = linksIn(answer.content, guild.id)
  if (linked.length === 0 && answer.content.includes(GENERAL_KNOWLEDGE_NOTE)) return NOT_MEMORY
  const words = answerText(answer.content)
  const { items } = await runRecall(
    ground,
    guild.id,
    {
      words: truncate(words.toWellFormed(), MOST_WORDS, { ellipsis: false }),
      asker: null,
      mentions: [],
      asOf: null,
      format: "json",
      maxItems: MOST_ITEMS,
      maxTokens: MOST_TOKENS,
    },
    { reader: null, viewer: reader.viewer },
  )
  const lines = sourceLines(items, { linked, words, viewer: reader.current, clock })
  return lines.length === 0 ? NO_MORE : joinWithinLimit(["I learned that here:", ...lines])
}

/** The answer of ours that is asked about: the one replied to, else the last. */
function findAskedAnswer({
  said,
  replyTo,
}: {
  said: readonly Message[]
  replyTo: Id | null
}): Message | null {
  const own = said.filter(({ role }) => role === "keepsake")
  return own.find(({ id }) => id === replyTo) ?? own.at(-1) ?? null
}

interface Linked {
  channelId: Id
  messageId: Id
  url: string
}

const LINKS = new RegExp(
  `https://discord\\.com/channels/(${ID_PATTERN})/(${ID_PATTERN})/(${ID_PATTERN})`,
  "g",
)

function linksIn(content: string, guildId: Id): Linked[] {
  return [...content.matchAll(LINKS)].flatMap(([url, guild, channelId = "", messageId = ""]) =>
    guild === guildId ? [{ channelId, messageId, url }] : [],
  )
}

/** A line for each thing it rests on: what is linked and still known, then what is linked and may be looked at, else what says the same. */
function sourceLines(
  items: readonly Item[],
  {
    linked,
    words,
    viewer,
    clock,
  }: { linked: readonly Linked[]; words: string; viewer: Viewer; clock: DisplayTime },
): string[] {
  const ids = new Set(linked.map(({ messageId }) => messageId))
  const behind = items.flatMap((item) => {
    const source = item.sources.find(({ message_id }) => message_id !== null && ids.has(message_id))
    return source ? [{ item, source }] : []
  })
  const has = new Set(stems(words))
  const told = items
    .filter((item) => bestSource(item)?.url === null || linked.length === 0)
    .filter((item) => item.kind === "memory" && sharesWords(item, has))
    .map((item) => ({ item, source: bestSource(item) }))
  const found = distinctMessages([...behind, ...told]).slice(0, MOST)
  const known = new Set(found.map(({ source }) => source?.message_id ?? null))
  const others = linked.filter(
    ({ messageId, channelId }) => !known.has(messageId) && mayOpen(viewer, channelId),
  )
  return [
    ...found.map(({ item, source }, at) => sourceLine(item, source, { number: at + 1, clock })),
    ...others
      .slice(0, MOST - found.length)
      .map((one, at) => `- a message ${sourceLink(one, found.length + at + 1)}`),
  ]
}

interface Behind {
  item: Item
  source: ItemSource | null
}

/** One of each message: several facts may come from it. */
function distinctMessages(all: readonly Behind[]): Behind[] {
  const told = new Set<Id>()
  return all.filter(({ source }) => {
    const id = source?.message_id ?? null
    if (id === null) return true
    if (told.has(id)) return false
    told.add(id)
    return true
  })
}

function sharesWords({ text }: Item, has: ReadonlySet<string>): boolean {
  const own = [...new Set(stems(text))]
  return own.length > 0 && own.filter((stem) => has.has(stem)).length >= SHARE * own.length
}

function mayOpen({ readable }: Viewer, channelId: Id): boolean {
  return readable === "all" || readable.includes(channelId)
}

function sourceLine(
  item: Item,
  source: ItemSource | null,
  { number, clock }: { number: number; clock: DisplayTime },
): string {
  const words = source && source.excerpt.trim() !== "" ? source.excerpt : item.text
  const author = source?.author_id ? ` <@${source.author_id}>,` : ""
  return `- “${escapeText(words, MOST_EXCERPT)}”${author} ${ago(item.at, clock)} ${sourceLink(source, number)}`
}
