/** Loads chat whose replies and conversations people have annotated: `*.messages.jsonl` beside `*.gold.jsonl`, one pair a channel. */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import type { ChatLine } from "../../src/channel/window/reply-likelihood.ts"
import type { Id } from "../../src/domain/types.ts"
import { EvaluationError, expectFolder, readJsonLines } from "./files.ts"

const Heard = z.object({
  /** A line of the log: a number counted from 0, and no Discord id. */
  id: z.string().regex(/^\d+$/),
  timestamp: z.iso.datetime({ offset: true }),
  author: z.object({ id: z.string(), name: z.string() }),
  content: z.string(),
})
/** `conversation` and `reply_to` of an annotated message; one that answers nothing may be linked to itself. */
const Gold = z.object({
  id: z.string(),
  conversation: z.union([z.int(), z.string()]),
  reply_to: z.array(z.string()),
})

const FORMAT = "irc-dev"

export interface AnnotatedChannel {
  name: string
  /** Oldest first; the annotated part and what was said before it. */
  lines: ChatLine[]
  conversations: Map<Id, string>
  /** Reply links between two annotated messages. */
  links: { from: Id; to: Id }[]
  /** Links left out: of a message to itself, and to what was said before the annotated part. */
  excluded: { self: number; outside: number }
}

/**
 * Returns every annotated channel under a folder, by name. Throws an EvaluationError if there is none or a
 * line has another format.
 */
export function annotatedChannels(folder: string): AnnotatedChannel[] {
  expectFolder(folder)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()
  const names = files.flatMap((file) => /^(.*)\.messages\.jsonl$/.exec(file)?.[1] ?? [])
  const found = names.filter((name) => existsSync(join(folder, `${name}.gold.jsonl`)))
  if (found.length === 0)
    throw new EvaluationError(`There is no *.messages.jsonl with a *.gold.jsonl beside it under ${folder}.`)
  return found.map((name) => load(folder, name))
}

function load(folder: string, name: string): AnnotatedChannel {
  const lines = readJsonLines(join(folder, `${name}.messages.jsonl`), Heard, FORMAT).map(
    ({ timestamp, ...message }): ChatLine => ({
      ...message,
      at: Date.parse(timestamp),
      replyTo: null,
      mentions: [],
    }),
  )
  const gold = readJsonLines(join(folder, `${name}.gold.jsonl`), Gold, FORMAT)
  const conversations = new Map(gold.map((row) => [row.id, String(row.conversation)]))
  const links = gold.flatMap((row) => row.reply_to.map((to) => ({ from: row.id, to })))
  const proper = links.filter(({ from, to }) => from !== to)
  const inside = proper.filter(({ to }) => conversations.has(to))
  const excluded = { self: links.length - proper.length, outside: proper.length - inside.length }
  return { name, lines, conversations, links: inside, excluded }
}

/** Returns the same chat without the names that address people at the start of a message. */
export function unnamed(channel: AnnotatedChannel): AnnotatedChannel {
  const names = new Set(channel.lines.map((line) => plain(line.author.name)))
  const lines = channel.lines.map((line) => {
    const [call = "", name = ""] = /^\W{0,2}([^\s:,;>]+)[:,;>]?\s*/.exec(line.content) ?? []
    return names.has(plain(name)) ? { ...line, content: line.content.slice(call.length) } : line
  })
  return { ...channel, lines }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
}
