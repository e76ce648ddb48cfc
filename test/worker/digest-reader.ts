/** Reads digests with a scripted model and a clock set by hand. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, vi } from "vitest"
import { app } from "../../src/http/app.ts"
import { aboutEach, repeated } from "./digest-replies.ts"
import { hear, talk } from "./http.ts"

export const THREE = Date.parse("2026-11-20T15:00:00Z")
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

interface DigestBody {
  body: string
  method: "model" | "rule"
  hash: string
  made_at: string
  age_seconds: number
  stale: boolean
  from: string
  to: string
}
interface DigestsBody {
  context: DigestBody | null
  today: DigestBody | null
  history: DigestBody | null
}

export function setClock(now: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now })
}

type Reply = Record<string, string>
type Says = (prompt: string) => Reply | Promise<Reply>

/** A model that answers digest questions, the same for each person, and records its prompts. */
export function modelThat(says: Says) {
  return modelReplying(async (prompt) => {
    const said = await says(prompt)
    return aboutEach(prompt, () => said)
  })
}

/** A model that repeats what it was shown. */
export function parrot() {
  return modelReplying(repeated)
}

function modelReplying(reply: (prompt: string) => unknown) {
  const prompts: string[] = []
  const run = async (_name: string, input: { messages: { content: string }[] }) => {
    const prompt = input.messages.at(-1)?.content ?? ""
    prompts.push(prompt)
    return { response: await reply(prompt), usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  // Only `run` of the binding is ever called.
  return { prompts, ai: { run } as unknown as Ai }
}

export interface Reading {
  digests: DigestsBody
  /** Settles once the background work of the answer is done. */
  done: () => Promise<void>
}

/** Reads as a client does; background work continues after the answer. */
export async function read(
  guild: string,
  query = "",
  bound: { AI?: Ai; READ_ONLY?: string } = {},
): Promise<Reading> {
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test/v1/guilds/${guild}/members/11/digests${query}`, {
    headers: { authorization: "Bearer dev" },
  })
  const response = await app.fetch(request, { ...env, ...bound }, ctx)
  expect(response.status).toBe(200)
  return { digests: await response.json<DigestsBody>(), done: () => waitOnExecutionContext(ctx) }
}

/** Reads and waits for all background work. */
export async function readThrough(guild: string, query = "", bound: { AI?: Ai; READ_ONLY?: string } = {}) {
  const { digests, done } = await read(guild, query, bound)
  await done()
  return digests
}

/** Ada talks with Bo in one channel at a given time; the rules extract from it. */
export async function adaTalks(
  guild: string,
  words: string,
  at: number,
  info: { channel?: string; audience?: string } = {},
): Promise<void> {
  const { channel = "100", audience = "everyone" } = info
  const lines = talk(Math.floor((at - THREE) / 1_000) + 10_000_000, at, [
    ["11", "Ada", words],
    ["12", "Bo", "Interesting, tell me more about that"],
  ])
  await hear(guild, channel, lines, { name: `channel ${channel}`, audience })
}

export async function rows<T>(query: string, ...values: unknown[]): Promise<T[]> {
  return (
    await env.DB.prepare(query)
      .bind(...values)
      .all<T>()
  ).results
}

/** Deletes the notes of conversations that ended after `after`, with their full text. */
export async function deleteNotes(guild: string, after = 0): Promise<void> {
  const which = "FROM notes WHERE guild_id = ? AND to_at > ?"
  await env.DB.batch([
    env.DB.prepare(`DELETE FROM note_terms WHERE rowid IN (SELECT seq ${which})`).bind(guild, after),
    env.DB.prepare(`DELETE ${which}`).bind(guild, after),
  ])
}

/** Returns the stored digests of a guild's people. */
export function stored(guild: string) {
  return rows<{ user_id: string; kind: string; audience: string; body: string }>(
    "SELECT user_id, kind, audience, body FROM digests WHERE guild_id = ? ORDER BY audience, kind",
    guild,
  )
}
