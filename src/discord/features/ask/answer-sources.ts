/**
 * Answers "Where did you learn that?": finds the sources of an earlier answer by its links and words. Answers
 * are not stored for this.
 */
import { Refused } from "../../../domain/errors.ts"
import { ID_PATTERN } from "../../../domain/ids.ts"
import type { Id, Message, Time, Viewer } from "../../../domain/types.ts"
import { findCorrection } from "../../../memory/read/corrections.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import type { Item } from "../../../recall/context.ts"
import type { ItemSource } from "../../../recall/item-sources.ts"
import { ago } from "../../../recall/render/formats.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { AnswerReader } from "../../../runtime/run-answer.ts"
import { runRecall } from "../../../runtime/run-recall.ts"
import { stems } from "../../../text/stems.ts"
import { truncate } from "../../../text/truncate.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"
import { EN } from "../../texts/en.ts"
import {
  bestSource,
  type DisplayTime,
  isGeneralKnowledge,
  joinWithinLimit,
  sourceLink,
} from "./answer-format.ts"
import { answerText } from "./turns.ts"

const MOST = 5
const MOST_ITEMS = 30
const MOST_TOKENS = 4_000
const MOST_WORDS = 400
const MOST_EXCERPT = 200
/** An answer rests on a fact if it contains this share of the fact's words. */
const MIN_WORD_SHARE = 0.6

const NOT_FOUND = "I found no recent answer of mine here. Reply to one of my answers and ask again."
const NO_LONGER_KNOWN = "I can't tell anymore: the source was deleted or can't be shown here."
const NOT_MEMORY = "From general knowledge, not from this server's memory."

/** `said` holds the messages before the question and the message that it replies to. */
export async function explainSources(
  runtime: Runtime,
  reader: AnswerReader & { current: Viewer },
  asked: { said: readonly Message[]; replyTo: Id | null },
): Promise<string> {
  const answer = findAskedAnswer(asked)
  if (answer === null) return NOT_FOUND
  const { guild } = reader.entered
  if (!guild.policy.recall.enabled) throw new Refused({ reason: "reading_off" })
  const clock = { now: Date.now(), timezone: guild.settings.timezone }
  const linked = findLinks(answer.content, guild.id)
  if (linked.length === 0 && isGeneralKnowledge(answer.content)) return NOT_MEMORY
  const words = answerText(answer.content)
  const { items } = await runRecall(
    runtime,
    guild.id,
    {
      words: truncate(words.toWellFormed(), MOST_WORDS, { ellipsis: false }),
      asker: null,
      mentions: [],
      asOf: null,
      format: "json",
      maxItems: MOST_ITEMS,
      maxTokens: MOST_TOKENS,
      // The words of an answer are no question.
      minScore: 0,
    },
    reader,
  )
  const corrected = await correctionsIn(reader, items, words)
  const lines = sourceLines(items, { linked, words, viewer: reader.current, clock, corrected })
  return lines.length === 0 ? NO_LONGER_KNOWN : joinWithinLimit(["My sources:", ...lines])
}

/** A fact as somebody corrected it. */
interface CorrectedFact {
  fact: string
  at: Time
}

/** Returns the corrected facts that an answer rests on, by the messages that said something else before. */
async function correctionsIn(
  { entered, current }: { entered: AnswerReader["entered"]; current: Viewer },
  items: readonly Item[],
  words: string,
): Promise<ReadonlyMap<Id, CorrectedFact>> {
  const answerStems = new Set(stems(words))
  const facts = items
    .filter((item) => item.kind === "memory" && sharesWords(item, answerStems))
    .slice(0, MOST)
  const found = await Promise.all(
    facts.map(async ({ id }) => {
      const memory = await findMemory(entered.db, current, id)
      const correction = memory && (await findCorrection(entered.db, current, memory))
      if (!(memory && correction)) return []
      const before = memory.evidence.filter(({ saidAt }) => saidAt < correction.at)
      return before.flatMap(({ messageId }): [Id, CorrectedFact][] =>
        messageId === null ? [] : [[messageId, { fact: memory.memory.fact, at: correction.at }]],
      )
    }),
  )
  return new Map(found.flat())
}

/** Returns the bot's message that is asked about: the one replied to, else the latest. */
function findAskedAnswer({
  said,
  replyTo,
}: {
  said: readonly Message[]
  replyTo: Id | null
}): Message | null {
  const itemStems = said.filter(({ role }) => role === "keepsake")
  return itemStems.find(({ id }) => id === replyTo) ?? itemStems.at(-1) ?? null
}

interface LinkedMessage {
  channelId: Id
  messageId: Id
  url: string
}

const LINKS = new RegExp(
  `https://discord\\.com/channels/(${ID_PATTERN})/(${ID_PATTERN})/(${ID_PATTERN})`,
  "g",
)

function findLinks(content: string, guildId: Id): LinkedMessage[] {
  return [...content.matchAll(LINKS)].flatMap(([url, guild, channelId = "", messageId = ""]) =>
    guild === guildId ? [{ channelId, messageId, url }] : [],
  )
}

/**
 * One line per source: first linked memories, then linked messages that the viewer may open. Without links,
 * memories with the same words.
 */
function sourceLines(
  items: readonly Item[],
  {
    linked,
    words,
    viewer,
    clock,
    corrected,
  }: {
    linked: readonly LinkedMessage[]
    words: string
    viewer: Viewer
    clock: DisplayTime
    corrected: ReadonlyMap<Id, CorrectedFact>
  },
): string[] {
  const ids = new Set(linked.map(({ messageId }) => messageId))
  const linkedItems = items.flatMap((item) => {
    const source = item.sources.find(({ message_id }) => message_id !== null && ids.has(message_id))
    return source ? [{ item, source }] : []
  })
  const answerStems = new Set(stems(words))
  const otherItems = items
    .filter((item) => bestSource(item)?.url === null || linked.length === 0)
    .filter((item) => item.kind === "memory" && sharesWords(item, answerStems))
    .map((item) => ({ item, source: bestSource(item) }))
  const found = distinctMessages([...linkedItems, ...otherItems]).slice(0, MOST)
  const known = new Set(found.map(({ source }) => source?.message_id ?? null))
  const others = linked.filter(
    ({ messageId, channelId }) => !known.has(messageId) && canOpen(viewer, channelId),
  )
  return [
    ...found.map(
      ({ item, source }, at) =>
        sourceLine(item, source, { number: at + 1, clock }) +
        correctedText(source, corrected.get(source?.message_id ?? "")),
    ),
    ...others
      .slice(0, MOST - found.length)
      .map((one, at) => `- a message ${sourceLink(one, found.length + at + 1)}`),
  ]
}

interface SourcedItem {
  item: Item
  source: ItemSource | null
}

/** Keeps one entry per message: several facts may share a source. */
function distinctMessages(all: readonly SourcedItem[]): SourcedItem[] {
  const otherItems = new Set<Id>()
  return all.filter(({ source }) => {
    const id = source?.message_id ?? null
    if (id === null) return true
    if (otherItems.has(id)) return false
    otherItems.add(id)
    return true
  })
}

function sharesWords({ text }: Item, answerStems: ReadonlySet<string>): boolean {
  const itemStems = [...new Set(stems(text))]
  return (
    itemStems.length > 0 &&
    itemStems.filter((stem) => answerStems.has(stem)).length >= MIN_WORD_SHARE * itemStems.length
  )
}

function canOpen({ readable }: Viewer, channelId: Id): boolean {
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

/** Says that the message before it does not count any more, and what does if that is known. */
function correctedText(source: ItemSource | null, correction: CorrectedFact | undefined): string {
  if (correction === undefined) return source?.corrected_at === undefined ? "" : ` ${EN.facts.correctedSince}`
  const { fact, at } = correction
  return `, corrected ${timestamp(at, "relative")} to “${escapeText(fact, MOST_EXCERPT)}”`
}
