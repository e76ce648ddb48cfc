/** The bot being measured: Keepsake in its own process, connected to a fake Discord that the bench fills. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { migrate, startLocalWorker } from "../../../src/tools/local-worker.ts"
import { type FakeDiscord, startFakeDiscord } from "../../discord/server.ts"
import { startDevWorker } from "../dev-worker.ts"
import { Client } from "../load.ts"
import type { Counters } from "../metered/meters.ts"

const Shard = z.object({ connected: z.boolean(), waiting: z.number(), handled: z.number() })
const Status = z.object({ shards: z.array(Shard) })
export type Shard = z.output<typeof Shard>

const READY_MS = 120_000
const TTL_SECONDS = 3_600

export class BenchBot {
  readonly discord: FakeDiscord
  readonly url: string
  readonly client: Client
  readonly #end: () => Promise<void>

  constructor(parts: { discord: FakeDiscord; url: string; end: () => Promise<void> }) {
    this.discord = parts.discord
    this.url = parts.url
    this.client = new Client(parts.url, 16)
    this.#end = parts.end
  }

  async status(): Promise<Shard> {
    const told = await this.client.send({ path: "/v1/gateway", body: "" }, "GET")
    const [shard] = Status.parse(JSON.parse(told)).shards
    return shard ?? { connected: false, waiting: 0, handled: 0 }
  }

  /** Resolves when the bot is connected and has handled every event it received. */
  async settled(): Promise<Shard> {
    return this.#until(({ connected, waiting }) => connected && waiting === 0, 50)
  }

  /**
   * Resolves when the bot has handled this many events since its first start. Polls every `everyMs`, without a
   * pause if 0.
   */
  async handled(count: number, everyMs: number): Promise<void> {
    await this.#until(({ handled }) => handled >= count, everyMs)
  }

  async #until(holds: (shard: Shard) => boolean, everyMs: number): Promise<Shard> {
    const until = Date.now() + READY_MS
    for (;;) {
      const shard = await this.status()
      if (holds(shard)) return shard
      if (Date.now() > until) throw new Error(`the bot did not come so far: ${JSON.stringify(shard)}`)
      if (everyMs > 0) await delay(everyMs)
    }
  }

  async set(guildId: string, settings: object): Promise<void> {
    const body = JSON.stringify(settings)
    await this.client.send({ path: `/v1/guilds/${guildId}/settings`, body }, "PUT")
  }

  /** Counters of the metered worker. */
  async reset(): Promise<void> {
    await this.client.send({ path: "/bench/reset", body: "" })
  }

  async counters(): Promise<Counters> {
    // The bench's own counters.
    return JSON.parse(await this.client.send({ path: "/bench/counters", body: "" })) as Counters
  }

  async stop(): Promise<void> {
    this.client.close()
    await this.#end()
  }
}

interface Made {
  worker: "product" | "metered"
  discord?: FakeDiscord
  /** Folder of a prepared database. Without it, the bot gets a fresh one, deleted when it stops. */
  stateDir?: string
}

/** Starts a bot and waits until it is connected. */
export async function startBenchBot(made: Made): Promise<BenchBot> {
  const discord = made.discord ?? (await startFakeDiscord({ ttlSeconds: TTL_SECONDS }))
  const stateDir = made.stateDir ?? mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  if (made.stateDir === undefined) await migrate(stateDir)
  const vars = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_APPLICATION_ID: discord.applicationId,
    DISCORD_PUBLIC_KEY: discord.publicKey,
  }
  const worker =
    made.worker === "product"
      ? await startLocalWorker({ stateDir, migrated: true, vars })
      : await startDevWorker("metered", { stateDir, vars })
  const end = async () => {
    await worker.stop()
    await discord.stop()
    if (made.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true })
  }
  const bot = new BenchBot({ discord, url: worker.url, end })
  await bot.client.send({ path: "/v1/gateway/start", body: "" })
  await bot.settled()
  return bot
}
