/**
 * Checks through the HTTP API what a user finds after a chaos run: every fact once, with its sources, and by
 * a search for its words.
 */
import { z } from "zod"
import { GUILDS, type Line, worded } from "./talk.ts"

const Page = z.object({
  items: z.array(
    z.object({
      fact: z.string(),
      subject_id: z.string(),
      sources: z.array(z.object({ message_id: z.string() })),
    }),
  ),
  next: z.string().nullable(),
})
const Recalled = z.object({
  items: z.array(z.object({ text: z.string(), sources: z.array(z.object({ message_id: z.string() })) })),
})
type Shown = z.output<typeof Page>["items"][number]

/** Number of facts to search for. */
const SEARCHED = 20

/**
 * Lists everything a user would miss. Checks all facts in the memory list and a few of them by recall as
 * well.
 */
export async function missed(url: string, lines: readonly Line[]): Promise<string[]> {
  const wrongs: string[] = []
  for (const guildId of GUILDS) {
    const told = lines.filter((line) => line.guildId === guildId && line.fact !== null)
    try {
      if (told.length > 0) wrongs.push(...(await missedOf(url, guildId, told)))
    } catch (error) {
      // A failed request adds one problem to the report and does not end it.
      wrongs.push(`${error}`)
    }
  }
  return wrongs
}

async function missedOf(url: string, guildId: string, told: Line[]): Promise<string[]> {
  const shown = Map.groupBy(await memories(url, guildId), (item) => `${item.subject_id} ${item.fact}`)
  const wrongs = told.flatMap((line) => unlisted(line, shown.get(factOf(line)) ?? []))
  const every = Math.ceil(told.length / SEARCHED)
  for (const line of told.filter((_, index) => index % every === 0))
    wrongs.push(...(await unfound(url, line)))
  return wrongs
}

function unlisted(line: Line, shown: Shown[]): string[] {
  const [item] = shown
  if (!item || shown.length > 1) return [`"${factOf(line)}" is listed ${shown.length} times`]
  return item.sources.length > 0 ? [] : [`"${factOf(line)}" is listed without a source`]
}

async function memories(url: string, guildId: string): Promise<Shown[]> {
  const items: Shown[] = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const path = `/v1/guilds/${guildId}/memories?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page: z.output<typeof Page> = Page.parse(await request(`${url}${path}`))
    items.push(...page.items)
    cursor = page.next
  }
  return items
}

async function unfound(url: string, line: Line): Promise<string[]> {
  const body = { query: line.fact, channel_id: line.channelId }
  const found = Recalled.parse(await request(`${url}/v1/guilds/${line.guildId}/recall`, body))
  const hit = found.items.find((item) => item.text.includes(worded(line.author.name, line.fact ?? "")))
  return hit && hit.sources.length > 0 ? [] : [`a search for "${line.fact}" does not find it with a source`]
}

function factOf(line: Line): string {
  return `${line.author.id} ${worded(line.author.name, line.fact ?? "")}`
}

async function request(url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new Error(`${url} was not answered: ${cause}`)
  })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`)
  return response.json()
}
