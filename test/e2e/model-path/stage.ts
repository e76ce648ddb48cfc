/**
 * A real worker whose model is the local fake server. Each room is its own guild, and its channel's name
 * selects the model's behavior.
 */
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { z } from "zod"
import type { ModelRequest } from "../../contract/chat-answers.ts"
import { type Call, type ModelServer, type ModelServerOptions, startModelServer } from "../model-server.ts"
import { freshState, startWorker } from "../prepared.ts"
import { isSecondReading, reading } from "./reader.ts"
import { type Asks, Room } from "./room.ts"

const UsageRow = z.object({
  purpose: z.string(),
  model: z.string(),
  calls: z.int(),
  input: z.int(),
  output: z.int(),
})

const VARIABLES = { AI_FAST_MODEL: "loopback", RETRY_SECONDS: "0.3", LEASE_SECONDS: "2" }

export class Stage {
  readonly #stateDir: string
  readonly #asks: Asks
  readonly #stop: () => Promise<void>
  readonly #options: ModelServerOptions
  #model: ModelServer
  #earlier: Call[] = []
  #rooms = 0

  private constructor(given: {
    stateDir: string
    asks: Asks
    stop: () => Promise<void>
    model: ModelServer
    options: ModelServerOptions
  }) {
    this.#stateDir = given.stateDir
    this.#asks = given.asks
    this.#stop = given.stop
    this.#model = given.model
    this.#options = given.options
  }

  /** `timeoutSeconds` is how long the worker waits for the model. */
  static async open({ timeoutSeconds }: { timeoutSeconds: number }): Promise<Stage> {
    const stateDir = freshState()
    const options: ModelServerOptions = { reply: reading, behave: behaviorOf(new Map()), ttlSeconds: 300 }
    const model = await startModelServer(options)
    const vars = { ...VARIABLES, AI_BASE_URL: model.url, AI_TIMEOUT_SECONDS: String(timeoutSeconds) }
    const worker = await startWorker({ stateDir, vars })
    return new Stage({ stateDir, asks: asking(worker.url), stop: () => worker.stop(), model, options })
  }

  async close(): Promise<void> {
    await this.#stop()
    await this.#model.close()
    rmSync(this.#stateDir, { recursive: true, force: true })
  }

  /**
   * Creates a guild with one channel. `behavior` lists the model's behavior at each call there; the last one
   * repeats.
   */
  room(behavior: string): Room {
    this.#rooms += 1
    return new Room(this.#asks, { number: this.#rooms, behavior })
  }

  /** Returns the model calls of a room, without second readings. */
  calls(room: Room): Call[] {
    const all = [...this.#earlier, ...this.#model.calls()]
    return all.filter(({ request }) => channelOf(request) === room.name && !isSecondReading(request))
  }

  /** Stops the model server: nobody listens at its address. */
  async modelGone(): Promise<void> {
    this.#earlier.push(...this.#model.calls())
    await this.#model.close()
  }

  /** Starts the model server again, well behaved in every room. */
  async modelWell(): Promise<void> {
    const port = Number(new URL(this.#model.url).port)
    this.#earlier.push(...this.#model.calls())
    await this.#model.close()
    this.#model = await startModelServer({ ...this.#options, port, behave: () => "good" })
  }

  /** Reads the usage rows of a room's guild from the database file, without second readings. */
  usage(room: Room): z.output<typeof UsageRow>[] {
    const folder = join(this.#stateDir, "v3/d1/miniflare-D1DatabaseObject")
    const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    const db = new DatabaseSync(join(folder, file ?? ""), { readOnly: true })
    const query =
      "SELECT purpose, model, calls, input_tokens AS input, output_tokens AS output FROM usage WHERE guild_id = ? AND purpose <> 'second_reading'"
    try {
      return z.array(UsageRow).parse(db.prepare(query).all(room.guildId))
    } finally {
      db.close()
    }
  }
}

/** Picks the behavior that the channel's name lists for this call. */
function behaviorOf(heard: Map<string, number>): NonNullable<ModelServerOptions["behave"]> {
  return (request) => {
    if (isSecondReading(request)) return "good"
    const channel = channelOf(request)
    const script = (channel.split(" ", 1)[0] ?? "").split(",")
    const call = heard.get(channel) ?? 0
    heard.set(channel, call + 1)
    return script[Math.min(call, script.length - 1)]
  }
}

/** Returns the channel's name as the prompt shows it. */
function channelOf(request: ModelRequest): string {
  const prompt = request.messages.map((message) => message.content).join("\n")
  return /<channel>(.*?)<\/channel>/.exec(prompt)?.[1] ?? ""
}

function asking(url: string): Asks {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
    return text === "" ? null : JSON.parse(text)
  }
}
