/**
 * Builds a conversation whose every line is learned, and reads everything stored about it in the database and
 * the channel object.
 */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { ExtractionReply } from "../../src/extraction/reply.ts"
import { promptLines } from "../prompt-lines.ts"
import { channelPath, ok, type SpokenMessage, talk } from "./http.ts"
import { guildRows } from "./snapshot.ts"
import { type Channel, channelOf, claim, equip, isSecondReading, watchedDatabase } from "./stand-ins.ts"

export const START = Date.parse("2091-05-01T12:00:00Z")
export const HOUR = 3_600_000

/** Facts the model extracts from a line. A fact in brackets is withdrawn. */
const LEARNED: [RegExp, about: string, fact: string][] = [
  [/I play chess/, "Ada", "Ada plays chess"],
  [/I play the (\w+)/, "Ada", "Ada plays the $1"],
  [/I live in (\w+)/, "Ada", "Ada lives in $1"],
  [/I like tea/, "Ada", "Ada likes tea"],
  [/Ada hates tea/, "Ada", "Ada hates tea"],
  [/I have a dog/, "Bo", "Bo has a dog"],
  [/don't remember my tea/, "Ada", "[Ada likes tea]"],
]

export interface ReadingModel {
  prompts: string[]
  /** Awaited before the model answers. */
  before: () => Promise<void> | void
}

/** Binds a model that learns every line and quotes them all in its note. */
export async function bindReader(channel: Channel): Promise<ReadingModel> {
  const model: ReadingModel = { prompts: [], before: () => undefined }
  const run = async (_name: string, input: { messages: { content: string }[] }) => {
    const prompt = input.messages.at(-1)?.content ?? ""
    if (isSecondReading(prompt)) return { response: { facts: [] } }
    model.prompts.push(prompt)
    await model.before()
    return { response: replyTo(prompt), usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  // Only `run` of the binding is ever called.
  await equip(channel, { AI: { run } as unknown as Ai })
  return model
}

function replyTo(prompt: string): ExtractionReply {
  const lines = promptLines(prompt)
  const handle = (name: string) => new RegExp(`^(P\\d+) ${name}$`, "m").exec(prompt)?.[1] ?? "P0"
  return {
    title: `About ${lines.map(({ words }) => words.split(" ").at(-1)).join(" ")}`,
    summary: lines.map(({ words }) => words).join("; "),
    claims: lines.flatMap(({ line, words }) => {
      const [said, about, fact] = LEARNED.find(([pattern]) => pattern.test(words)) ?? []
      if (!said || !about || !fact) return []
      const worded = (said.exec(words)?.[0] ?? "").replace(said, fact)
      const target = /^\[(.*)\]$/.exec(worded)?.[1]
      if (!target) return [claim(handle(about), worded, { lines: [line], topics: topicsOf(worded) })]
      const memory = new RegExp(`^(M\\d+) P\\d+: ${target}$`, "m").exec(prompt)?.[1]
      return memory ? [claim(handle(about), "", { op: "forget", memory, lines: [line] })] : []
    }),
    people: lines.map(({ name, words }) => `${handle(name)}: ${words}`),
  }
}

function topicsOf(fact: string): string[] {
  return [fact.split(" ").at(-1)?.toLowerCase() ?? ""]
}

/** Earlier facts: where Ada lives and what she likes. */
export async function before(guild: string): Promise<Channel> {
  const channel = channelOf(guild, "100")
  await bindReader(channel)
  await say(
    guild,
    talk(1, START - 24 * HOUR, [
      ["11", "Ada", "I live in Oslo"],
      ["11", "Ada", "I like tea"],
    ]),
  )
  await channel.flush()
  return channel
}

export function say(guild: string, messages: SpokenMessage[]): Promise<unknown> {
  const channel = { name: "general", audience: "everyone" }
  return ok("POST", `${channelPath(guild, "100")}/messages`, { channel, messages })
}

/** The conversation under test, with or without its second line. */
export function lines(second: { words: string; by?: [string, string] } | null): SpokenMessage[] {
  const [id, name] = second?.by ?? ["11", "Ada"]
  const spoken = talk(100, START, [
    ["11", "Ada", "I play chess"],
    [id, name, second?.words ?? ""],
    ["12", "Bo", "I have a dog"],
  ])
  return second ? spoken : spoken.filter((message) => message.id !== "101")
}

/** Returns everything stored about a guild and channel, except counts of tries and reads. */
export async function kept(guild: string): Promise<Record<string, unknown>> {
  const { usage: _, windows: __, ...rows } = await guildRows(guild)
  const queries = {
    statements: `SELECT m.fact, e.message_id, e.fact AS worded, e.certainty FROM evidence e JOIN memories m ON m.id = e.memory_id
      WHERE e.guild_id = ? ORDER BY 1, 2`,
    keys: "SELECT fact_key, topics, certainty FROM memories WHERE guild_id = ? ORDER BY 1",
    participants: "SELECT participants, from_at, to_at FROM notes WHERE guild_id = ? ORDER BY from_at",
    people: "SELECT user_id, to_at FROM note_people WHERE guild_id = ? ORDER BY 1, 2",
    digests: "SELECT user_id, body FROM digests WHERE guild_id = ? ORDER BY 1, 2",
  }
  const results = await env.DB.batch(Object.values(queries).map((query) => env.DB.prepare(query).bind(guild)))
  const more = Object.fromEntries(Object.keys(queries).map((name, index) => [name, results[index]?.results]))
  return { ...rows, ...more, object: await objectRows(channelOf(guild, "100")) }
}

function objectRows(channel: Channel): Promise<unknown> {
  return runInDurableObject(channel, (_, { storage }) => {
    const all = (query: string) => storage.sql.exec(query).toArray()
    return {
      messages: all(
        "SELECT CAST(id AS TEXT) AS id, content, author_id FROM messages WHERE NOT gone ORDER BY messages.id",
      ),
      passages: all("SELECT CAST(first AS TEXT) AS first, lines FROM passages ORDER BY passages.first"),
      owed: all("SELECT * FROM owed"),
      rereads: all("SELECT * FROM rereads"),
      waiting: all("SELECT id FROM windows WHERE state <> 'done'"),
    }
  })
}

/**
 * Lists every cell of the database and the object that contains a text. Test files share one database, so no
 * other file may use that text.
 */
export async function whereIs(text: string, channel: Channel): Promise<string[]> {
  const found: string[] = []
  const look = (place: string, rows: Record<string, unknown>[]) => {
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (asText(value).toLowerCase().includes(text.toLowerCase())) found.push(`${place}.${column}`)
  }
  const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf_%'"
  for (const { name } of (await env.DB.prepare(tables).all<{ name: string }>()).results)
    look(name, (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results)
  await runInDurableObject(channel, (_, { storage }) => {
    for (const { name } of storage.sql.exec(tables).toArray())
      look(`object.${name}`, storage.sql.exec(`SELECT * FROM "${name}"`).toArray())
  })
  return found
}

function asText(value: unknown): string {
  if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value)
  return Array.isArray(value) ? String.fromCharCode(...(value as number[])) : String(value)
}

/** Runs the channel until nothing waits and no retraction is pending. */
export async function settleAll(channel: Channel, setTime: (at: number) => void): Promise<void> {
  for (let hour = 2; hour < 60; hour += 2) {
    setTime(START + hour * HOUR)
    await channel.flush()
    const { owed, rereads, waiting } = (await objectRows(channel)) as Record<string, unknown[]>
    if ([owed, rereads, waiting].every((rows) => rows?.length === 0)) return
  }
  throw new Error("something is owed still")
}

/** Returns a promise and the function that resolves it. */
export function gate(): [passed: Promise<void>, open: () => void] {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return [passed, open]
}

/**
 * Holds the object's database call number `at`, before it runs or before its result returns, until released.
 */
export async function holdDatabase(
  channel: Channel,
  at: number,
  when: "before" | "after",
): Promise<{ hold: { on: boolean }; letGo: () => void }> {
  // Polled, not awaited: code after a promise resolved by the object would run on the object's behalf.
  const hold = { on: false }
  const [passed, letGo] = gate()
  let calls = 0
  const DB = watchedDatabase(env.DB, async (call) => {
    calls += 1
    if (calls !== at) return call()
    const result = when === "after" ? await call() : undefined
    hold.on = true
    await passed
    return when === "after" ? result : call()
  })
  await equip(channel, { DB })
  return { hold, letGo }
}
