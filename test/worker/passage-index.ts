/** Reads a channel's search index from its tables and rebuilds it from the stored messages for comparison. */
import { runInDurableObject } from "cloudflare:test"
import type { PassageLine } from "../../src/channel/search/passage.ts"
import { toLine } from "../../src/channel/search/passage.ts"
import { MessageRows } from "../../src/channel/store/message-rows.ts"
import type { Channel } from "./stand-ins.ts"

interface Index {
  /** Ordered by first message. */
  passages: PassageLine[][]
  /** Each full-text term with its number of passages and of occurrences. */
  terms: [term: string, passages: number, times: number][]
}

/** Returns the actual index. */
export function indexOf(channel: Channel): Promise<Index> {
  return runInDurableObject(channel, (_, { storage }) => {
    const rows = storage.sql.exec("SELECT lines FROM passages ORDER BY first").toArray()
    const terms = [...storage.sql.exec("SELECT term, doc, cnt FROM passage_counts ORDER BY term").raw()]
    return {
      passages: rows.map((row) => JSON.parse(String(row.lines)) as PassageLine[]),
      terms: terms as Index["terms"],
    }
  })
}

/**
 * Returns the expected index: every stored, sealed message in one passage in order of time, and the terms of
 * those passages.
 */
export async function rebuiltIndexOf(channel: Channel): Promise<Index> {
  const { passages } = await indexOf(channel)
  const kept = await keptLines(channel)
  const placed = passages.map((lines) => lines.flatMap(({ id }) => kept.get(id) ?? []))
  const homeless = [...kept.values()].filter(({ id }) => !passages.flat().some((line) => line.id === id))
  const right = [...placed, ...(homeless.length > 0 ? [homeless] : [])]
    .map((lines) => lines.toSorted((a, b) => a.at - b.at || Number(BigInt(a.id) - BigInt(b.id))))
    .filter((lines) => lines.length > 0)
  return { passages: right, terms: countsOf(right) }
}

function countsOf(passages: readonly PassageLine[][]): Index["terms"] {
  const counts = new Map<string, [number, number]>()
  for (const lines of passages) {
    const stems = lines.flatMap((line) => [...line.name, ...line.stems])
    for (const stem of stems) counts.set(stem, [counts.get(stem)?.[0] ?? 0, (counts.get(stem)?.[1] ?? 0) + 1])
    for (const stem of new Set(stems)) {
      const [docs, times] = counts.get(stem) ?? [0, 0]
      counts.set(stem, [docs + 1, times])
    }
  }
  const bytes = new TextEncoder()
  const byBytes = (a: string, b: string) => {
    const [one, other] = [bytes.encode(a), bytes.encode(b)]
    const at = one.findIndex((byte, index) => byte !== other[index])
    return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
  }
  return [...counts]
    .map(([term, [docs, times]]): Index["terms"][number] => [term, docs, times])
    .sort(([a], [b]) => byBytes(a, b))
}

function keptLines(channel: Channel): Promise<Map<string, PassageLine>> {
  return runInDurableObject(channel, (_, { storage }) => {
    const open = storage.sql.exec("SELECT value FROM state WHERE key = 'open'").toArray()[0]?.value
    // Open messages are those listed and all with a larger id.
    const ids = storage.sql
      .exec(
        `SELECT CAST(id AS TEXT) AS id FROM messages WHERE NOT gone AND id <= CAST(?1 ->> 'upTo' AS INTEGER)
          AND id NOT IN (SELECT CAST(value AS INTEGER) FROM json_each(?1, '$.ids'))`,
        String(open ?? '{"ids":[],"upTo":"0"}'),
      )
      .toArray()
      .map(({ id }) => String(id))
    const messages = new MessageRows(storage.sql).read(ids, { guildId: "1", channelId: "1" })
    return new Map(messages.map((message) => [message.id, toLine(message)]))
  })
}

/**
 * Returns the text of every table of the object, with blobs decoded byte by byte. Window results are left
 * out, since a window's title is its note's.
 */
export function wordsIn(channel: Channel): Promise<string> {
  return runInDurableObject(channel, (_, { storage }) => {
    const tables = storage.sql
      .exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%'",
      )
      .toArray()
    const cells = tables.flatMap(({ name }) => [...storage.sql.exec(`SELECT * FROM "${name}"`).raw()].flat())
    const readable = (cell: unknown) =>
      cell instanceof ArrayBuffer ? new TextDecoder("latin1").decode(cell) : String(cell)
    return cells
      .map(readable)
      .filter((cell) => !cell.startsWith('{"id":"w_'))
      .join("\n")
  })
}
