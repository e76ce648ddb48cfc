/** Finds memories by what some words mean, by rules and by the deployment's embedding model. */
import { sql } from "drizzle-orm"
import { describeError } from "../domain/errors.ts"
import type { Viewer } from "../domain/types.ts"
import { memories } from "../memory/db/schema.ts"
import { memoriesOnMatter } from "../memory/read/forget-request.ts"
import type { FoundMemory } from "../memory/read/search.ts"
import { readSettings } from "../settings.ts"
import { vectorSearch } from "../vectors/search.ts"
import type { Entered } from "./enter.ts"
import { capsAllowModel, type Runtime } from "./models.ts"
import { recordSpent } from "./run-recall.ts"

const MOST = 50
/** Cosine below which two texts are about different things, and how far behind the best hit another may be. */
const NEAR = 0.55
const BEHIND_BEST = 0.1

/**
 * Returns those of the known memories that some words may mean: on a matter that they name, else near them by the
 * embedding model. A guess, to be confirmed.
 */
export async function findByMeaning(
  runtime: Runtime,
  reader: { entered: Entered; viewer: Viewer },
  { words, known }: { words: string; known: readonly FoundMemory[] },
): Promise<FoundMemory[]> {
  if (known.length === 0) return []
  const ofMatter = memoriesOnMatter(words, known)
  if (ofMatter.length > 0) return ofMatter
  const near = await memoriesNear(runtime, reader, words)
  return near.flatMap((id) => known.find(({ memory }) => memory.id === id) ?? [])
}

/** Returns ids, best first. Empty without a model, if the guild's caps forbid the call, or if it fails. */
async function memoriesNear(
  runtime: Runtime,
  { entered, viewer }: { entered: Entered; viewer: Viewer },
  words: string,
): Promise<string[]> {
  const { env } = runtime
  const guildId = entered.guild.id
  const search = vectorSearch(env, readSettings(env), {
    guildId,
    spend: (usage) => recordSpent(runtime, guildId, [usage]),
    mayAsk: () => capsAllowModel(env, entered),
  })
  if (search === null) return []
  try {
    const hits = (await search(words, MOST, viewer.readable))?.memories ?? []
    const best = hits[0]?.score ?? 0
    const near = hits.filter(({ score }) => score >= NEAR && score >= best - BEHIND_BEST)
    if (near.length === 0) return []
    const wanted = sql`SELECT value FROM json_each(${JSON.stringify(near.map(({ seq }) => seq))})`
    const rows = await entered.db
      .select({ id: memories.id, seq: memories.seq })
      .from(memories)
      .where(sql`guild_id = ${guildId} AND seq IN (${wanted})`)
    return near.flatMap(({ seq }) => rows.find((row) => row.seq === seq)?.id ?? [])
  } catch (error) {
    // Fallback: nothing is found by meaning.
    console.warn({ event: "meaning.failed", guild: guildId, error: describeError(error) })
    return []
  }
}
