/** Sends requests to the worker as a client with the local token does. */
import { exports } from "cloudflare:workers"
import { expect } from "vitest"
import { NOON } from "./builders.ts"

const ORIGIN = "https://keepsake.test"

export interface Answer<T> {
  status: number
  type: string
  body: T
}

/** Sends a request as it is. The caller asserts the body's type; contract tests parse it. */
export async function send<T = unknown>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const headers = { authorization: "Bearer dev", "content-type": "application/json" }
  const response = await exports.default.fetch(
    new Request(ORIGIN + path, { ...init, headers: { ...headers, ...init.headers } }),
  )
  const text = await response.text()
  const type = response.headers.get("content-type") ?? ""
  const isJson = text !== "" && !type.includes("jsonl")
  const body = (isJson ? JSON.parse(text) : text || null) as T
  return { status: response.status, type, body }
}

/** Sends a JSON body. */
export function call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  return send<T>(path, body === undefined ? { method } : { method, body: JSON.stringify(body) })
}

/** Sends a request that must succeed and returns its body. */
export async function ok<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, body)
  const said = answer.status < 300 ? "" : ` ${JSON.stringify(answer.body).slice(0, 500)}`
  expect(answer, `${method} ${path}${said}`).toMatchObject({
    status: expect.toSatisfy((status) => status < 300),
  })
  return answer.body
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  errors?: { field: string; problem: string }[]
}

export interface MemoryBody {
  id: string
  subject_id: string
  subject: { scope: string; id: string; name: string | null }
  fact: string
  type: string
  status: string
  confidence: number
  evidence_count: number
  said_at: string
  last_said_at: string
  contradicts: string | null
  superseded_by: string | null
  merged: boolean
  replaced_at: string | null
  reported_by: string[]
  method: string
  sources: {
    message_id: string | null
    channel_id: string | null
    author_id: string | null
    url: string | null
    excerpt: string
    corrected_at?: string
  }[]
}

export interface Page<T> {
  items: T[]
  next: string | null
}

export interface FlushBody {
  windows: { id: string; messages: number; method: string; claims: Record<string, number> }[]
  waiting: number
}

export interface RecallBody {
  id: string
  logged: boolean
  text: string
  items: { kind: string; id: string; text: string; subject_id?: string; sources: MemoryBody["sources"] }[]
  people: { id: string; name: string | null }[]
  degraded: string[]
  usage: { tokens: number; max_tokens: number; candidates: number }
}

export interface SpokenMessage {
  id: string
  author: { id: string; name: string; bot?: boolean }
  content: string
  timestamp: string
}

/**
 * Builds a conversation for the ingest route from `[author id, name, words]`, ten seconds apart, starting at
 * `from`.
 */
export function talk(firstId: number, from: number, lines: [string, string, string][]): SpokenMessage[] {
  return lines.map(([id, name, content], index) => ({
    id: String(firstId + index),
    author: { id, name },
    content,
    timestamp: new Date(from + index * 10_000).toISOString(),
  }))
}

/** Returns a channel's path. */
export function channelPath(guild: string, channel: string): string {
  return `/v1/guilds/${guild}/channels/${channel}`
}

/** Delivers messages and closes their window. */
export async function hear(
  guild: string,
  channel: string,
  messages: SpokenMessage[],
  info: Record<string, unknown> = { name: "general", audience: "everyone" },
): Promise<FlushBody> {
  await ok("POST", `${channelPath(guild, channel)}/messages`, { channel: info, messages })
  return ok<FlushBody>("POST", `${channelPath(guild, channel)}/flush`)
}

/** Returns a guild's memories as its operator sees them. */
export async function memories(guild: string, query = ""): Promise<MemoryBody[]> {
  return (await ok<Page<MemoryBody>>("GET", `/v1/guilds/${guild}/memories${query}`)).items
}

/** Ada says something in a channel described by `info`. */
export async function adaSays(
  guild: string,
  channel: string,
  words: string,
  info: Record<string, unknown>,
): Promise<void> {
  await hear(guild, channel, talk(Number(channel) * 100, NOON, [["11", "Ada", words]]), info)
}

/** A query that matches every hobby Ada has in the tests. */
export const ANY = { query: "hiking chess sailing tea" }

export function recall(guild: string, ask: Record<string, unknown> = ANY): Promise<RecallBody> {
  return ok<RecallBody>("POST", `/v1/guilds/${guild}/recall`, ask)
}
