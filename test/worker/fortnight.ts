/**
 * Simulates fourteen days and nights of a busy guild, with models that act as a careful person would and
 * count their tokens.
 */
import { env } from "cloudflare:workers"
import { vi } from "vitest"
import type { ChatRequest } from "../../src/ai/chat.ts"
import { addDays, startOf } from "../../src/domain/calendar.ts"
import type { Time, Usage } from "../../src/domain/types.ts"
import type { NightDeps } from "../../src/nights/deps.ts"
import { aboutEach, linesIn } from "./digest-replies.ts"
import {
  claimsIn,
  DEE_LEAVES,
  type Name,
  PEOPLE,
  PLACES,
  type Place,
  TELLINGS,
  TOPICS,
} from "./fortnight-world.ts"
import { hear, ok, type SpokenMessage } from "./http.ts"
import { night, type Scripted, type Stage, scripted, stage } from "./night-stage.ts"
import { channelOf, equip, isSecondReading } from "./stand-ins.ts"

export const DAYS = 14
const TIMEZONE = "Europe/Oslo"
/** Clocks move forward on the twelfth day. */
const FIRST = "2061-03-16"
const HOUR = 3_600_000

export interface Fortnight {
  /** Usage of the channels' model. */
  heard: Usage[]
  /** Usage of the nights' model, and its requests by day. */
  model: Scripted
  asked: ChatRequest[][]
}

/** Overrides for nights that run under faults. */
export interface Trouble {
  steps?: (day: number) => Stage
  says?: (request: ChatRequest, call: number) => unknown
  tools?: (day: number) => Partial<NightDeps>
}

function dateOf(day: number): string {
  return addDays(FIRST, day)
}

/** Start of day `day` in the guild's time zone, in milliseconds. */
function midnight(day: number): Time {
  return startOf(dateOf(day), TIMEZONE)
}

export async function runFortnight(guild: string, trouble: Trouble = {}, days = DAYS): Promise<Fortnight> {
  const lived: Fortnight = { heard: [], model: scripted(trouble.says ?? careful), asked: [] }
  vi.setSystemTime(midnight(0))
  await ok("PUT", `/v1/guilds/${guild}/settings`, {
    timezone: TIMEZONE,
    retention: { expired_days: 1 },
    night: { promote_days: 3 },
  })
  for (let day = 0; day < days; day++) {
    await liveDay(guild, day, lived.heard)
    const before = lived.model.requests.length
    vi.setSystemTime(midnight(day + 1) + HOUR / 3)
    await night(guild, {
      at: Date.now(),
      steps: trouble.steps?.(day) ?? stage(),
      tools: { chat: lived.model, ...trouble.tools?.(day) },
      run: { runId: `${guild}_${dateOf(day + 1)}` },
    })
    lived.asked.push(lived.model.requests.slice(before))
  }
  return lived
}

async function liveDay(guild: string, day: number, heard: Usage[]): Promise<void> {
  const told = new Set<Place>()
  // Each topic comes up twice, in two different channels.
  for (const [index, topic] of [...TOPICS, ...TOPICS].entries()) {
    const isAgain = index >= TOPICS.length
    const place = isAgain ? (topic.place === "dev" ? "general" : "dev") : topic.place
    const tellings = told.has(place) ? [] : TELLINGS.filter((one) => one.day === day && one.place === place)
    told.add(place)
    const lines = topic.lines.map((words, line): [Name, string] => [anyone(day + index + line), words])
    const all = [...lines, ...tellings.map(({ who, words }): [Name, string] => [who, words])]
    await converse(guild, place, all, { at: midnight(day) + (8 + index) * HOUR, topic: topic.word, heard })
  }
  const secret = TELLINGS.filter((one) => one.day === day && one.place === "staff")
  if (secret.length > 0) {
    const lines: [Name, string][] = [
      ["Gus", "just us here"],
      ...secret.map(({ who, words }): [Name, string] => [who, words]),
    ]
    await converse(guild, "staff", lines, { at: midnight(day) + 22 * HOUR, topic: "staff", heard })
  }
  if (day === DEE_LEAVES)
    await ok("PUT", `/v1/guilds/${guild}/members/${PEOPLE.Dee}/consent`, { consent: "out" })
}

/** Picks a speaker for small talk; Dee is among them and is no longer heard once she opts out. */
function anyone(seed: number): Name {
  const names: Name[] = ["Eli", "Fay", "Gus", "Hal", "Dee", "Bo", "Cy"]
  return names[seed % names.length] ?? "Hal"
}

async function converse(
  guild: string,
  place: Place,
  lines: [Name, string][],
  { at, topic, heard }: { at: Time; topic: string; heard: Usage[] },
): Promise<void> {
  const channel = PLACES[place]
  await equip(channelOf(guild, channel), { AI: reader(topic, heard) })
  const messages = lines.map(
    ([name, content], line): SpokenMessage => ({
      // Snowflakes, derived from the time as Discord does.
      id: String(BigInt(at - 1_420_070_400_000 + line * 20_000) << 22n),
      author: { id: PEOPLE[name], name },
      content,
      timestamp: new Date(at + line * 20_000).toISOString(),
    }),
  )
  vi.setSystemTime(at + lines.length * 20_000)
  const audience = place === "staff" ? "restricted" : "everyone"
  await hear(guild, channel, messages, { name: place, audience })
}

/** The extraction model. */
function reader(topic: string, heard: Usage[]): Ai {
  const run = async (model: string, { messages }: { messages: { content: string }[] }) => {
    const prompt = messages.at(-1)?.content ?? ""
    const again = isSecondReading(prompt)
    const names = Object.keys(PEOPLE).filter((name) => prompt.includes(name))
    const response = {
      title: `Talk about the ${topic}`,
      summary: `${names.slice(0, 3).join(", ")} talked about the ${topic}.`,
      claims: again ? [] : claimsIn(prompt),
      people: [],
    }
    const usage = {
      prompt_tokens: Math.ceil(prompt.length / 4),
      completion_tokens: 60 + response.claims.length * 70,
    }
    heard.push({
      purpose: again ? "second_reading" : "extraction",
      model,
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
    })
    return { response: again ? { facts: [] } : response, usage }
  }
  // Only `run` of the binding is ever called.
  return { run } as unknown as Ai
}

/** Replies to a night's requests as a careful person would. */
export function careful(request: ChatRequest): unknown {
  if (request.purpose === "consolidation") return tidied(request.user)
  if (request.purpose === "digest") return digested(request.user)
  return gathered(request.user)
}

/** Decides on consolidation rows by their facts. */
function tidied(prompt: string) {
  const rows = prompt.split("\n").flatMap((line) => {
    const [, number, told, fact] = /^R(\d+) (.*?): (.*)$/.exec(line) ?? []
    return number && fact ? [{ number: Number(number), told: told ?? "", fact }] : []
  })
  const row = (fact: string) => rows.find((one) => one.fact === fact)?.number
  const pair = (into: string, from: string) => {
    const [to, of] = [row(into), row(from)]
    return to && of ? [{ into: to, from: [of] }] : []
  }
  const misplaced = rows.find(({ told, fact }) => /cello/.test(fact) && / other /.test(` ${told} `))
  return {
    merge: [
      ...pair("Ada has a cat named Miso.", "Ada's cat is called Miso."),
      ...pair("Bo bakes sourdough bread every Saturday.", "Bo bakes bread."),
      // A careful person who knew the readers would not merge these: they were said before different people.
      ...pair("Fay likes board games with the staff.", "Fay likes board games."),
    ],
    retire: [],
    reword: [],
    promote: rows.filter(({ fact }) => /dark roast/.test(fact)).map(({ number }) => number),
    section: misplaced ? [{ row: misplaced.number, section: "interests" }] : [],
  }
}

/** Groups conversations by the keyword in their titles. */
function gathered(prompt: string) {
  const notes = prompt.split("\n").flatMap((line) => {
    const number = /^\D{0,2}(\d+)\b/.exec(line)?.[1]
    const word = /about the (\w+)/.exec(line)?.[1]
    return number && word ? [{ number: Number(number), word }] : []
  })
  const groups = Map.groupBy(notes, ({ word }) => word)
  return {
    topics: [...groups].map(([word, group]) => ({
      title: `Talk about the ${word}`,
      summary: `They talked about the ${word}.`,
      notes: group.map(({ number }) => number),
    })),
  }
}

/** Joins the first lines shown of each person into prose. */
function digested(prompt: string) {
  return aboutEach(prompt, (element, wanted) => {
    const lines = (part: string) =>
      linesIn(element, part).flatMap((line) => /^(?:[^:]*: )?(.*)$/.exec(line)?.[1] ?? [])
    const told: Record<string, string> = {
      day: lines("today").slice(0, 2).join(" "),
      history: lines("history").slice(0, 3).join(" "),
      context: [...lines("facts").slice(0, 3), ...lines("history").slice(0, 2)].join(" "),
    }
    return Object.fromEntries(wanted.map((kind) => [kind, told[kind] ?? ""]))
  })
}

/** Sums the ledger's tokens by purpose. */
export async function ledger(
  guild: string,
): Promise<Record<string, { calls: number; input: number; output: number }>> {
  const rows = await env.DB.prepare(
    "SELECT purpose, sum(calls) AS calls, sum(input_tokens) AS input, sum(output_tokens) AS output FROM usage WHERE guild_id = ? GROUP BY purpose",
  )
    .bind(guild)
    .all<{ purpose: string; calls: number; input: number; output: number }>()
  return Object.fromEntries(rows.results.map(({ purpose, ...sums }) => [purpose, sums]))
}

/** Sums billed usage by purpose. */
export function billed(usage: readonly Usage[]): Awaited<ReturnType<typeof ledger>> {
  const sums: Awaited<ReturnType<typeof ledger>> = {}
  for (const { purpose, inputTokens, outputTokens } of usage) {
    const sum = sums[purpose] ?? { calls: 0, input: 0, output: 0 }
    sums[purpose] = {
      calls: sum.calls + 1,
      input: sum.input + inputTokens,
      output: sum.output + outputTokens,
    }
  }
  return sums
}
