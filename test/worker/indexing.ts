/** Sets up a guild's vector index with a model that embeds by words, and reads what it stores. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect } from "vitest"
import type { GuildIndex } from "../../src/vectors/guild-index.ts"
import { vectorSearch } from "../../src/vectors/search.ts"
import { equip } from "./stand-ins.ts"
import type { VectorizeStandIn } from "./vectorize.ts"

export type Index = DurableObjectStub<GuildIndex>
export const DIMENSIONS = 64
export const MODEL = "@cf/baai/bge-m3"

export function indexOf(guild: string): Index {
  return env.INDEXES.getByName(guild)
}

export interface Embedder {
  /** The texts of each call. */
  calls: string[][]
  /** Called before each embedding; throws to refuse it. */
  refuse: (texts: string[]) => void
  ai: Ai
}

/** A model that gives texts with shared words similar vectors. It charges ten tokens a text. */
export function embedder(): Embedder {
  const made: Embedder = { calls: [], refuse: () => undefined, ai: {} as Ai }
  const run = async (_model: string, { text }: { text: string[] }) => {
    made.calls.push(text)
    made.refuse(text)
    return { data: text.map(vectorOf), usage: { prompt_tokens: text.length * 10 } }
  }
  // Only `run` of the binding is ever called.
  made.ai = { run } as unknown as Ai
  return made
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const at = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % DIMENSIONS, 7)
    vector[at] = (vector[at] ?? 0) + 1
  }
  return vector.some((value) => value !== 0) ? vector : vector.fill(1)
}

/** The environment of a guild's index. */
export interface IndexSetup {
  model: Embedder
  vectorize?: VectorizeStandIn
  settings?: Partial<Pick<Env, "AI_EMBED_MODEL" | "VECTOR_INDEX">>
}

export function indexBindings({ model, vectorize, settings = {} }: IndexSetup): Partial<Env> {
  return { AI: model.ai, ...(vectorize ? { VECTORS: vectorize.binding } : {}), ...settings }
}

export function equipIndex(index: Index, outfit: IndexSetup): Promise<void> {
  return equip(index, indexBindings(outfit))
}

/** Returns the facts and titles found by a semantic search, best first. */
export async function found(guild: string, words: string, outfit: IndexSetup, limit = 10): Promise<string[]> {
  // Passes the outfit's settings as they are, without defaults.
  const search = vectorSearch({ ...env, ...indexBindings(outfit) }, { ...outfit.settings } as object, {
    guildId: guild,
  })
  const hits = await search?.(words, limit)
  const name = async (table: string, column: string, seq: number) =>
    (
      await env.DB.prepare(`SELECT ${column} AS name FROM ${table} WHERE seq = ? AND guild_id = ?`)
        .bind(seq, guild)
        .first<{ name: string }>()
    )?.name ?? `a stray ${seq}`
  return Promise.all([
    ...(hits?.memories ?? []).map((hit) => name("memories", "fact", hit.seq)),
    ...(hits?.notes ?? []).map((hit) => name("notes", "title", hit.seq)),
  ])
}

/** Lists a guild's rows as `[kind, words, embedded_with]`. */
export async function marks(guild: string): Promise<[string, string, string | null][]> {
  const { results } = await env.DB.prepare(
    `SELECT 'memory' AS kind, fact AS words, embedded_with AS mark FROM memories WHERE guild_id = ?1
     UNION ALL SELECT 'note', title, embedded_with FROM notes WHERE guild_id = ?1 ORDER BY 1, 2`,
  )
    .bind(guild)
    .all<{ kind: string; words: string; mark: string | null }>()
  return results.map((row) => [row.kind, row.words, row.mark])
}

/** Returns the keys of all vectors in a guild's own object. */
export function ownKeys(index: Index): Promise<string[]> {
  return runInDurableObject(index, (_, state) =>
    [
      ...state.storage.sql.exec<{ key: string }>(
        "SELECT 'm' || seq AS key FROM memory_vectors UNION ALL SELECT 'n' || seq FROM note_vectors ORDER BY 1",
      ),
    ].map((row) => row.key),
  )
}

/** Returns the keys of all rows that should have a vector. */
export async function wantedKeys(guild: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT 'm' || seq AS key FROM memories WHERE guild_id = ?1 AND status = 'active' AND embedded_with <> ''
     UNION ALL SELECT 'n' || seq FROM notes WHERE guild_id = ?1 AND embedded_with <> '' ORDER BY 1`,
  )
    .bind(guild)
    .all<{ key: string }>()
  return results.map((row) => row.key)
}

/** Expects that no row waits for a vector or for its removal, and that the stored keys match the rows. */
export async function expectIndexInSync(guild: string, kept: string[]): Promise<void> {
  const waiting = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM memories WHERE guild_id = ?1 AND status = 'active' AND coalesce(embedded_with, '') = '')
      + (SELECT count(*) FROM notes WHERE guild_id = ?1 AND coalesce(embedded_with, '') = '')
      + (SELECT count(*) FROM vector_removals WHERE guild_id = ?1) AS count`,
  )
    .bind(guild)
    .first<{ count: number }>()
  expect(waiting).toEqual({ count: 0 })
  expect(kept).toEqual(await wantedKeys(guild))
}
