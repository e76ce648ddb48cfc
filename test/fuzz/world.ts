/** What the fuzz program attacks: a local worker with a guild that has talked, and a key of every kind. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Principal } from "./requests.ts"
import type { ValuePool } from "./values.ts"

export const GUILD = "700000000000000001"
const CHANNELS = ["700000000000000100", "700000000000000101", "700000000000000102"]
const PEOPLE = ["700000000000000201", "700000000000000202", "700000000000000203"]
const SPARE_CHANNEL = "700000000000000109"
const SPARE_PERSON = "700000000000000209"
const SPARE_GUILD = "700000000000000009"
/** Whom and what requests may destroy. */
export const SPARE_IDS = new Set([SPARE_CHANNEL, SPARE_PERSON, SPARE_GUILD])
const VIEW_CHANNEL = "1024"
const WEEK_MS = 7 * 86_400_000

/** Operations that destroy what other requests need, and whom or what they may destroy, by path parameter. */
export const SPARES: Record<string, Record<string, string>> = {
  "DELETE /v1/guilds/{g}": { g: SPARE_GUILD },
  "POST /v1/guilds/{g}/restore": { g: SPARE_GUILD },
  "DELETE /v1/guilds/{g}/channels/{c}": { c: SPARE_CHANNEL },
  "POST /v1/guilds/{g}/members/{u}/erase": { u: SPARE_PERSON },
  "PUT /v1/guilds/{g}/members/{u}/consent": { u: SPARE_PERSON },
  "PUT /v1/people/{u}/consent": { u: SPARE_PERSON },
}

/** Bodies that meet rules which a schema cannot express, by operation. */
export const SAMPLES: Record<string, (draw: number) => unknown> = {
  "PUT /v1/guilds/{g}/structure": () => structure(),
  "POST /v1/guilds/{g}/channels/{c}/messages": (draw) => messages(CHANNELS[0] ?? "", 1_000 + draw),
}

interface Server {
  url: string
  token: string
}

export async function call(server: Server, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text === "" ? null : JSON.parse(text)
}

/** What a run needs to fill its guild again, because requests empty it. */
export interface World {
  principals: Principal[]
  /** The settings and policy to return to. */
  first: { settings: unknown; policy: unknown }
}

/** Creates the guild, and a principal of every kind. */
export async function prepareWorld(server: Server, pool: ValuePool): Promise<World> {
  await fill(server, pool, 0)
  const [settings, policy] = await Promise.all(
    ["settings", "policy"].map((path) => call(server, "GET", `/v1/guilds/${GUILD}/${path}`)),
  )
  return { principals: await principals(server), first: { settings, policy } }
}

/** Brings back what requests deleted or switched off, with new messages and new keys. */
export async function refillWorld(
  server: Server,
  pool: ValuePool,
  { first }: World,
  round: number,
): Promise<World> {
  const { policy } = first.policy as { policy: unknown }
  await call(server, "PUT", `/v1/guilds/${GUILD}/settings`, first.settings)
  await call(server, "PUT", `/v1/guilds/${GUILD}/policy`, policy ?? first.policy)
  await fill(server, pool, round)
  return { principals: await principals(server), first }
}

async function fill(server: Server, pool: ValuePool, round: number): Promise<void> {
  await call(server, "PUT", `/v1/guilds/${GUILD}/structure`, structure())
  for (const channel of [...CHANNELS, SPARE_CHANNEL]) await talk(server, channel, round)
  await talk(server, SPARE_CHANNEL, round, SPARE_GUILD)
  pool.add("guild_id", GUILD)
  for (const id of CHANNELS) pool.add("channel_id", id)
  for (const id of PEOPLE) pool.add("user_id", id)
  for (const path of ["memories", "notes", "windows", "review", "runs", "erasures"])
    pool.learn(path, await call(server, "GET", `/v1/guilds/${GUILD}/${path}`))
}

function structure() {
  const [everyone, members] = [GUILD, "700000000000000301"]
  const hidden = [{ id: everyone, type: 0, allow: "0", deny: VIEW_CHANNEL }]
  return {
    guild: {
      id: GUILD,
      owner_id: PEOPLE[0],
      roles: [
        { id: everyone, permissions: VIEW_CHANNEL },
        { id: members, permissions: VIEW_CHANNEL },
      ],
    },
    channels: [...CHANNELS, SPARE_CHANNEL].map((id, index) => ({
      id,
      type: 0,
      name: `room-${index}`,
      permission_overwrites: index === 2 ? hidden : [],
    })),
    members: [...PEOPLE, SPARE_PERSON].map((id) => ({
      user: { id, username: `person-${id.slice(-1)}` },
      roles: [members],
    })),
  }
}

const LINES = [
  "I love hiking",
  "I work as a baker",
  "I moved to Oslo",
  "we meet on Friday at noon",
  "I play chess",
]

/** A delivery with messages of its own for each round. */
function messages(channel: string, round: number) {
  const at = Date.now() - WEEK_MS
  const people = [...PEOPLE, SPARE_PERSON]
  return {
    channel: { name: "room" },
    messages: LINES.flatMap((content, line) =>
      people.map((author, index) => ({
        id: String(BigInt(channel) * 10n + BigInt(round * 100 + line * 10 + index)),
        author: { id: author, name: ["Ada", "Bo", "Cyrus", "Dora"][index] },
        content: `${content} ${round}`,
        timestamp: new Date(at + line * 60_000 + index * 1_000).toISOString(),
      })),
    ),
  }
}

async function talk(server: Server, channel: string, round: number, guild = GUILD): Promise<void> {
  const path = `/v1/guilds/${guild}/channels/${channel}`
  const sent = await attempt(server, "POST", `${path}/messages`, messages(channel, round))
  if (sent) await attempt(server, "POST", `${path}/flush`)
}

/** For what an earlier request may rightly prevent: a deleted channel or guild receives nothing. */
async function attempt(server: Server, method: string, path: string, body?: unknown): Promise<boolean> {
  try {
    await call(server, method, path, body)
    return true
  } catch {
    return false
  }
}

async function principals(server: Server): Promise<Principal[]> {
  const key = async (name: string, options: object) => {
    const made = (await call(server, "POST", `/v1/guilds/${GUILD}/keys`, { name, ...options })) as {
      id: string
      token: string
    }
    return made
  }
  const revoked = await key("revoked", { scope: "admin" })
  await call(server, "DELETE", `/v1/guilds/${GUILD}/keys/${revoked.id}`)
  const tokens: [string, string | null, number][] = [
    ["operator", server.token, 60],
    ["admin", (await key("admin", { scope: "admin" })).token, 12],
    ["write", (await key("write", { scope: "write" })).token, 8],
    ["read", (await key("read", { scope: "read" })).token, 8],
    ["bound to a channel", (await key("channel", { scope: "write", channel_id: CHANNELS[2] })).token, 4],
    ["bound to a person", (await key("person", { scope: "read", viewer_id: PEOPLE[1] })).token, 4],
    ["revoked", revoked.token, 1],
    ["wrong", `ks_${"0".repeat(40)}`, 1],
    ["not a token", "Bearer Bearer \u00e9", 1],
    ["none", null, 1],
  ]
  return tokens.map(([name, token, weight]) => ({ name, token, weight }))
}

/** Writes the project's configuration with rate limits that a fuzz run does not reach. Returns its path. */
export function configWithoutRateLimits(folder: string): string {
  const root = join(import.meta.dirname, "../..")
  const path = join(folder, "wrangler.toml")
  const own = readFileSync(join(root, "wrangler.toml"), "utf8")
  const unlimited = own.replaceAll(/simple = \{ limit = \d+/g, "simple = { limit = 10000000")
  // Paths in it are relative to its folder, which has no static files.
  writeFileSync(path, unlimited.replaceAll(/^\[(?:assets|build)\]\n[^[]*/gm, ""))
  return path
}
