/** Asks as one reader of a random guild, and keeps whatever an answer holds that they may not be shown. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { app } from "../../src/http/app.ts"
import type { Ledger } from "./leaks-ledger.ts"
import { mayBeShown, objection, type Reader } from "./leaks-oracle.ts"
import { type Leak, leaksIn, miscounted, misfiled, originsOf, ownOf } from "./leaks-scan.ts"
import type { Line, World } from "./leaks-world.ts"

/** What one reader was told that they may not be shown, and how. */
interface Told extends Leak {
  surface: string
  guildId: string
  reader: Reader
  request: string
  why: string[]
}

export interface Findings {
  /** How often each surface answered with what it knows. */
  answered: Record<string, number>
  leaks: Told[]
  /** What a list of all would have told readers that may not be told it: there is something to leak. */
  withheld: number
  /** Sought by their words, and found. */
  facts: { sought: number; found: number }
  messages: { sought: number; found: number }
  /** Conversations that a list of all notes had to hold, and held. */
  notes: { sought: number; found: number }
  /** Facts that profiles on Discord had to show, and showed. */
  profiles: { sought: number; found: number }
  /** How many people used Discord, and how many memories they had forgotten. */
  visits: number
  forgotten: number
  /** Topics that nights have made, counted after each. */
  topics: number
  /** How often what may not be known of was asked for. */
  refused: number
  /** Refusals that tell what may not be known from what never was, answers to strangers, and writes out of reach. */
  uneven: string[]
}

/** A guild as it is now: its world, what was said in it, what was made of it, and what the worker finds bound when it reads it. */
export interface Scenery {
  world: World
  lines: Line[]
  ledger: Ledger
  bound: Partial<Env>
}

export interface Answer {
  status: number
  body: string
}

export class Asker {
  readonly scenery: Scenery
  readonly findings: Findings
  /** Channels whose words they may be shown; null: they are refused everything. */
  readonly shown: ReadonlySet<string> | null
  readonly #reader: Reader
  readonly #origins: ReturnType<typeof originsOf>

  constructor(scenery: Scenery, reader: Reader, findings: Findings) {
    this.scenery = scenery
    this.findings = findings
    this.shown = mayBeShown(scenery.world, reader)
    this.#reader = reader
    this.#origins = originsOf(scenery.lines, scenery.ledger)
  }

  /** Whether words of a channel may be shown them; null is everyone's. */
  readonly mayKnow = (channelId: string | null): boolean =>
    this.shown !== null && (channelId === null || this.shown.has(channelId))

  /** Whom they read for, as bodies say it. */
  get stated(): Record<string, string> {
    const { placeId, personId } = this.#reader
    return {
      ...(placeId === null ? {} : { channel_id: placeId }),
      ...(personId === null ? {} : { viewer_id: personId }),
    }
  }

  /** The same person in another place. */
  elsewhere(placeId: string | null): Asker {
    return new Asker(this.scenery, { ...this.#reader, placeId }, this.findings)
  }

  get(surface: string, path: string): Promise<Answer> {
    return this.send(surface, "GET", `${path}&${new URLSearchParams(this.stated)}`)
  }

  /** Sends a request under the guild's address, and looks through its answer. */
  async send(surface: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#fetch(method, path, body)
    const { answered, uneven } = this.findings
    if (answer.status < 300) answered[surface] = (answered[surface] ?? 0) + 1
    const request = `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`
    if (answer.status >= 500) throw new Error(`${request}: ${answer.body}`)
    if (this.shown === null && answer.status < 400)
      uneven.push(`${request} was answered to one who is not in the guild`)
    const own = surface === "export" ? this.#own() : new Set<string>()
    for (const leak of this.leaksIn(answer.body, request))
      if (!own.has(leak.token)) this.#note(leak, surface, request)
    return answer
  }

  /** Looks through what was said to them, or to a model that speaks to them, without a request of HTTP's. `isOwn`: all that is theirs. */
  look(surface: string, text: string, request: string, { isOwn = false } = {}): void {
    const { answered } = this.findings
    answered[surface] = (answered[surface] ?? 0) + 1
    const own = isOwn ? this.#own() : new Set<string>()
    for (const leak of this.leaksIn(text, request))
      if (!own.has(leak.token)) this.#note(leak, surface, request)
  }

  /** What of a text this reader may not be shown. */
  leaksIn(text: string, asked = ""): Leak[] {
    const shown = this.shown ?? new Set<string>()
    const { ledger } = this.scenery
    const listed = text.startsWith("{") ? (JSON.parse(text) as unknown) : null
    const told = [miscounted, misfiled].flatMap((check) => check(listed, ledger, shown))
    return [...leaksIn(text, { origins: this.#origins, shown, asked }), ...told]
  }

  /** What a person is handed of their own, whoever reads it where. */
  #own(): Set<string> {
    return ownOf(this.#reader.personId ?? "", this.scenery.lines, this.scenery.ledger)
  }

  /** Waits for what is left to do after the answer, too: models may write for the next reader. */
  async #fetch(method: string, path: string, body: unknown): Promise<Answer> {
    const ctx = createExecutionContext()
    const headers = { authorization: "Bearer dev", "content-type": "application/json" }
    const url = `https://keepsake.test/v1/guilds/${this.scenery.world.guildId}${path}`
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(url, init), { ...env, ...this.scenery.bound }, ctx)
    const answer = { status: response.status, body: await response.text() }
    await waitOnExecutionContext(ctx)
    return answer
  }

  #note(leak: Leak, surface: string, request: string): void {
    const { world } = this.scenery
    const channels = this.#origins.get(leak.token)?.channels ?? []
    const why = channels.map((id) => objection(world, this.#reader, id ?? ""))
    this.findings.leaks.push({ ...leak, surface, guildId: world.guildId, reader: this.#reader, request, why })
  }
}
