/** Reads a guild's index of messages, compares it with the channels that fill it, and lets its calls fail. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect } from "vitest"
import type { IndexAnswer, MessageQuery } from "../../src/memory/read/guild-messages.ts"
import { query } from "../unit/builders.ts"
import { indexOf } from "./indexing.ts"
import { indexOf as passagesOf } from "./passage-index.ts"
import { channelOf, type Fault } from "./stand-ins.ts"

/** Searches these channels of a guild's index. */
export async function searchIndex(
  guild: string,
  words: string,
  channels: string[],
  given: Partial<MessageQuery> = {},
): Promise<IndexAnswer> {
  return indexOf(guild).searchMessages({ query: query(words, given), channels })
}

/** Returns `channel:message` of the lines that the index finds, best first. */
export async function linesFound(guild: string, words: string, channels: string[]): Promise<string[]> {
  return (await searchIndex(guild, words, channels)).hits.map(({ channelId, id }) => `${channelId}:${id}`)
}

/** Returns all text of the index's tables, with blobs decoded byte by byte. */
export function wordsIndexed(guild: string): Promise<string> {
  return runInDurableObject(indexOf(guild), (_, { storage }) => {
    const tables = storage.sql
      .exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'passage%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      )
      .toArray()
    const cells = tables.flatMap(({ name }) => [...storage.sql.exec(`SELECT * FROM "${name}"`).raw()].flat())
    return cells
      .map((cell) => (cell instanceof ArrayBuffer ? new TextDecoder("latin1").decode(cell) : String(cell)))
      .join("\n")
  })
}

/** Fails unless the index holds exactly the channels' passages, each once, and its full text is sound. */
export async function expectIndexed(guild: string, channels: readonly string[]): Promise<void> {
  for (const channel of channels) {
    const { passages } = await passagesOf(channelOf(guild, channel))
    expect(await passagesIndexed(guild, channel), `channel ${channel}`).toEqual(passages)
  }
  await runInDurableObject(indexOf(guild), (_, { storage }) =>
    storage.sql.exec("INSERT INTO passage_text (passage_text) VALUES ('integrity-check')"),
  )
}

export function passagesIndexed(guild: string, channel: string): Promise<unknown[]> {
  return runInDurableObject(indexOf(guild), (_, { storage }) =>
    storage.sql
      .exec("SELECT lines FROM passages WHERE channel = CAST(? AS INTEGER) ORDER BY first", channel)
      .toArray()
      .map(({ lines }) => JSON.parse(String(lines)) as unknown),
  )
}

/** Index stubs whose calls fail as `next` decides. */
export function faultyIndex(next: (method: string) => Fault): typeof env.INDEXES {
  const wrap = (stub: object) =>
    new Proxy(stub, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        if (typeof member !== "function") return member
        return async (...values: unknown[]) => {
          const fault = next(String(key))
          if (fault === "before") throw new Error("the object is out of reach")
          const result: unknown = await Reflect.apply(member, target, values)
          if (fault === "after") throw new Error("the connection broke before the answer came")
          return result
        }
      },
    })
  // Channels and the Eraser call only `getByName`.
  return { getByName: (name: string) => wrap(env.INDEXES.getByName(name)) } as unknown as typeof env.INDEXES
}
