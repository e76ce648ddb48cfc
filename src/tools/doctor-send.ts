/** The doctor's proof that a message becomes a find of recall, in a server id of its own that it erases again. */
import { z } from "zod"
import { HOUR, MINUTE } from "../domain/calendar.ts"
import { snowflakeAt } from "../domain/ids.ts"
import { fine, type HealthCheck } from "../health/health-check.ts"
import { connectTo } from "./api-client.ts"
import { type ApiServer, callApi } from "./api-request.ts"

const ERASE_MS = MINUTE
const LOOK_AGAIN_MS = 1_000
const NAME = "Keepsake Doctor"

const Erasures = z.object({ items: z.array(z.object({ state: z.string() })) })

/** Sends, recalls and erases. Never throws; the erasure follows whatever happens before it. */
export async function checkSending(server: ApiServer): Promise<HealthCheck[]> {
  // An id of an hour ago that no server has, because its last digits are chosen by chance.
  const guildId = snowflakeAt(Date.now() - HOUR, Math.floor(Math.random() * 4_000_000))
  const sent = await attempt("send", () => sendAndRecall(server, guildId))
  const erased = await attempt("erase", () => eraseAll(server, guildId))
  return [sent, erased]
}

async function attempt(name: string, work: () => Promise<string>): Promise<HealthCheck> {
  try {
    return { name, ...fine(await work()) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name, status: "failing", detail, toDo: "Read the checks above and the worker's log." }
  }
}

/** The channel and the person have the server's id: nothing else has it. */
async function sendAndRecall(server: ApiServer, guildId: string): Promise<string> {
  const client = connectTo(server, guildId)
  const message = (minutes: number, content: string) => ({
    id: snowflakeAt(Date.now() - minutes * MINUTE),
    author: { id: guildId, name: NAME },
    content,
    timestamp: new Date(Date.now() - minutes * MINUTE).toISOString(),
  })
  const { accepted } = await client.ingest(guildId, { name: "doctor", audience: "everyone" }, [
    message(2, "I live in Reykjavik and I play the cello."),
    message(1, "My favorite tea is rooibos."),
  ])
  if (accepted !== 2) throw new Error(`Of 2 messages, ${accepted} were accepted.`)
  await client.settle(guildId)
  const { items } = await client.recall({ query: "Who plays the cello in Reykjavik?", channelId: guildId })
  const found = items.find(({ text }) => /cello/i.test(text))
  if (found === undefined) throw new Error(`Recall found ${items.length} items, but not the message sent.`)
  return `Two messages were accepted and read; recall found them as a ${found.kind}.`
}

/** Erases the server at once, without a grace period. */
async function eraseAll(server: ApiServer, guildId: string): Promise<string> {
  const guild = `/v1/guilds/${guildId}`
  await callApi(server, z.unknown(), { path: `${guild}?grace_days=0`, method: "DELETE" })
  const deadline = Date.now() + ERASE_MS
  while (Date.now() < deadline) {
    const { items } = await callApi(server, Erasures, { path: `${guild}/erasures` })
    if (items.every(({ state }) => state === "done")) return "Everything sent was erased again."
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))
  }
  throw new Error(`The erasures of server id ${guildId} are not done after a minute.`)
}
