/** Reads a random guild over MCP as one reader: every tool, resource and the prompt. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { Client } from "@modelcontextprotocol/client"
import { app } from "../../src/http/app.ts"
import { newKey } from "./key-holder.ts"
import type { Asker } from "./leaks-asking.ts"
import { compareWithStranger } from "./leaks-consent.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"
import { connect, type ToolAnswer, useTool } from "./mcp-client.ts"

/** A key for everybody in each guild: calls name their readers. */
const keys = new Map<string, Promise<string>>()

function tokenOf(guildId: string): Promise<string> {
  const known = keys.get(guildId) ?? newKey(guildId, { scope: "write" }).then(({ token }) => token)
  keys.set(guildId, known)
  return known
}

/** Also waits for background work, because models may write for the next reader. */
async function connectAs({ scenery }: Asker): Promise<Client> {
  const bindings = { ...env, ...scenery.bound }
  const fetching = async (request: Request) => {
    const ctx = createExecutionContext()
    const response = await app.fetch(request, bindings, ctx)
    const body = await response.arrayBuffer()
    await waitOnExecutionContext(ctx)
    return new Response(response.status === 202 ? null : body, response)
  }
  return connect(await tokenOf(scenery.world.guildId), { fetching })
}

interface Found {
  results: { id: string }[]
}

/** One reader's connection: every answer is scanned as it comes. */
class McpReader {
  readonly #asker: Asker
  readonly #client: Client

  constructor(asker: Asker, client: Client) {
    this.#asker = asker
    this.#client = client
  }

  async use<T>(name: string, args: Record<string, unknown>): Promise<ToolAnswer<T>> {
    const asked = { ...args, ...this.#asker.stated }
    const answer = await useTool<T>(this.#client, name, asked)
    // The scan parses what begins like JSON. A text may begin with some and go on in words.
    const shown = [` ${answer.text}`, JSON.stringify(answer.data)]
    this.#scan(`mcp ${name}`, shown, { request: JSON.stringify(asked), isAnswer: !answer.isError })
    return answer
  }

  /** Reads a resource or gets a prompt, which repeats its question. A refusal is an error of the protocol. */
  async read(surface: string, request: string, get: (client: Client) => Promise<unknown>): Promise<string> {
    try {
      const answer = JSON.stringify(await get(this.#client)).replace(`My question: ${request}`, "")
      this.#scan(surface, [answer], { request, isAnswer: true })
      return answer
    } catch (error) {
      this.#scan(surface, [`${error}`], { request, isAnswer: false })
      return `${error}`
    }
  }

  #scan(surface: string, shown: string[], { request, isAnswer }: { request: string; isAnswer: boolean }) {
    const { findings, shown: channels } = this.#asker
    if (channels === null && isAnswer)
      findings.uneven.push(`${surface} ${request} was answered to one who is not in the guild`)
    for (const text of shown) this.#asker.look(surface, text, request, { isAnswer })
  }
}

/** Reads over MCP; leaves everything as it was. */
export async function readOverMcp(asker: Asker, dice: Dice): Promise<void> {
  const reader = new McpReader(asker, await connectAs(asker))
  const { world, lines } = asker.scenery
  const words = () => Array.from({ length: 3 }, () => markerOf(dice, lines)).join(" ")
  const { id: user_id } = dice.pick(world.people)
  await reader.use("recall", { query: words(), user_ids: [user_id], max_tokens: 8_000 })
  const { data } = await reader.use<Partial<Found>>("search", { query: words(), limit: 20 })
  for (const { id } of (data.results ?? []).slice(0, 3)) await reader.use("fetch", { id })
  await reader.use("profile", { user_id })
  await reader.use("forget", { text: words(), user_id })
  await readResources(asker, reader, user_id)
  const question = words()
  await reader.read("mcp prompt", question, (client) =>
    client.getPrompt({ name: "context", arguments: { question, ...asker.stated } }),
  )
  await beRefusedOverMcp(asker, dice, reader)
  const calls: ((id: string) => [string, Record<string, unknown>])[] = [
    (id) => ["profile", { user_id: id }],
    (id) => ["recall", { query: question, user_ids: [id] }],
    (id) => ["forget", { text: question, user_id: id }],
  ]
  const call = dice.pick(calls)
  await compareWithStranger(asker, `mcp ${call("")[0]}`, async ({ id }) =>
    JSON.stringify([await reader.use(...call(id)), await readResources(asker, reader, id)]),
  )
}

/** Returns everything that was read. */
async function readResources({ stated }: Asker, reader: McpReader, userId: string): Promise<string> {
  const { channel_id: channel, viewer_id: person } = stated
  if (channel !== undefined && person !== undefined) return ""
  const place = channel === undefined ? `person/${person}` : `channel/${channel}`
  const read: string[] = []
  for (const uri of [`keepsake://profile/${userId}/${place}`, `keepsake://topics/${place}`])
    read.push(await reader.read("mcp resources", uri, (client) => client.readResource({ uri })))
  return read.join("\n")
}

/** A hidden document is answered in the same words as one that never existed, and is not forgotten. */
async function beRefusedOverMcp(asker: Asker, dice: Dice, reader: McpReader): Promise<void> {
  const { scenery, findings, mayKnow, shown } = asker
  if (shown === null) return
  const { ids, memories } = scenery.ledger
  const hidden = [...ids].filter(([, channels]) => !channels.some(mayKnow)).map(([id]) => id)
  const facts = hidden.filter((id) => memories.has(id))
  const notes = hidden.filter((id) => /^[nt]_/.test(id))
  const said = scenery.lines.filter(({ id, channelId }) => id !== "" && !mayKnow(channelId))
  const documents = [
    ...(facts.length > 0 ? [`memory:${dice.pick(facts)}`] : []),
    ...(notes.length > 0 ? [`note:${dice.pick(notes)}`] : []),
    ...dice
      .shuffled(said)
      .slice(0, 1)
      .map(({ channelId, id }) => `message:${channelId}:${id}`),
  ]
  for (const document of documents) {
    const own = document.split(":").at(-1) ?? ""
    const never = document.startsWith("message:") ? "1" : "nevermade"
    const ask = (id: string) => reader.use("fetch", { id: document.replace(own, id) })
    const [real, none] = [await ask(own), await ask(never)]
    findings.refused += 1
    if (!real.isError || real.text.replaceAll(own, never) !== none.text)
      findings.uneven.push(`fetch ${document} for ${JSON.stringify(asker.stated)}: ${real.text}`)
  }
  if (facts.length === 0) return
  const { data } = await reader.use<{ forgotten: unknown[] }>("forget", { ids: [dice.pick(facts)] })
  if (data.forgotten.length > 0) findings.uneven.push(`forget took a hidden id: ${JSON.stringify(data)}`)
}
