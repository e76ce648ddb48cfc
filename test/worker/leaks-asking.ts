/**
 * Sends requests as one reader of a random guild and records everything in the answers that they may not be
 * shown.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { app } from "../../src/http/app.ts"
import { hiddenTokens, veiled } from "./leaks-consent.ts"
import type { Ledger } from "./leaks-ledger.ts"
import { manages, mayBeShown, objection, type Reader } from "./leaks-oracle.ts"
import { type Leak, leaksIn, miscounted, misfiled, originsOf, ownOf, withheldIn } from "./leaks-scan.ts"
import type { Line, World } from "./leaks-world.ts"

/** A leak: what one reader was shown without permission, and how. */
interface Told extends Leak {
  surface: string
  guildId: string
  reader: Reader
  request: string
  why: string[]
}

export interface Findings {
  /** Number of answers by surface. */
  answered: Record<string, number>
  leaks: Told[]
  /** Number of leaks a full list would have had, which proves that there is something to leak. */
  withheld: number
  /** Items searched for by their words, and found. */
  facts: { sought: number; found: number }
  messages: { sought: number; found: number }
  /** Messages found in channels other than the place of reading. */
  elsewhere: number
  /** Conversations that a list of all notes had to contain, and contained. */
  notes: { sought: number; found: number }
  /** Facts that Discord profiles had to show, and showed. */
  profiles: { sought: number; found: number }
  /** Numbers of visits on Discord and of memories forgotten during them. */
  visits: number
  forgotten: number
  /** Topics made by nights, counted after each night. */
  topics: number
  /** Number of requests for things hidden from the reader, and about the person who opted out. */
  refused: number
  compared: number
  /**
   * Refusals that distinguish hidden from nonexistent things, answers to strangers, and writes without
   * permission.
   */
  uneven: string[]
}

/** The current state of a guild: its world, its messages, its ledger, and the worker's bindings for reads. */
export interface Scenery {
  world: World
  lines: Line[]
  ledger: Ledger
  bound: Partial<Env>
}

export interface Answer {
  status: number
  headers: string
  body: string
}

export class Asker {
  /** The guild as far as consent lets this reader know of it. */
  readonly scenery: Scenery
  readonly findings: Findings
  /** Channels whose words this reader may be shown; `null` if every request is refused. */
  readonly shown: ReadonlySet<string> | null
  readonly #reader: Reader
  readonly #whole: Scenery
  readonly #origins: ReturnType<typeof originsOf>

  constructor(scenery: Scenery, reader: Reader, findings: Findings) {
    this.#whole = scenery
    this.scenery = veiled(scenery, reader)
    this.findings = findings
    this.shown = mayBeShown(scenery.world, reader)
    this.#reader = reader
    this.#origins = originsOf(this.scenery.lines, this.scenery.ledger)
    for (const [token, origin] of hiddenTokens(scenery, reader)) this.#origins.set(token, origin)
  }

  /** Returns true if the reader may be shown words of this channel; `null` means everyone's. */
  readonly mayKnow = (channelId: string | null): boolean =>
    this.shown !== null && (channelId === null || this.shown.has(channelId))

  /** The reader if it is one person. */
  get readerId(): string | null {
    return this.#reader.personId
  }

  /** The reader's channel and viewer as request fields. */
  get stated(): Record<string, string> {
    const { placeId, personId } = this.#reader
    return {
      ...(placeId === null ? {} : { channel_id: placeId }),
      ...(personId === null ? {} : { viewer_id: personId }),
    }
  }

  /** Returns the same person reading in another place. */
  elsewhere(placeId: string | null): Asker {
    return new Asker(this.#whole, { ...this.#reader, placeId }, this.findings)
  }

  get(surface: string, path: string): Promise<Answer> {
    return this.send(surface, "GET", `${path}&${new URLSearchParams(this.stated)}`)
  }

  /** Sends a request for the guild and scans its answer. */
  async send(surface: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#fetch(method, path, body)
    const { answered, uneven } = this.findings
    if (answer.status < 300) answered[surface] = (answered[surface] ?? 0) + 1
    const request = `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`
    if (answer.status >= 500) throw new Error(`${request}: ${answer.body}`)
    if (this.shown === null && answer.status < 400)
      uneven.push(`${request} was answered to one who is not in the guild`)
    const own = surface === "export" ? this.#own() : new Set<string>()
    // The review list is for those who decide, whoever reads it.
    const withheld = surface === "review" ? [] : this.#withheldIn(answer.body, request)
    for (const leak of [...this.leaksIn(answer.body, request), ...withheld])
      if (!own.has(leak.token)) this.#note(leak, surface, request)
    return answer
  }

  /**
   * Scans text shown to the reader, or to a model that answers them, outside HTTP. `isOwn`: the text may hold
   * everything of theirs. `isAnswer`: false for a refusal, which is scanned and not counted.
   */
  look(surface: string, text: string, request: string, { isOwn = false, isAnswer = true } = {}): void {
    const { answered } = this.findings
    if (isAnswer) answered[surface] = (answered[surface] ?? 0) + 1
    const own = isOwn ? this.#own({ withLinked: true }) : new Set<string>()
    const withheld = this.#withheldIn(text, request, { withLinked: isOwn })
    for (const leak of [...this.leaksIn(text, request), ...withheld])
      if (!own.has(leak.token)) this.#note(leak, surface, request)
  }

  /** Returns everything in a text that this reader may not be shown. */
  leaksIn(text: string, asked = ""): Leak[] {
    const shown = this.shown ?? new Set<string>()
    const { ledger } = this.scenery
    const listed = text.startsWith("{") && !text.endsWith("\n") ? (JSON.parse(text) as unknown) : null
    const told = [miscounted, misfiled].flatMap((check) => check(listed, ledger, shown))
    return [...leaksIn(text, { origins: this.#origins, shown, asked }), ...told]
  }

  /**
   * Tokens of the reader's own data, which they receive wherever it was said. On Discord that includes the accounts
   * linked with theirs; over HTTP a reader is only said to be somebody.
   */
  #own({ withLinked = false } = {}): Set<string> {
    const { lines, ledger } = this.scenery
    return new Set(this.#accounts(withLinked).flatMap((id) => [...ownOf(id, lines, ledger)]))
  }

  #accounts(withLinked: boolean): string[] {
    const own = this.#reader.personId ?? ""
    const linked = this.scenery.world.links.flatMap(([a, b]) => (a === own ? b : b === own ? a : []))
    return [own, ...(withLinked ? linked : [])]
  }

  /** Facts that are hidden or await review are for their subjects and for managers. */
  #withheldIn(text: string, asked: string, { withLinked = false } = {}): Leak[] {
    const { world, ledger } = this.scenery
    if (manages(world, this.#reader)) return []
    return withheldIn(text, asked, ledger, this.#accounts(withLinked))
  }

  /** Also waits for background work, because models may write for the next reader. */
  async #fetch(method: string, path: string, body: unknown): Promise<Answer> {
    const ctx = createExecutionContext()
    const sent = { authorization: "Bearer dev", "content-type": "application/json" }
    const url = `https://keepsake.test/v1/guilds/${this.scenery.world.guildId}${path}`
    const init = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(url, init), { ...env, ...this.scenery.bound }, ctx)
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n")
    const answer = { status: response.status, headers, body: await response.text() }
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
