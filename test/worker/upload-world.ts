/** Files of old messages, and browsers that bring them to the pages of a server. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { expect } from "vitest"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { channelStub } from "../../src/runtime/channels.ts"
import type { PageBrowser, PageSeen } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, OWNER, tell, textChannel } from "./guild-structure.ts"
import { ok } from "./http.ts"

const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")
const MINUTE = 60_000
const ORIGIN = "http://127.0.0.1:8787"

export interface OldLine {
  by: string
  text: string
  mentions?: string[]
  bot?: boolean
}

/** Ids of the channel's lines, a minute apart. */
export const lineId = (nth: number) => snowflakeAt(LONG_AGO + nth * MINUTE, 1)

/** An export of one channel as DiscordChatExporter writes it. */
export function exportOf(
  guild: string,
  channel: string,
  lines: readonly OldLine[],
  name = "general",
): string {
  const person = (id: string) => ({ id, name: `member-${id}`, nickname: null, isBot: false })
  const messages = lines.map(({ by, text, mentions = [], bot = false }, nth) => ({
    id: lineId(nth),
    type: "Default",
    timestamp: new Date(LONG_AGO + nth * MINUTE).toISOString(),
    content: text,
    author: { ...person(by), isBot: bot },
    mentions: mentions.map(person),
    attachments: [],
  }))
  return JSON.stringify({
    guild: { id: guild, name: "A guild" },
    channel: { id: channel, type: "GuildTextChat", categoryId: null, name, topic: null },
    messages,
    messageCount: messages.length,
  })
}

export async function zipOf(files: Record<string, string>): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false })
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text))
  return zip.close()
}

export interface PackageChannel {
  id: string
  /** `null`: a direct message. */
  guild: string | null
  texts: string[]
}

/** A data package as Discord sends it to a person. */
export function packageOf(owner: string, channels: readonly PackageChannel[]): Promise<Blob> {
  const files: Record<string, string> = { "account/user.json": `{"id": ${owner}, "username": "ada"}` }
  for (const { id, guild, texts } of channels) {
    const about = { id, type: guild === null ? "DM" : "GUILD_TEXT", name: `channel-${id}` }
    files[`messages/c${id}/channel.json`] = JSON.stringify({
      ...about,
      ...(guild && { guild: { id: guild } }),
    })
    files[`messages/c${id}/messages.json`] = JSON.stringify(
      texts.map((text, nth) => ({
        ID: lineId(nth),
        Timestamp: new Date(LONG_AGO + nth * MINUTE).toISOString().slice(0, 19).replace("T", " "),
        Contents: text,
        Attachments: "",
      })),
    )
  }
  return zipOf(files)
}

/** Sends a file to a form of the pages. */
export function sendFile(
  browser: PageBrowser,
  path: string,
  {
    file,
    name,
    act = crypto.randomUUID(),
    page = path,
  }: { file: Blob | string; name: string; act?: string; page?: string },
): Promise<PageSeen> {
  const body = new FormData()
  body.set("act", act)
  body.set("page", page)
  body.set("file", new File([file], name))
  return browser.send(path, { method: "POST", body, headers: { origin: ORIGIN } })
}

/** A server with a closed room, whose owner administers it, and of which two more people are members. */
export async function serverOf(guild: string, people: { manager: string; member: string }): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { recall_share: 0 } })
  const managing = `${guild}50`
  const structure = guildStructure(guild, [textChannel(`${guild}7`)], {
    members: [
      member(OWNER, [], "Olga"),
      member(people.manager, [managing], "Mia"),
      member(people.member, [], "Ben"),
    ],
  })
  const { guild: told } = structure as { guild: { roles: unknown[] } }
  told.roles.push({ id: managing, name: "managers", permissions: String(1n << 5n), tags: {} })
  await tell(guild, structure)
}

/** Counts what the guild's importer keeps of uploads. */
export function stored(guild: string): Promise<{ uploads: number; parts: number; messages: number }> {
  return runInDurableObject(env.HISTORIES.getByName(guild), (_, { storage }) => {
    const count = (table: string) => Number(storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one().n)
    return { uploads: count("uploads"), parts: count("upload_parts"), messages: count("upload_messages") }
  })
}

/** Waits until the guild's importer has read what is started, and let go of uploads that are over. */
export async function runImporter(guild: string): Promise<void> {
  const importer = env.HISTORIES.getByName(guild)
  await importer.wake(guild)
  const settled = async () => {
    await runDurableObjectAlarm(importer)
    const open = (await jobsOf(guild)).filter(({ state }) => state !== "stopped" && state !== "done")
    const kept = (await stored(guild)).uploads
    return open.every(({ state }) => state !== "running") && kept === open.length
  }
  await expect.poll(settled, { timeout: 20_000 }).toBe(true)
}

/** The contents of a person's kept messages in a channel, oldest first. */
export async function wordsOf(guild: string, person: string, channel = GENERAL): Promise<string[]> {
  const kept = await channelStub(env, guild, channel).messagesOf(person, { after: null, limit: 1_000 })
  return kept.map(({ content }) => content)
}

export interface JobBody {
  id: string
  kind: string
  state: string
  reason: string | null
  cap_usd: number | null
  facts: number
  requested_by: string
  progress: {
    channels: number
    skipped: number
    total: number
    read: number
    accepted: number
    rejected: number
  }
}

/** A guild's imports as the API tells them, latest first. */
export async function jobsOf(guild: string): Promise<JobBody[]> {
  return (await ok<{ items: JobBody[] }>("GET", `/v1/guilds/${guild}/history`)).items
}
