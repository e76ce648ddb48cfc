/** `search`: documents for a query, in the shape that connectors with `search` and `fetch` expect. */
import { z } from "zod"
import { truncate } from "../../../text/truncate.ts"
import type { McpCall } from "../call.ts"
import { documentId, documentTitle, documentUrl } from "../documents.ts"
import { readerShape } from "../reader.ts"
import { type McpTool, READ_ONLY } from "../tool.ts"
import { QuestionText, recallFor } from "./recall.ts"

const MOST_SNIPPET = 300
const MOST_RESULTS = 20
/** Room for all results: search cuts their texts itself. */
const MOST_TOKENS = 8_000

export function searchTool(call: McpCall) {
  const input = z.strictObject({
    query: QuestionText.describe("Words or a question."),
    ...readerShape(call),
    limit: z.int().min(1).max(MOST_RESULTS).optional().describe("Most results, 10 by default."),
  })
  const output = z.object({
    results: z
      .array(
        z.object({
          id: z.string().describe("For fetch."),
          title: z.string(),
          text: z.string().describe("The beginning of the document."),
          url: z.string().describe("A link to where it was said."),
        }),
      )
      .describe("Best first."),
  })
  return {
    name: "search",
    title: "Search the memory",
    description:
      "Finds memories, notes of conversations and messages of this Discord server. Returns ids for fetch. Prefer recall for a question: it returns the texts at once.",
    scope: "read",
    binding: "reader",
    annotations: READ_ONLY,
    input,
    output,
    async run({ limit = 10, ...ask }) {
      const { items } = await recallFor(call, { ...ask, max_items: limit, max_tokens: MOST_TOKENS })
      const results = items.map((item) => ({
        id: documentId(item),
        title: documentTitle(item.text, item.kind === "note" ? item.title : null),
        text: truncate(item.text, MOST_SNIPPET),
        url: documentUrl(call.guildId, item),
      }))
      return { data: { results } }
    },
  } satisfies McpTool<typeof input, typeof output>
}
