/**
 * Turns real chat from outside the repository into requests: `*.messages.jsonl` files, one channel each.
 * Stores none of it.
 */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { z } from "zod"
import type { Shot } from "./load.ts"

const LineSchema = z.object({
  timestamp: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  content: z.string(),
})

export interface ChatLog {
  path: string
  messages: { id: string; author: { id: string; name: string }; content: string; timestamp: string }[]
}

/** Reads the first `most` messages of each log under `folder`. A folder's logs are channels of one guild. */
export function readChatLogs(folder: string, most: number): ChatLog[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".messages.jsonl"))
    .sort()
  const guilds = [...new Set(files.map((file) => dirname(file)))]
  return files.map((file, channel) => {
    const guild = String(710_000_000_000_000_000n + BigInt(guilds.indexOf(dirname(file))))
    const lines = readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean).slice(0, most)
    const first = 910_000_000_000_000_000n + BigInt(channel) * 1_000_000n
    return {
      path: `/v1/guilds/${guild}/channels/${810_000_000_000_000_000n + BigInt(channel)}`,
      messages: lines.map((line, index) => {
        const { author, content, timestamp } = LineSchema.parse(JSON.parse(line))
        // Author ids count within a file, so another file's people are others.
        const id = String(BigInt(author.id) + BigInt(channel) * 1_000_000n)
        return { id: String(first + BigInt(index)), author: { ...author, id }, content, timestamp }
      }),
    }
  })
}

/** Returns a log's messages in requests of `batch` messages, in a channel that everyone can read. */
export function deliveries(log: ChatLog, batch: number): Shot[] {
  const channel = { audience: "everyone" }
  return Array.from({ length: Math.ceil(log.messages.length / batch) }, (_, index) => {
    const messages = log.messages.slice(index * batch, (index + 1) * batch)
    return { path: `${log.path}/messages`, body: JSON.stringify({ channel, messages }) }
  })
}

/** Groups logs by guild id. */
export function guildsOf(logs: readonly ChatLog[]): { name: string; logs: ChatLog[] }[] {
  const guilds = Map.groupBy(logs, ({ path }) => /guilds\/(\d+)/.exec(path)?.[1] ?? "")
  return [...guilds.values()].map((channels) => {
    const name = channels.length === 1 ? "one channel" : `${channels.length} channels`
    return { name, logs: channels }
  })
}
