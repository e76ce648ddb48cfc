/** Client of a running Keepsake's HTTP API. It parses every reply; its callers trust them. */
import { z } from "zod"
import type { ApiMessage } from "../history/files/message.ts"
import { ApiError, type ApiServer, callApi } from "./api-request.ts"

/** Milliseconds, from any format in which the server writes a time. */
const TimeReply = z.union([z.number(), z.string()]).transform((time) => new Date(time).getTime())

const SourceReply = z.object({
  message_id: z.string().nullish(),
  channel_id: z.string().nullish(),
  author_id: z.string().nullish(),
  url: z.string().nullish(),
  excerpt: z.string().nullish(),
})
export type ApiSource = z.infer<typeof SourceReply>

const FactReply = z.object({
  id: z.string(),
  fact: z.string(),
  type: z.string(),
  topics: z.array(z.string()).default([]),
  method: z.string().default("rule"),
  confidence: z.number(),
  said_at: TimeReply,
  expires_at: TimeReply.nullish(),
  sources: z.array(SourceReply),
})
export type ApiFact = z.infer<typeof FactReply>

const ProfileReply = z.object({
  user: z.object({ id: z.string(), name: z.string().nullish() }),
  sections: z.record(z.string(), z.array(FactReply)),
  expiring: z.array(FactReply),
})
export type Profile = z.infer<typeof ProfileReply>

const WindowReply = z.object({
  id: z.string(),
  title: z.string().nullish(),
  from_at: TimeReply.nullish(),
  messages: z.number(),
  method: z.string(),
  claims: z.object({
    accepted: z.number(),
    shadowed: z.number(),
    queued: z.number(),
    rejected: z.number(),
  }),
})
export type WindowYield = z.infer<typeof WindowReply>

const RecallItem = z.object({
  kind: z.enum(["memory", "note", "message"]),
  id: z.string(),
  text: z.string(),
  title: z.string().nullish(),
  subject_id: z.string().nullish(),
  score: z.number(),
  at: TimeReply,
  sources: z.array(SourceReply),
})
export type RecallItem = z.infer<typeof RecallItem>

const AnswerReply = z.object({
  answer: z.string(),
  basis: z.string(),
  method: z.string(),
  items: z.array(RecallItem),
})

const IngestReply = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  rejected: z.array(z.object({ index: z.number(), reason: z.string() })),
})
const FlushReply = z.object({ windows: z.array(WindowReply), waiting: z.number() })
const RecallReply = z.object({
  text: z.string(),
  items: z.array(RecallItem),
  degraded: z.array(z.string()),
  usage: z.object({ tokens: z.number() }),
})
const WindowPage = z.object({
  items: z.array(
    z.object({
      method: z.string(),
      fallback: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export type ReadWindow = z.infer<typeof WindowPage>["items"][number]
const MemoryPage = z.object({
  items: z.array(
    FactReply.extend({ subject: z.object({ scope: z.string(), id: z.string() }), status: z.string() }),
  ),
  next: z.string().nullable(),
})
export type ApiMemory = z.infer<typeof MemoryPage>["items"][number]
const UsageReply = z.object({
  total: z.object({
    calls: z.number(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_usd: z.number(),
    unpriced_tokens: z.number(),
  }),
})
export type ApiUsage = z.infer<typeof UsageReply>["total"]
const ForgetReply = z.object({
  forgotten: z.array(z.object({ fact: z.string() })),
  matches: z.array(z.object({ fact: z.string() })),
})

/** A channel as the ingest route takes it. Without an audience, its messages are shown only there. */
export interface ApiChannel {
  name: string
  topic?: string
  parent_id?: string
  audience?: "everyone" | "restricted"
}

export interface RecallRequest {
  query: string
  channelId: string
  /** ISO 8601, now by default. */
  asOf?: string
  userId?: string
  /** By default, the guild's policy decides. */
  maxItems?: number
  maxTokens?: number
  minScore?: number
  format?: string
}

interface AnswerRequest {
  question: string
  channelId: string
  asOf?: string
  userId?: string
  turns?: readonly { name: string; text: string; own: boolean }[]
}

/** Number of flushes after which `settle` gives up. */
const SETTLE_ATTEMPTS = 50

export type ApiClient = ReturnType<typeof connectTo>

async function allPages<Item>(
  read: (page: string) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let next: string | null = ""
  while (next !== null) {
    const page = await read(`limit=200${next ? `&cursor=${encodeURIComponent(next)}` : ""}`)
    items.push(...page.items)
    next = page.next
  }
  return items
}

/** Returns the client of the guild `guildId` on a server. */
export function connectTo(server: ApiServer, guildId: string) {
  const guild = `/v1/guilds/${guildId}`
  const flush = (channelId: string, keepOpen = false) =>
    callApi(server, FlushReply, {
      path: `${guild}/channels/${channelId}/flush${keepOpen ? "?keep_open=true" : ""}`,
      body: {},
      timeoutMs: 240_000,
    })
  return {
    /** Replaces the guild's settings; a field left out gets its default. Makes the guild known. */
    putSettings: (settings: Record<string, unknown>) =>
      callApi(server, z.unknown(), { path: `${guild}/settings`, method: "PUT", body: settings }),
    /** Puts a policy version in force; a field left out gets its default. */
    putPolicy: (policy: Record<string, unknown>) =>
      callApi(server, z.unknown(), { path: `${guild}/policy`, method: "PUT", body: policy }),
    /** `guildName`: kept if the server knows none. */
    ingest: (channelId: string, channel: ApiChannel, messages: ApiMessage[], guildName?: string) =>
      callApi(server, IngestReply, {
        path: `${guild}/channels/${channelId}/messages`,
        body: { channel, messages, ...(guildName ? { guild_name: guildName } : {}) },
        timeoutMs: 120_000,
      }),
    /** Reads the channel's windows. Closes the open one, too, unless `keepOpen`. */
    flush,
    /** Flushes until no window waits. Throws an ApiError if one keeps waiting. */
    settle: async (channelId: string) => {
      for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt += 1) {
        if ((await flush(channelId)).waiting === 0) return
      }
      throw new ApiError(
        `Windows of channel ${channelId} are still waiting after ${SETTLE_ATTEMPTS} flushes.`,
      )
    },
    /** Reads who read every window, latest first. */
    windows: () => allPages((page) => callApi(server, WindowPage, { path: `${guild}/windows?${page}` })),
    /** Reads all memories of channels, of the guild or of people. */
    memories: (scope: "channel" | "guild" | "user") =>
      allPages((page) => callApi(server, MemoryPage, { path: `${guild}/memories?scope=${scope}&${page}` })),
    /** Reads what models cost in the last 30 days. */
    usage: async () => (await callApi(server, UsageReply, { path: `${guild}/usage` })).total,
    /** Reports a deleted message. */
    removeMessage: (channelId: string, messageId: string) =>
      callApi(server, z.null(), {
        path: `${guild}/channels/${channelId}/messages/${messageId}`,
        method: "DELETE",
      }),
    /** Reports an edited message. */
    editMessage: (channelId: string, messageId: string, content: string) =>
      callApi(server, z.null(), {
        path: `${guild}/channels/${channelId}/messages/${messageId}`,
        method: "PATCH",
        body: { content },
      }),
    /** Forgets memories that match a person's words; more than one only with `confirm`. */
    forget: (userId: string, text: string, confirm: boolean) =>
      callApi(server, ForgetReply, { path: `${guild}/members/${userId}/forget`, body: { text, confirm } }),
    /** Reads a person's profile. `asOf` decides what has expired. */
    profile: (userId: string, asOf: string) =>
      callApi(server, ProfileReply, {
        path: `${guild}/members/${userId}/profile?as_of=${encodeURIComponent(asOf)}`,
      }),
    answer: ({ question, channelId, asOf, userId, turns }: AnswerRequest) =>
      callApi(server, AnswerReply, {
        path: `${guild}/answers`,
        body: { question, channel_id: channelId, as_of: asOf, user_id: userId, turns },
      }),
    recall: ({ query, channelId, asOf, userId, maxItems, maxTokens, minScore, format }: RecallRequest) =>
      callApi(server, RecallReply, {
        path: `${guild}/recall`,
        // Undefined fields are left out of the JSON.
        body: {
          query,
          channel_id: channelId,
          as_of: asOf,
          user_id: userId,
          max_items: maxItems,
          max_tokens: maxTokens,
          min_score: minScore,
          format,
        },
      }),
  }
}
