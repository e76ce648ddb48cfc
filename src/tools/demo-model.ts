/** The demo's second part: a model reads the same conversations, and its findings stand beside those of the rules. */
import { z } from "zod"
import type { ApiMemory, Profile } from "./api-client.ts"
import { type ApiServer, callApi, failureText } from "./api-request.ts"
import { columnWidth, comparedLines, modelLines, type SubjectFacts } from "./demo-findings.ts"
import type { ImportResult } from "./demo-import.ts"
import { factsOf } from "./demo-questions.ts"
import { accent, count, type Screen, WIDTH } from "./demo-text.ts"

const REACH_MS = 10_000

/** Variables that name a model; empty if there is none. */
export type ModelVariables = Record<string, string>

export function modelVariables(env: Readonly<Record<string, string | undefined>>): ModelVariables {
  if (!env.AI_BASE_URL) return {}
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (name.startsWith("AI_") && value ? [[name, value]] : [])),
  )
}

/** Returns why no AI server can be at an address; `null` if one answers there, whatever it says. */
export async function unreachable(baseUrl: string): Promise<string | null> {
  const help = "Start the server or correct the address, or run the demo without AI_BASE_URL."
  if (!URL.canParse(baseUrl)) return `AI_BASE_URL is "${baseUrl}", which is not an address. ${help}`
  try {
    const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/models`, {
      signal: AbortSignal.timeout(REACH_MS),
    })
    await answer.body?.cancel()
    return null
  } catch (error) {
    return `Nobody answers at ${baseUrl}, where AI_BASE_URL points: ${failureText(error)}. ${help}`
  }
}

const Health = z.object({
  checks: z.array(
    z.object({ name: z.string(), status: z.string(), detail: z.string(), to_do: z.string().nullable() }),
  ),
})

/** Asks the models for a token each. Returns what is wrong and what to do; `null` if nothing is. */
export async function modelProblem(server: ApiServer): Promise<{ isFailing: boolean; text: string } | null> {
  const { checks } = await callApi(server, Health, { path: "/v1/health?probe=true", timeoutMs: 60_000 })
  const wrong = checks.filter(
    ({ name, status }) => ["settings", "model", "embedding"].includes(name) && status !== "ok",
  )
  if (wrong.length === 0) return null
  const text = wrong.map(({ detail, to_do }) => [detail, to_do].filter(Boolean).join(" ")).join(" ")
  return { isFailing: wrong.some(({ status }) => status === "failing"), text }
}

/** Returns everything that is remembered: about people, then about channels and the server. */
export async function subjectsOf(heard: ImportResult, profiles: readonly Profile[]): Promise<SubjectFacts[]> {
  const people = profiles.map((profile) => ({
    id: profile.user.id,
    name: heard.people.get(profile.user.id)?.name ?? "someone",
    facts: factsOf(profile),
  }))
  const { client, channels, guild, lastAt } = heard
  const shared = [...(await client.memories("guild")), ...(await client.memories("channel"))].filter(
    ({ status, expires_at }) =>
      ["active", "expired"].includes(status) && (expires_at ?? Number.POSITIVE_INFINITY) > Date.parse(lastAt),
  )
  const bySubject = Map.groupBy(shared, ({ subject }: ApiMemory) => subject.id)
  const places = [...bySubject].map(([id, facts]) => {
    const channel = channels.find((one) => one.id === id)
    return { id, name: channel ? `#${channel.name}` : guild.name, facts }
  })
  return [...people, ...places]
}

interface Findings {
  byRules: readonly SubjectFacts[]
  byModel: readonly SubjectFacts[]
}

/** Prints what the model read, what it cost, and both findings. */
export async function printComparison(
  screen: Screen,
  { client, channels }: ImportResult,
  { byRules, byModel }: Findings,
): Promise<void> {
  const [windows, usage] = await Promise.all([client.windows(), client.usage()])
  for (const line of modelLines(windows, unread(channels), usage)) screen.paragraph(line, { indent: 4 })
  const total = (subjects: readonly SubjectFacts[]) =>
    count(
      subjects.reduce((sum, { facts }) => sum + facts.length, 0),
      "memory",
      "memories",
    )
  screen.heading("Side by side", "facts from the same message share a row")
  const [left, right] = [`Rules: ${total(byRules)}`, `Model: ${total(byModel)}`]
  screen.say(`    ${accent(left.padEnd(columnWidth(WIDTH)))}  ${accent(right)}\n`)
  for (const line of comparedLines(byRules, byModel, WIDTH)) screen.say(line)
}

/** Returns how many conversations still wait for the model. */
export function unread(channels: ImportResult["channels"]): number {
  return channels.reduce((sum, { waiting }) => sum + waiting, 0)
}
