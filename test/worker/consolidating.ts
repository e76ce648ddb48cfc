/** Builds a guild that knows about Ada's cat in several wordings, and consolidates it as a night does. */
import { env } from "cloudflare:workers"
import { guildDatabase, runBatch } from "../../src/memory/db/database.ts"
import type { MemoryEvidence, Operation } from "../../src/memory/facts/operations.ts"
import {
  type Consolidation,
  consolidateMemories,
  consolidationStatements,
  readMemoryEvidence,
} from "../../src/memory/write/consolidate.ts"
import { NOON } from "./builders.ts"
import { hear, type MemoryBody, memories, talk } from "./http.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000
export const HAS = "Ada has a cat named Miso"
export const CALLED = "Ada's cat is called Miso"

/**
 * Ada, or Bo about her, says a line from which the model extracts this fact, an hour after the last window.
 * The message ids of a window start at a thousand times its number.
 */
export async function learn(
  guild: string,
  window: number,
  fact: string,
  { channel = "100", words = fact, info = undefined as Record<string, unknown> | undefined, by = "11" } = {},
): Promise<void> {
  await bindModel(channelOf(guild, channel), () => [claim("P1", fact, { lines: [by === "11" ? 1 : 2] })])
  const lines = talk(1_000 * window, NOON + window * HOUR, [
    ["11", "Ada", by === "11" ? words : "hello"],
    ...(by === "11" ? [] : [[by, "Bo", words] as [string, string, string]]),
  ])
  await hear(guild, channel, lines, info)
}

export function knownOf(guild: string, optIn = false): Promise<MemoryEvidence[]> {
  const subjects = [{ scope: "user" as const, id: "11" }]
  return readMemoryEvidence(guildDatabase(env, guild), guild, subjects, optIn)
}

/** Decides as a night does, in a guild where every channel in `alike` has the same readers. */
export function decide(
  known: readonly MemoryEvidence[],
  operations: readonly Operation[],
  alike: readonly (string | null)[] = ["100", null],
): Consolidation {
  return consolidateMemories(known, operations, {
    now: NOON,
    promoteDays: 3,
    timezone: "UTC",
    samePeers: (channels) => channels.length < 2 || channels.every((id) => alike.includes(id)),
    unfit: () => false,
  })
}

export async function write(
  guild: string,
  known: readonly MemoryEvidence[],
  result: Consolidation,
): Promise<void> {
  const statements = consolidationStatements(guild, known, result)
  if (statements.length > 0) await runBatch(guildDatabase(env, guild), statements)
}

/** Merges the memory worded `from` into the one worded `into`. */
export async function merge(guild: string, into: string, from: string): Promise<Consolidation> {
  const known = await knownOf(guild)
  const idOf = (fact: string) => known.find(({ memory }) => memory.fact === fact)?.memory.id ?? fact
  const result = decide(known, [{ kind: "merge", into: idOf(into), from: [idOf(from)] }])
  await write(guild, known, result)
  return result
}

export async function byFact(guild: string, fact: string, query = ""): Promise<MemoryBody | undefined> {
  return (await memories(guild, query)).find((memory) => memory.fact === fact)
}

export async function facts(guild: string, query = ""): Promise<string[]> {
  return (await memories(guild, query)).map(({ fact }) => fact).sort()
}

/** Returns the ids of a memory's source messages. */
export async function restsOn(id: string | undefined): Promise<string[]> {
  const rows = await env.DB.prepare("SELECT ref FROM evidence WHERE memory_id = ? ORDER BY ref")
    .bind(id ?? "")
    .all<{ ref: string }>()
  return rows.results.map(({ ref }) => ref)
}
