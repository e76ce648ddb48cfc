/** What an import left behind in a worker, in a form that two runs of the same talk can be compared by. */
import { z } from "zod"
import type { DiscordBot } from "./discord-bot.ts"

const Verdict = z.object({ verdict: z.string(), reason: z.string(), fact: z.string().nullable() })
const Window = z.object({
  id: z.string(),
  to: z.string(),
  messages: z.int(),
  closed_by: z.string(),
  method: z.string(),
  verdicts: z.array(Verdict),
})
/** Times at which the worker worked, ids that it drew, and nothing else is left out. */
const Memory = z.object({
  id: z.string(),
  subject: z.object({ scope: z.string(), id: z.string(), name: z.string().nullable() }),
  fact: z.string(),
  type: z.string(),
  section: z.string().nullable(),
  topics: z.array(z.string()),
  importance: z.string(),
  confidence: z.number(),
  lifetime: z.string(),
  status: z.string(),
  superseded_by: z.string().nullable(),
  merged: z.boolean(),
  contradicts: z.string().nullable(),
  evidence_count: z.int(),
  said_at: z.string(),
  last_said_at: z.string(),
  expires_at: z.string().nullable(),
  when: z.string().nullable(),
  until: z.string().nullable(),
  reported_by: z.array(z.string()),
  method: z.string(),
  sources: z.array(z.object({ message_id: z.string().nullish(), excerpt: z.string().nullish() })),
})
const Kept = z.object({
  messages: z.array(
    z.object({ id: z.string(), channel_id: z.string(), content: z.string(), at: z.string() }),
  ),
  missing: z.array(z.unknown()),
})
const Flushed = z.object({ waiting: z.int() })

/** Returns all messages that the worker keeps of these people, and how often. Throws if a channel did not tell. */
export async function keptMessages(bot: DiscordBot, people: readonly { id: string }[]) {
  const exports = await Promise.all(
    people.map(async ({ id }) =>
      Kept.parse(await bot.call("GET", `/guilds/${bot.guildId}/members/${id}/export`)),
    ),
  )
  if (exports.some(({ missing }) => missing.length > 0))
    throw new Error("a channel did not tell its messages")
  return exports.flatMap(({ messages }) => messages)
}

async function all<Item>(bot: DiscordBot, path: string, item: z.ZodType<Item>): Promise<Item[]> {
  const Page = z.object({ items: z.array(item), next: z.string().nullable() })
  const items: Item[] = []
  let next: string | null = ""
  while (next !== null) {
    const cursor: string = next && `&cursor=${encodeURIComponent(next)}`
    const page: z.output<typeof Page> = Page.parse(
      await bot.call("GET", `/guilds/${bot.guildId}${path}limit=200${cursor}`),
    )
    items.push(...page.items)
    next = page.next
  }
  return items
}

/** Has everything read, then returns windows that ended before a time, and memories, of every status. */
export async function outcomeOf(bot: DiscordBot, channels: readonly string[], before: number) {
  for (const channel of channels) {
    let waiting = 1
    while (waiting > 0)
      waiting = Flushed.parse(
        await bot.call("POST", `/guilds/${bot.guildId}/channels/${channel}/flush`),
      ).waiting
  }
  const windows = (await all(bot, "/windows?", Window))
    .filter(({ to }) => Date.parse(to) < before)
    // The flush above may come before the channel's own alarm.
    .map((window) => ({ ...window, closed_by: window.closed_by === "flush" ? "lull" : window.closed_by }))
  const memories = [
    ...(await all(bot, "/memories?", Memory)),
    ...(await all(bot, "/memories?status=superseded&", Memory)),
  ]
  const facts = new Map(memories.map(({ id, fact }) => [id, fact]))
  const factOf = (id: string | null) => id && (facts.get(id) ?? "a memory that is gone")
  return {
    windows: sorted(windows),
    memories: sorted(
      memories.map(({ id: _, superseded_by, contradicts, sources, topics, ...memory }) => ({
        ...memory,
        topics: topics.toSorted(),
        superseded_by: factOf(superseded_by),
        contradicts: factOf(contradicts),
        sources: sorted(sources),
      })),
    ),
  }
}

/** Rows in an order that depends on their content alone. */
function sorted<Row>(rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: JSON.stringify(row) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ row }) => row)
}
