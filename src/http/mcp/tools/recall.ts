/** `recall`: what is known that bears on a question, as text for a prompt and as items with sources. */
import { z } from "zod"
import { plainText } from "../../../domain/plain-text.ts"
import type { Item } from "../../../recall/context.ts"
import type { ItemSource } from "../../../recall/item-sources.ts"
import { noteShown } from "../../../runtime/recall-notes.ts"
import { type IdentifiedRecall, READING_OFF, runRecall } from "../../../runtime/run-recall.ts"
import { truncate } from "../../../text/truncate.ts"
import { type ReaderFields, resolveReadTarget } from "../../binding.ts"
import { iso } from "../../present.ts"
import { linkedWithCaller, viewerFor } from "../../request-viewer.ts"
import type { McpCall } from "../call.ts"
import { documentId, documentUrl, linkedSource } from "../documents.ts"
import { readerShape, UserId } from "../reader.ts"
import { type McpTool, READ_ONLY } from "../tool.ts"

const MOST_TEXT = 1_000
const MOST_TITLE = 60
const MOST_PEOPLE = 10

/** Without the expression of zod's own, which every list of tools would hold. */
const PastTime = z
  .string()
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
    "must be an ISO 8601 time with an offset, such as 2026-11-14T12:00:00Z",
  )

export const QuestionText = plainText(2_000, 1)

/** A question for a reader. Omitted limits are the policy's. */
export interface McpQuestion extends ReaderFields {
  query: string
  user_ids?: readonly string[] | undefined
  max_items?: number
  max_tokens?: number | undefined
  as_of?: string | undefined
}

/** Recalls for the reader that the key and the call name. Throws `Refused` if they name none, or one the key may not. */
export async function recallFor(call: McpCall, ask: McpQuestion): Promise<IdentifiedRecall> {
  call.requireReader(ask)
  const reader = resolveReadTarget(call.c.get("principal"), ask)
  const linked = await linkedWithCaller(call.c, call.guildId)
  const question = {
    words: ask.query,
    asker: reader.userId,
    mentions: [],
    talking: [...(ask.user_ids ?? [])],
    format: null,
    style: null,
    isDiverse: true,
    asOf: ask.as_of === undefined ? null : Date.parse(ask.as_of),
    maxItems: ask.max_items ?? null,
    maxTokens: ask.max_tokens ?? null,
    minScore: null,
  }
  const recalled = await runRecall(call.runtime, call.guildId, question, {
    reader: reader.userId,
    viewer: (entered) => viewerFor(entered, reader, linked),
  })
  noteShown(call.runtime, call.guildId, recalled)
  return recalled
}

/** Returns the recalled text, or what to do if there is none. */
export function recalledText({ text, items, people, degraded }: IdentifiedRecall): string {
  if (degraded.includes(READING_OFF)) return "This server's policy has switched reading memory off."
  if (items.length > 0 || people.some(({ name }) => name !== null)) return text
  return "Nothing is known that bears on this question. Ask in other words, name the person or topic, or ask without it."
}

const ItemOutput = z.object({
  id: z.string().describe("For fetch; of a memory also for forget."),
  kind: z.enum(["memory", "note", "message"]),
  text: z.string(),
  at: z.string().describe("When it was said, ISO 8601."),
  score: z.number(),
  subject_id: z.string().optional().describe("The person it is about."),
  url: z.string().describe("A link to where it was said."),
  corrected_at: z
    .string()
    .optional()
    .describe(
      "When a person corrected what the linked message says, ISO 8601. Believe the text, not the message.",
    ),
})

export function recallTool(call: McpCall) {
  const input = z.strictObject({
    query: QuestionText.describe("The question, or what the conversation is about, in plain words."),
    ...readerShape(call),
    user_ids: z
      .array(UserId)
      .max(MOST_PEOPLE)
      .optional()
      .describe("The people in the conversation: facts about them are added, whatever is asked."),
    max_tokens: z.int().min(100).max(8_000).optional().describe("The longest text, by default the policy's."),
    as_of: PastTime.optional().describe("Answer as of this time, such as 2026-11-14T12:00:00Z."),
  })
  const output = z.object({
    items: z.array(ItemOutput).describe("Best first."),
    people: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    degraded: z.array(z.string()).describe("Parts that could not be searched; normally empty."),
  })
  return {
    name: "recall",
    title: "Recall what is known",
    description:
      "Returns what this Discord server's memory holds about a question: facts about people and the server, notes of conversations, and messages, each with its source. Use it before you answer anything that depends on the server's people or past.",
    scope: "read",
    binding: "reader",
    annotations: READ_ONLY,
    input,
    output,
    async run(args) {
      const recalled = await recallFor(call, args)
      const items = recalled.items.map((item) => ({
        id: documentId(item),
        kind: item.kind,
        text: truncate(item.text, MOST_TEXT),
        at: iso(item.at),
        score: item.score,
        ...(item.subject ? { subject_id: item.subject.id } : {}),
        url: documentUrl(call.guildId, item),
        ...pickCorrection(item),
      }))
      const people = recalled.people.map(({ id, name }) => ({ id, name }))
      const text = [recalledText(recalled), ...indexLines(items)].join("\n")
      return { data: { items, people, degraded: recalled.degraded }, text }
    },
  } satisfies McpTool<typeof input, typeof output>
}

function pickCorrection(item: Item): Pick<ItemSource, "corrected_at"> {
  const at = linkedSource(item)?.corrected_at
  return at === undefined ? {} : { corrected_at: at }
}

/** Returns a line for each item with the ids that other tools take: some clients show a model only the text. */
function indexLines(items: readonly z.output<typeof ItemOutput>[]): string[] {
  if (items.length === 0) return []
  const lines = items.map(({ id, subject_id, text, url, corrected_at }) => {
    const about = subject_id === undefined ? "" : ` (user_id ${subject_id})`
    return `${id}${about}: ${truncate(text.replace(/\s+/g, " "), MOST_TITLE, { at: "word" })} ${url}${corrected_at === undefined ? "" : " (corrected since)"}`
  })
  return ["", "Ids for fetch, forget and profile:", ...lines]
}
