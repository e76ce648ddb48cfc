/** Runs the whole bot locally: the Worker in a real process, connected to a fake Discord with one guild. */
import { rmSync } from "node:fs"
import type { APIMessage, APIUser } from "discord-api-types/v10"
import { z } from "zod"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import type { Entry } from "../discord/gateway.ts"
import type { Deed } from "../discord/interaction-payloads.ts"
import {
  eventually,
  type FakeDiscord,
  type FakeDiscordOptions,
  startFakeDiscord,
  type Use,
} from "../discord/server.ts"
import { freshState, startWorker } from "./prepared.ts"

const Status = z.object({
  state: z.string(),
  to_do: z.string().nullable(),
  shards: z.array(
    z.object({
      connected: z.boolean(),
      phase: z.string(),
      session_since: z.string().nullable(),
      session_seconds: z.number().nullable(),
      seq: z.number().nullable(),
      handled_seq: z.number().nullable(),
      guilds: z.number(),
      handled: z.number(),
      waiting: z.number(),
      reconnects: z.number(),
      last_close: z.object({ code: z.number(), meaning: z.string() }).nullable(),
      to_do: z.string().nullable(),
    }),
  ),
})
export type Status = z.output<typeof Status>

const Export = z.object({
  messages: z.array(z.object({ id: z.string(), channel_id: z.string(), content: z.string() })),
})
const Flushed = z.object({ windows: z.array(z.object({ messages: z.number() })) })

export class DiscordBot {
  readonly discord: FakeDiscord
  readonly guildId: string
  readonly ada: APIUser
  worker: LocalWorker
  private stateDir: string
  private readonly vars: Record<string, string>

  constructor(parts: {
    discord: FakeDiscord
    worker: LocalWorker
    stateDir: string
    vars: Record<string, string>
    guildId: string
    ada: APIUser
  }) {
    this.discord = parts.discord
    this.worker = parts.worker
    this.stateDir = parts.stateDir
    this.vars = parts.vars
    this.guildId = parts.guildId
    this.ada = parts.ada
  }

  /** Adds a channel without messages. */
  channel(name: string): string {
    return this.discord.world.addChannel(this.guildId, { name }).made.id
  }

  say(channelId: string, content: string): APIMessage {
    return this.discord.world.say(this.guildId, channelId, { author: this.ada, content }).made
  }

  /** Adds a member, who may hold roles. */
  person(name: string, roles: string[] = []): APIUser {
    const user = this.discord.world.addUser(name)
    this.discord.world.addMember(this.guildId, user, { roles })
    return user
  }

  /** A person uses the bot in a channel. */
  use(deed: Deed, { channelId, user }: { channelId: string; user?: APIUser }): Promise<Use> {
    const setting = { guildId: this.guildId, channelId, userId: (user ?? this.ada).id }
    return this.discord.interact(`${this.worker.url}/interactions`, { deed, setting })
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.worker.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.worker.token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === "" ? null : JSON.parse(text)
  }

  /** Tells the worker to connect and waits until it has. */
  async start(): Promise<void> {
    await this.call("POST", "/gateway/start")
    await this.ready()
  }

  async status(): Promise<Status> {
    return Status.parse(await this.call("GET", "/gateway"))
  }

  /** Waits until the worker is connected and has processed everything heard so far. */
  async ready(deadlineMs = 30_000): Promise<Status> {
    let last: Status | undefined
    return eventually(
      async () => {
        last = await this.status()
        return last.shards.every((one) => one.connected && one.waiting === 0) && last.shards.length > 0
          ? last
          : null
      },
      { deadlineMs, what: () => `the worker is not connected: ${JSON.stringify(last)}` },
    )
  }

  /** Waits until the worker is disconnected and is not about to connect. */
  async stopped(deadlineMs = 30_000): Promise<Status> {
    const look = async () => {
      const status = await this.status()
      return status.state === "stopped" ? status : null
    }
    return eventually(look, { deadlineMs, what: () => "the worker did not stop" })
  }

  /** Returns the ids of Ada's messages that the channel has heard, in order. */
  async heard(channelId: string): Promise<string[]> {
    const told = await this.call("GET", `/guilds/${this.guildId}/members/${this.ada.id}/export`)
    return Export.parse(told)
      .messages.filter((one) => one.channel_id === channelId)
      .map((one) => one.id)
  }

  /** Waits until the channel has heard `count` messages. */
  async hears(channelId: string, count: number, deadlineMs = 30_000): Promise<string[]> {
    let last: string[] = []
    return eventually(
      async () => {
        last = await this.heard(channelId)
        return last.length >= count ? last : null
      },
      { deadlineMs, what: () => `the channel heard ${last.length} of ${count}` },
    )
  }

  /**
   * Closes all windows of a channel and returns how many messages they hold. A message heard twice would
   * count twice.
   */
  async windowed(channelId: string): Promise<number> {
    const told = await this.call("POST", `/guilds/${this.guildId}/channels/${channelId}/flush`)
    return Flushed.parse(told).windows.reduce((sum, one) => sum + one.messages, 0)
  }

  /** Returns the gateway's record entries of one kind, from an index on. */
  saw(what: string, from = 0): Entry[] {
    return this.discord.gateway.record.slice(from).filter((one) => one.what === what)
  }

  /** Kills the process at once, as in a power cut. */
  kill(): void {
    this.worker.kill()
  }

  /** Starts another process on the same data. */
  async revive(): Promise<void> {
    this.worker = await startWorker({ stateDir: this.stateDir, vars: this.vars })
  }

  /** Replaces the worker by one of the same application that has heard nothing, and connects it. */
  async startOver(): Promise<void> {
    await this.worker.stop()
    rmSync(this.stateDir, { recursive: true, force: true })
    this.stateDir = freshState()
    await this.revive()
    await this.start()
  }

  async stop(): Promise<void> {
    await this.worker.stop()
    await this.discord.stop()
    rmSync(this.stateDir, { recursive: true, force: true })
  }
}

/** `vars`: further variables of the worker. */
export async function startDiscordBot({
  vars: more = {},
  ...options
}: FakeDiscordOptions & { vars?: Record<string, string> } = {}): Promise<DiscordBot> {
  const discord = await startFakeDiscord({ heartbeatMs: 1000, ...options })
  const { world } = discord
  const guildId = world.addGuild({ name: "Harbor" }).made.id
  const ada = world.addUser("Ada")
  world.addMember(guildId, ada)
  const stateDir = freshState()
  const vars = { ...varsOf(discord), ...more }
  const worker = await startWorker({ stateDir, vars })
  return new DiscordBot({ discord, worker, stateDir, vars, guildId, ada })
}

function varsOf(discord: FakeDiscord): Record<string, string> {
  return {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_APPLICATION_ID: discord.applicationId,
    DISCORD_PUBLIC_KEY: discord.publicKey,
  }
}
