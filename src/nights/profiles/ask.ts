/** Has a model look through what is known of people, one call for each part of a person. Reads and asks; writes nothing. */
import { byDeadline } from "../../ai/chat/by-deadline.ts"
import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel, Tier } from "../../ai/chat.ts"
import type { Time, Usage } from "../../domain/types.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import type { Person } from "./draft.ts"
import { type Doing, profileQuestion } from "./prompt.ts"
import { proposed, ReplySchema } from "./reply.ts"
import { partsOf, type Row } from "./rows.ts"

/** A reply names rows by numbers; words are only in what is reworded. */
const MAX_TOKENS = 1_500
const TIMEOUT_MS = 60_000
/** All calls of a page end by then: its step has ten minutes. */
const PAGE_MS = 240_000

/** What is known of one person, as it is shown. */
export interface Known {
  id: string
  name: string | null
  /** When they were last looked through; null: never. */
  since: Time | null
  rows: readonly Row[]
  lately: readonly Doing[]
}

/** How people are asked about. */
export interface Asking {
  chat: ChatModel
  tier: Tier
  now: Time
  timezone: string
}

/** The model with an end to all that a page asks of it. */
export function forOnePage(chat: ChatModel): ChatModel {
  return byDeadline(Date.now() + PAGE_MS, chat)
}

type Answer = { usage: Usage[] } & Pick<Person, "by" | "operations" | "refused">

/**
 * All that a model proposes for a person, part after part. A reply that is of no use leaves its part to the rules; a model that is down
 * leaves the person to another night, but what it said until then is kept. Never throws for anything the model does.
 */
export async function askedAbout(known: Known, asking: Asking): Promise<Answer> {
  const usage: Usage[] = []
  const operations: Operation[] = []
  let [by, refused]: [Person["by"], number] = ["model", 0]
  for (const rows of partsOf(known.rows)) {
    const reply = await replyTo({ ...known, rows }, asking)
    usage.push(...reply.usage)
    if (reply.kind === "ok") {
      const said = proposed(reply.value, rows, known.name)
      operations.push(...said.operations)
      refused += said.refused
    } else if (reply.kind === "bad_reply") by = "rules"
    else return { by: "later", operations, refused, usage }
  }
  return { by, operations, refused, usage }
}

function replyTo(part: Known, { chat, tier, now, timezone }: Asking) {
  return structured(chat, {
    purpose: "consolidation",
    tier,
    ...profileQuestion(part, { now, timezone }),
    schemaName: "profile",
    schema: ReplySchema,
    maxTokens: MAX_TOKENS,
    timeoutMs: TIMEOUT_MS,
  })
}
