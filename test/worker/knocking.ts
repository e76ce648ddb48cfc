/**
 * Plays Discord on both sides: signs requests to /interactions with its own key pair and records calls to its
 * REST API.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { type MockInstance, vi } from "vitest"
import { interactions } from "../../src/discord/bot/interactions.ts"
import { APPLICATION, type RawInteraction } from "./interacting.ts"

const KEYS = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair
const PUBLIC_KEY = hex(await crypto.subtle.exportKey("raw", KEYS.publicKey))

function hex(bytes: unknown): string {
  return Array.from(new Uint8Array(bytes as ArrayBuffer), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )
}

export interface SigningOptions {
  /** Sent instead of the signed body. */
  body?: string
  /** Time that is signed and sent; now by default. */
  at?: number
  /** `null` to send none. */
  signature?: string | null
  key?: CryptoKey
  settings?: Partial<Env>
}

export interface Answered {
  status: number
  text: string
  /** Parsed type and data; empty if the answer is not JSON. */
  body: { type?: number; data?: Record<string, unknown> & { flags?: number } }
}

/**
 * Signs a body as Discord does and sends it to a deployment with this key pair's public key and application
 * id.
 */
export async function sendSigned(told: RawInteraction | object, how: SigningOptions = {}): Promise<Answered> {
  const signed = JSON.stringify(told)
  const timestamp = String(Math.floor((how.at ?? Date.now()) / 1_000))
  const bytes = new TextEncoder().encode(timestamp + signed)
  const signature =
    how.signature === undefined
      ? hex(await crypto.subtle.sign("Ed25519", how.key ?? KEYS.privateKey, bytes))
      : how.signature
  const request = new Request("https://keepsake.test/interactions", {
    method: "POST",
    body: how.body ?? signed,
    headers: {
      "content-type": "application/json",
      "x-signature-timestamp": timestamp,
      ...(signature !== null && { "x-signature-ed25519": signature }),
    },
  })
  const settings = { DISCORD_PUBLIC_KEY: PUBLIC_KEY, DISCORD_APPLICATION_ID: APPLICATION, ...how.settings }
  const ctx = createExecutionContext()
  const response = await interactions.fetch(request, { ...env, ...settings }, ctx)
  const text = await response.text()
  await waitOnExecutionContext(ctx)
  return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : {} }
}

interface Told {
  method: string
  /** Path without the API's base and version. */
  path: string
  body: Record<string, unknown> & { content?: string; flags?: number; components?: unknown }
  files: { name: string; text: string }[]
}

export interface Discord {
  /** Received calls in order. */
  told: Told[]
  /** Answers call number `count`, starting at 1, with success by default. Throws to be unreachable. */
  answers: (told: Told, count: number) => Response | undefined
  spy: MockInstance
}

const API = "https://discord.com/api/v10"

/** Captures all calls to Discord's REST API until mocks are restored. */
export function discord(): Discord {
  const real = globalThis.fetch
  const made: Discord = { told: [], answers: () => undefined, spy: vi.spyOn(globalThis, "fetch") }
  made.spy.mockImplementation(async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.startsWith(API)) return real(input as RequestInfo, init)
    const told = await toldBy(url.slice(API.length), init)
    made.told.push(told)
    return made.answers(told, made.told.length) ?? Response.json({ id: "1" })
  })
  return made
}

async function toldBy(path: string, init: RequestInit | undefined): Promise<Told> {
  const sent = init?.body
  const form = sent instanceof FormData ? sent : null
  const json = form ? form.get("payload_json") : sent
  const files = await Promise.all(
    [...(form?.entries() ?? [])].flatMap(([, value]) =>
      typeof value === "string" ? [] : [value.text().then((text) => ({ name: value.name, text }))],
    ),
  )
  return { method: init?.method ?? "GET", path, body: JSON.parse(String(json ?? "{}")), files }
}

/** Builds an error response like Discord's. */
export function refusal(status: number, code: number): Response {
  return Response.json({ code, message: "no" }, { status })
}
