/** Brings the sample server into a running Keepsake: its messages, and who may read what and manage it. */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { type ApiServer, callApi } from "./api-request.ts"
import { checkPath, importChecked } from "./demo-import.ts"

const EXPORTS = join(import.meta.dirname, "../../test/fixtures/demo")
const PRIVATE_CATEGORY = "Crew only"
const MANAGERS = "Mods"
/** The member who owns the sample server. */
const OWNER = "312242995915189441"

// Bits of Discord's permissions.
const VIEW_CHANNEL = 1n << 10n
const MANAGE_GUILD = 1n << 5n
const READ_MESSAGE_HISTORY = 1n << 16n
const READING = VIEW_CHANNEL | READ_MESSAGE_HISTORY
const CATEGORY = 4
const TEXT = 0
const PUBLIC_THREAD = 11

const Export = z.object({
  guild: z.object({ id: z.string(), name: z.string() }),
  channel: z.object({
    id: z.string(),
    type: z.string(),
    categoryId: z.string(),
    category: z.string(),
    name: z.string(),
    topic: z.string().nullable(),
  }),
  messages: z.array(
    z.object({
      author: z.object({
        id: z.string(),
        name: z.string(),
        nickname: z.string(),
        isBot: z.boolean(),
        roles: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    }),
  ),
})
type Export = z.infer<typeof Export>

/** Imports the sample server's messages, and then its structure, which the exports tell in part. */
export async function bringDemoServer(server: ApiServer): Promise<{ guildId: string; name: string }> {
  const names = (await readdir(EXPORTS)).filter((name) => name.endsWith(".json")).sort()
  const files = names.map((name) => join(EXPORTS, name))
  const exports = await Promise.all(
    files.map(async (file) => Export.parse(JSON.parse(await readFile(file, "utf8")))),
  )
  const { guild } = await importChecked({
    server,
    check: await checkPath(EXPORTS),
    audienceOf: (name) => (name === "mods" ? "restricted" : "everyone"),
    progress: () => undefined,
  })
  await callApi(server, z.unknown(), {
    path: `/v1/guilds/${guild.id}/structure`,
    method: "PUT",
    body: structureOf(guild, exports),
  })
  return { guildId: guild.id, name: guild.name }
}

function structureOf(guild: Export["guild"], exports: readonly Export[]) {
  const authors = exports.flatMap(({ messages }) => messages.map(({ author }) => author))
  const roles = new Map(authors.flatMap((author) => author.roles.map(({ id, name }) => [id, name])))
  const managers = [...roles].find(([, name]) => name === MANAGERS)?.[0] ?? guild.id
  const hidden = [
    { id: guild.id, type: 0, allow: "0", deny: String(VIEW_CHANNEL) },
    { id: managers, type: 0, allow: String(READING), deny: "0" },
  ]
  const people = new Map(authors.map((author) => [author.id, author]))
  const channels = exports.map(({ channel }) => channel)
  const rooms = channels.filter(({ type }) => type === "GuildTextChat")
  const categories = new Map(rooms.map(({ categoryId, category }) => [categoryId, category]))
  const overwritesOf = (category: string) => (category === PRIVATE_CATEGORY ? hidden : [])
  return {
    guild: {
      id: guild.id,
      name: guild.name,
      owner_id: OWNER,
      roles: [
        { id: guild.id, permissions: String(READING) },
        ...[...roles].map(([id]) => ({ id, permissions: String(id === managers ? MANAGE_GUILD : 0n) })),
      ],
    },
    channels: [
      ...[...categories].map(([id, name]) => ({
        id,
        type: CATEGORY,
        name,
        permission_overwrites: overwritesOf(name),
      })),
      ...rooms.map(({ id, name, topic, categoryId, category }) => ({
        id,
        type: TEXT,
        name,
        topic,
        parent_id: categoryId,
        permission_overwrites: overwritesOf(category),
      })),
    ],
    threads: channels
      .filter(({ type }) => type === "GuildPublicThread")
      .map(({ id, name, categoryId }) => ({ id, type: PUBLIC_THREAD, name, parent_id: categoryId })),
    members: [...people.values()].map(({ id, name, nickname, isBot, roles: held }) => ({
      user: { id, username: name, bot: isBot },
      nick: nickname,
      roles: held.map((role) => role.id),
    })),
    members_complete: true,
  }
}
