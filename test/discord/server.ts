/** A fake Discord on this machine: REST and gateway over a `World`, loopback only, gone when its test is.
 *
 *     const discord = await startFakeDiscord({ heartbeatMs: 300 })
 *     const guild = discord.world.addGuild({ name: "Harbor" }).made
 *     const general = discord.world.addChannel(guild.id, { name: "general" }).made
 *     // DISCORD_TOKEN = discord.token, DISCORD_API_URL = discord.apiUrl, DISCORD_APPLICATION_ID = discord.applicationId,
 *     // DISCORD_PUBLIC_KEY = discord.publicKey
 *     discord.world.say(guild.id, general.id, { author: ada, content: "hello" })      // goes out as MESSAGE_CREATE
 *     discord.gateway.kill()                                                          // and what else can go wrong
 *     const use = await discord.interact(url, { deed: { kind: "command", name: "recall" }, setting: { … } })
 *     const answer = await use.original()
 *
 * What there is:
 * - `world`: guilds and all in them. Every change is told to the sessions whose shard, intents and permissions let it through.
 * - `gateway`: sessions and connections by Discord's rules, with `kill`, `silence`, `close(code)`, `askToReconnect` (op 7),
 *   `invalidate` (op 9), `askForHeartbeat` (op 1), `forgetSessions`, and switches `deaf` (no ACK), `refusing`.
 *   `record` holds what clients did: open, identify, resume, heartbeat, sent, closed, with times.
 * - REST below `apiUrl`: `calls` holds every call; `fail` brings faults; `limits.set` and `limits.limitAll` bring 429s.
 * - `interact`: a person uses the bot. The interaction is signed with a key made for this run.
 * `documented.ts` lists every event it sends by its cause, with the section of Discord's documentation. Nothing else can be sent.
 * What Discord does that this does not: voice, presences, reactions, DMs, webhooks of others, audit log, ETF. */
import { createServer } from "node:http"
import { FakeGateway } from "./gateway.ts"
import { type Call, type RestFault, RestServer } from "./http.ts"
import { type Backstage, type PostingFaults, post, Use, use } from "./interacting.ts"
import { type Deed, interactionOf, type Setting } from "./interaction-payloads.ts"
import { type Interaction, InteractionDesk } from "./interactions.ts"
import { looseOf } from "./loose.ts"
import { RateLimits } from "./rate-limits.ts"
import { applicationRoutes, CommandBook } from "./rest-application.ts"
import { guildRoutes } from "./rest-guilds.ts"
import { interactionRoutes } from "./rest-interactions.ts"
import { messageRoutes } from "./rest-messages.ts"
import { type FakeDiscordOptions, type Settings, settingsOf } from "./settings.ts"
import { SigningKey } from "./signing.ts"
import { World } from "./world.ts"

export type { Use } from "./interacting.ts"
export { clickable } from "./interaction-payloads.ts"
export type { FakeDiscordOptions } from "./settings.ts"
export { eventually } from "./waiting.ts"

export class FakeDiscord {
  readonly world: World
  readonly settings: Settings
  readonly gateway: FakeGateway
  readonly limits = new RateLimits()
  readonly commands: CommandBook
  readonly desk: InteractionDesk
  private readonly rest: RestServer
  private readonly key = new SigningKey()
  private readonly server = createServer()
  private life: NodeJS.Timeout | undefined

  constructor(options: FakeDiscordOptions) {
    const world = options.world ?? new World(options)
    this.world = world
    this.settings = settingsOf(options)
    this.gateway = new FakeGateway(world, this.settings)
    this.commands = new CommandBook(world)
    this.desk = new InteractionDesk(world, this.settings.interactionTokenMs)
    const granted = () => this.settings.granted
    const about = {
      gateway: () => this.gateway.info(),
      publicKey: this.publicKey,
      endpoint: (url: string) => this.takes(url),
    }
    this.rest = new RestServer({
      limits: this.limits,
      isToken: (token) => this.gateway.isToken(token),
      routes: [
        ...applicationRoutes(world, this.commands, about),
        ...guildRoutes(world, granted),
        ...messageRoutes(world, granted),
        ...interactionRoutes(world, this.desk),
      ],
    })
  }

  get token(): string {
    return this.settings.token
  }
  get applicationId(): string {
    return this.world.applicationId
  }
  get publicKey(): string {
    return this.key.publicKey
  }
  /** For DISCORD_API_URL, and for `rest.api` of discord.js. */
  get apiUrl(): string {
    return `${this.gateway.url.replace("ws:", "http:")}/api`
  }
  get calls(): readonly Call[] {
    return this.rest.calls
  }

  /** Returns the calls of one route, such as `POST /channels/:channel/messages`. */
  callsTo(route: string): Call[] {
    return this.rest.calls.filter((call) => call.route === route)
  }

  /** Makes REST fail in this way from now on; null ends all faults. */
  fail(fault: RestFault | null): void {
    this.rest.fail(fault)
  }

  /** A person uses the bot. `url` is the application's endpoint. */
  interact(url: string, what: { deed: Deed; setting: Setting | null; faults?: PostingFaults }): Promise<Use> {
    return use(this.backstage, url, what)
  }

  /**
   * Like `interact`, for an application without an endpoint: sent over the gateway, answered by the callback.
   */
  interactOverGateway(what: { deed: Deed; setting: Setting }): Use {
    const { world, commands: book } = this
    const interaction = this.desk.open(interactionOf({ world, book }, what.deed, what.setting))
    this.gateway.deliver(interaction.payload)
    return new Use(interaction, { status: 0, body: null, tookMs: 0 })
  }

  /** Returns true if an address passes Discord's endpoint check. */
  private async takes(url: string): Promise<boolean> {
    try {
      const ping = (faults: PostingFaults) =>
        this.interact(url, { deed: { kind: "ping" }, setting: null, faults })
      const [right, forged] = [await ping({}), await ping({ forged: true })]
      return (
        right.posted.status === 200 && looseOf(right.posted.body).type === 1 && forged.posted.status === 401
      )
    } catch {
      // Nobody listens at the address.
      return false
    }
  }

  /** Delivers an interaction a second time. */
  deliverAgain(url: string, interaction: Interaction, faults?: PostingFaults): Promise<Use> {
    return post(this.backstage, url, interaction, faults)
  }

  async listen(): Promise<void> {
    this.server.on("request", (request, response) => {
      this.rest.handle(request, response).catch((error: unknown) => {
        // A bug in the fake itself must not look like an outage.
        response.writeHead(599).end(String(error))
        console.error(error)
      })
    })
    this.server.on("upgrade", (request, socket, head) => this.gateway.upgrade(request, socket, head))
    await new Promise<void>((resolve) => this.server.listen(this.settings.port, "127.0.0.1", resolve))
    const address = this.server.address()
    this.gateway.url = `ws://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`
    this.life = setTimeout(() => void this.stop(), this.settings.ttlSeconds * 1000).unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.life)
    this.gateway.end()
    this.server.closeAllConnections()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  private get backstage(): Backstage {
    const { world, commands, desk, key } = this
    return { world, book: commands, desk, key, deadlineMs: this.settings.interactionDeadlineMs }
  }
}

export async function startFakeDiscord(options: FakeDiscordOptions = {}): Promise<FakeDiscord> {
  const discord = new FakeDiscord(options)
  await discord.listen()
  return discord
}
