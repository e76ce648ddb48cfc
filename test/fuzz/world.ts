/** What the fuzz program attacks: a local worker with a guild that has talked, and a key of every kind. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Principal } from "./requests.ts"
import type { ValuePool } from "./values.ts"

export const GUILD = "700000000000000001"
/** Deletions of whole guilds go to these, so that the main guild lives. */
export const DOOMED = ["700000000000000091", "700000000000000092"]
const CHANNELS = ["700000000000000100", "700000000000000101", "700000000000000102"]
const PEOPLE = ["700000000000000201", "700000000000000202", "700000000000000203"]
const VIEW_CHANNEL = "1024"
const WEEK_MS = 7 * 86_400_000

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

/** Fills the guild and the pool of known values, and returns a principal of every kind. */
export async function prepareWorld(server: Server, pool: ValuePool): Promise<Principal[]> {
  await call(server, "PUT", `/v1/guilds/${GUILD}/structure`, structure())
  for (const channel of CHANNELS) await talk(server, channel)
  for (const guild of DOOMED) pool.add("doomed", guild)
  pool.add("guild_id", GUILD)
  for (const id of CHANNELS) pool.add("channel_id", id)
  for (const id of PEOPLE) pool.add("user_id", id)
  for (const path of ["memories", "notes", "windows", "keys", "review", "runs"])
    pool.learn(await call(server, "GET", `/v1/guilds/${GUILD}/${path}`))
  return principals(server)
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
    channels: CHANNELS.map((id, index) => ({
      id,
      type: 0,
      name: `room-${index}`,
      permission_overwrites: index === 2 ? hidden : [],
    })),
    members: PEOPLE.map((id) => ({ user: { id, username: `person-${id.slice(-1)}` }, roles: [members] })),
  }
}

const LINES = [
  "I love hiking",
  "I work as a baker",
  "I moved to Oslo",
  "we meet on Friday at noon",
  "I play chess",
]

async function talk(server: Server, channel: string): Promise<void> {
  const at = Date.now() - WEEK_MS
  const messages = LINES.flatMap((content, line) =>
    PEOPLE.map((author, index) => ({
      id: String(BigInt(channel) * 10n + BigInt(line * 10 + index)),
      author: { id: author, name: ["Ada", "Bo", "Cyrus"][index] },
      content,
      timestamp: new Date(at + line * 60_000 + index * 1_000).toISOString(),
    })),
  )
  const path = `/v1/guilds/${GUILD}/channels/${channel}`
  await call(server, "POST", `${path}/messages`, { channel: { name: "room" }, messages })
  await call(server, "POST", `${path}/flush`)
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
  writeFileSync(path, own.replaceAll(/simple = \{ limit = \d+/g, "simple = { limit = 10000000"))
  return path
}
