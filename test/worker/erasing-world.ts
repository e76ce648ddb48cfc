/**
 * Builds a guild in which something Ada said is spread over five channels, memories, notes, digests, vectors
 * and quotes by others.
 */
import { createExecutionContext, runDurableObjectAlarm, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect } from "vitest"
import { app } from "../../src/http/app.ts"
import { promptLines } from "../prompt-lines.ts"
import { modelThat } from "./digest-reader.ts"
import { channelPath, hear, ok, type SpokenMessage } from "./http.ts"
import { type Embedder, embedder, equipIndex, indexOf } from "./indexing.ts"
import { alarmOf, DAY, setClock } from "./live.ts"
import { channelOf, claim, equip } from "./stand-ins.ts"

/** Before September 2084: Discord ids created after that exceed 2^63 and are invalid here. */
export const START = Date.parse("2082-03-01T12:00:00Z")
const MINUTE = 60_000
/** Returns a word that occurs in no other guild. */
export function markerOf(guild: string): string {
  return `kestrel${[...guild].map((digit) => "abcdefghij"[Number(digit)]).join("")}ox`
}
export const CHANNELS = ["101", "102", "103", "104", "105"]

export interface ErasureBody {
  id: string
  kind: string
  target: string
  state: string
  step: string | null
  report: { counts: Record<string, number>; left: number | null; rounds: number; detail: string | null }
  requested_by: string
  requested_at: string
  finished_at: string | null
}

/** The model extracts what each line of a window says. */
async function bindReader(guild: string, channel: string): Promise<void> {
  const marker = markerOf(guild)
  const run = async (_name: string, input: { messages: { content: string }[] }) => {
    const prompt = input.messages.at(-1)?.content ?? ""
    const tells = prompt.includes(marker)
    const ada = /^(P\d+)\b.*\bAda\b/m.exec(prompt)?.[1]
    const lines = promptLines(prompt)
    const reply = {
      title: tells ? `The ${marker} club` : "Kites and chess",
      summary: tells ? `Ada told of her ${marker} club.` : "They spoke of kites.",
      claims: lines.flatMap(({ line, handle: who, name, words }) => {
        const cited = { lines: [line] }
        return [
          ...(words.includes(marker) && name === "Ada"
            ? [claim(who, `Ada runs a ${marker} club`, { ...cited, topics: [marker] })]
            : []),
          ...(words.includes(marker) && name === "Bo"
            ? [claim(who, `Bo asked about the ${marker} club`, cited)]
            : []),
          ...(words.includes("kites")
            ? [claim(who, `${name} flies kites`, { ...cited, topics: ["kites"] })]
            : []),
          ...(words.includes("chess") ? [claim(who, `${name} plays chess with Ada`, cited)] : []),
          ...(words.includes("parrot") && ada ? [claim(ada, "Ada has a parrot", cited)] : []),
        ]
      }),
      people: [],
    }
    return { response: reply, usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  // Only `run` of the binding is ever called.
  await equip(channelOf(guild, channel), { AI: { run } as unknown as Ai })
}

export function line(
  id: number,
  author: [string, string],
  content: string,
  at: number,
  mentions: object[] = [],
) {
  return {
    id: String(id),
    author: { id: author[0], name: author[1] },
    content,
    timestamp: new Date(at).toISOString(),
    mentions,
  } satisfies SpokenMessage & { mentions: object[] }
}

export const ADA: [string, string] = ["11", "Ada"]
const BO: [string, string] = ["12", "Bo"]
const CY: [string, string] = ["13", "Cyrus"]

/** Builds the guild: messages are heard, extracted, noted, embedded and digested. */
export async function markedGuild(guild: string): Promise<Embedder> {
  const marker = markerOf(guild)
  const words = `my ${marker} club meets near the old harbor on Tuesdays`
  setClock(START)
  const at = START - 80 * MINUTE
  for (const [index, channel] of CHANNELS.entries()) {
    await bindReader(guild, channel)
    const id = Number(channel) * 1_000
    await hear(guild, channel, [
      line(id, ADA, index === 0 ? words : `By the way, ${words}!`, at),
      line(id + 1, BO, "that sounds like fun", at + 10_000),
    ])
    const later = at + 30 * MINUTE
    await hear(guild, channel, [
      line(id + 10, BO, `> ${words}\nwhen is it?`, later),
      line(id + 11, CY, `she wrote “${marker} club meets” somewhere, <@11>?`, later + 10_000, [
        { id: "11", name: "Ada" },
      ]),
    ])
  }
  await hear(guild, "101", [
    line(101_050, CY, "I play chess with Ada every week", at + 45 * MINUTE),
    line(101_051, BO, "I fly kites, and Ada has a parrot", at + 45 * MINUTE + 10_000),
  ])
  await ok("POST", `/v1/guilds/${guild}/members/11/remember`, { text: `I collect ${marker} stamps` })
  const model = embedder()
  await equipIndex(indexOf(guild), { model })
  await settleIndex(guild)
  await digested(guild)
  // This window is still open when the erasure starts.
  await ok("POST", `${channelPath(guild, "101")}/messages`, {
    messages: [line(101_900, ADA, `Next: ${words}`, START - 1_000)],
  })
  return model
}

/** Returns the ids of the guild's memories and of the notes with Ada. */
export async function heldOf(guild: string): Promise<{ memories: Set<string>; notes: Set<string> }> {
  const ids = async (query: string) => {
    const { results } = await env.DB.prepare(query).bind(guild).all<{ id: string }>()
    return new Set(results.map(({ id }) => id))
  }
  return {
    memories: await ids("SELECT id FROM memories WHERE guild_id = ?"),
    notes: await ids(
      "SELECT DISTINCT n.id FROM notes n, json_each(n.participants) p WHERE n.guild_id = ? AND p.value->>'id' = '11'",
    ),
  }
}

/** Expects a report to count the memories that are gone and the notes that Ada took part in, each once. */
export async function expectCounted(
  guild: string,
  before: Awaited<ReturnType<typeof heldOf>>,
  { report: { counts } }: ErasureBody,
): Promise<void> {
  const { memories: left } = await heldOf(guild)
  const gone = [...before.memories].filter((id) => !left.has(id))
  expect(gone.length).toBeGreaterThan(2)
  expect(before.notes.size).toBeGreaterThan(4)
  expect(counts).toMatchObject({ memories: gone.length, notes: before.notes.size })
}

async function digested(guild: string): Promise<void> {
  const marker = markerOf(guild)
  const { ai } = modelThat(() => ({
    day: `Ada told of her ${marker} club.`,
    context: `Ada runs a ${marker} club.`,
  }))
  for (const member of ["11", "12"]) {
    const ctx = createExecutionContext()
    const request = new Request(`https://keepsake.test/v1/guilds/${guild}/members/${member}/digests`, {
      headers: { authorization: "Bearer dev" },
    })
    expect((await app.fetch(request, { ...env, AI: ai }, ctx)).status).toBe(200)
    await waitOnExecutionContext(ctx)
  }
}

async function settleIndex(guild: string): Promise<void> {
  await indexOf(guild).wake(guild)
  for (let rings = 0; rings < 20 && (await alarmOf(indexOf(guild))) !== null; rings++)
    await runDurableObjectAlarm(indexOf(guild))
}

/**
 * Runs the guild's erasures to the end, advancing the clock and running other objects' alarms in between. Then it stops:
 * the journal's alarm is weeks later, and what others said would have expired.
 */
export async function eraseThrough(guild: string): Promise<void> {
  const eraser = env.ERASERS.getByName(guild)
  for (let rings = 0; rings < 60; rings++) {
    const due = await alarmOf(eraser)
    if (due === null || due > Date.now() + 20 * DAY) return
    setClock(Math.max(due, Date.now()) + 1)
    await runDurableObjectAlarm(eraser)
    if ((await alarmOf(indexOf(guild))) !== null) await runDurableObjectAlarm(indexOf(guild))
    for (const channel of CHANNELS)
      if ((await alarmOf(channelOf(guild, channel))) !== null)
        await runDurableObjectAlarm(channelOf(guild, channel)).catch(() => undefined)
  }
  throw new Error(`the erasure of guild ${guild} does not come to its end`)
}

export function erasure(guild: string, id: string): Promise<ErasureBody> {
  return ok<ErasureBody>("GET", `/v1/guilds/${guild}/erasures/${id}`)
}
