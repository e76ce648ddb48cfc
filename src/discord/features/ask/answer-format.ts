/** Formats an answer as a message of at most 2,000 characters with links to its sources. Pure. */
import { ANSWER_LABELS } from "../../../domain/answer-labels.ts"
import { recallTime } from "../../../domain/recalls.ts"
import type { Time } from "../../../domain/types.ts"
import { cutAtSentence } from "../../../recall/answer/check.ts"
import type { Answer, Basis } from "../../../recall/answer/prompt.ts"
import type { Item } from "../../../recall/context.ts"
import type { ItemSource } from "../../../recall/item-sources.ts"
import type { OverQuota } from "../../../runtime/answer-quota.ts"
import type { WordedAnswer } from "../../../runtime/run-answer.ts"
import { answerLabelRow } from "../../bot/ui/answer-label.ts"
import { plainReply, type Reply } from "../../bot/ui/command.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { timestamp } from "../../bot/ui/ui-kit.ts"
import { EN, type Texts } from "../../texts/en.ts"
import { ALL_TEXTS, fill } from "../../texts/texts.ts"

/** Discord's limit for the content of a message. */
const MOST = 2_000
const MOST_QUESTION = 160

export interface DisplayTime {
  now: Time
  timezone: string
}

/** Returns true if an answer of the bot, in any language, says that it is general knowledge. */
export function isGeneralKnowledge(content: string): boolean {
  return ALL_TEXTS.some(({ answers }) => content.includes(answers.general))
}

/** An answer to show. `overQuota`: it quotes because of the person's quota. `recall`: it rests on that recall. */
type ShownAnswer = Answer & Partial<Pick<WordedAnswer, "overQuota" | "recall">>

/** An answer with buttons to say what one thinks of it. A greeting has none. */
export function answerReply(answer: ShownAnswer, question: string | null, texts: Texts): Reply {
  const content = formatAnswer(answer, question, texts)
  if (answer.basis === "chat") return plainReply(content)
  const ids = answer.items.flatMap(({ kind, id }) => (kind === "memory" ? [id] : []))
  const rest = { memoryIds: ids, recalledAt: answer.recall?.logged ? recallTime(answer.recall.id) : null }
  const labels = answer.items.length > 0 ? ANSWER_LABELS : ANSWER_LABELS.filter((one) => one !== "outdated")
  return { kind: "plain", content, components: [answerLabelRow(rest, labels, texts)] }
}

/** Formats an answer. `question` is quoted above it; `null` if it is already in the channel. @internal */
export function formatAnswer(answer: ShownAnswer, question: string | null, texts: Texts): string {
  const above =
    question === null || question.trim() === "" ? [] : [`> ${escapeText(question, MOST_QUESTION)}`]
  const rests = answer.items.length > 0 ? sourcesLine(answer.items, texts) : smallPrint(answer.basis, texts)
  const below = [rests, quotaLine(answer.overQuota, texts)].filter((line) => line !== "").join("\n")
  // A model's words were checked for markup. Without a model, the text quotes people.
  const text = answer.method === "model" ? answer.text : escapeLines(answer.text)
  const frame = [...above, below].join("\n").length + 2
  return [...above, cutAtSentence(text, MOST - frame), below].filter((part) => part !== "").join("\n")
}

/** Citations such as [1] stay. Nobody's words hold any: square brackets in them are round. */
function escapeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => escapeText(line, MOST).replace(/\\\[(\d)\\\]/g, "[$1]"))
    .join("\n")
}

/** Joins lines until the limit is reached. */
export function joinWithinLimit(lines: readonly string[]): string {
  let text = ""
  for (const line of lines) {
    const longer = text === "" ? line : `${text}\n${line}`
    if (longer.length > MOST) break
    text = longer
  }
  return text
}

function smallPrint(basis: Basis, { answers }: Texts): string {
  if (basis === "talk") return `-# ${answers.fromTalk}`
  return basis === "general" ? `-# ${answers.general}` : ""
}

/** Says when to ask again; nothing if that is not known. */
function quotaLine(overQuota: OverQuota | null | undefined, { answers }: Texts): string {
  if (!overQuota || overQuota.until === null) return ""
  const { limit: count, until } = overQuota
  return `-# ${fill(answers.overQuota, { count, when: timestamp(until, "relative") })}`
}

function sourcesLine(items: readonly Item[], { answers, facts }: Texts): string {
  const links = items.map((item, at) => markedSourceLink(bestSource(item), at + 1, facts))
  return `-# ${fill(answers.fromMemory, { links: links.join(" ") })}`
}

/** Returns the latest source with a link, or else the latest. */
export function bestSource({ sources }: Item): ItemSource | null {
  return sources.findLast(({ url }) => url !== null) ?? sources.at(-1) ?? null
}

/** A numbered link without a preview. `toldDirectly`: the words for a source without a message. */
export function sourceLink(
  source: Pick<ItemSource, "url" | "event_id"> | null,
  number: number,
  toldDirectly = EN.facts.toldDirectly,
): string {
  if (source?.event_id) return `[${number}: ${fill(EN.facts.fromEvent, { id: source.event_id })}]`
  return source?.url ? `[${number}](<${source.url}>)` : `[${number}: ${toldDirectly}]`
}

/** A link that says so if a person corrected what its message says. */
export function markedSourceLink(source: ItemSource | null, number: number, texts = EN.facts): string {
  const link = sourceLink(source, number, texts.toldDirectly)
  return source?.corrected_at === undefined ? link : `${link} ${texts.correctedSince}`
}
