/**
 * The reader of chat exports: the messages it returns, the messages it skips and reports, and its low memory
 * use.
 */
import { execFile } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, expect, test } from "vitest"
import { checkHistory } from "../../src/history/files/check.ts"
import type { ApiMessage } from "../../src/history/files/message.ts"
import { openPath } from "../../src/tools/history-source.ts"
import { deep } from "../dice.ts"

/** The project's own Node, which can run TypeScript whatever Node runs the tests. */
const NODE = join(import.meta.dirname, "../../node_modules/.bin/node")

const general = { id: "800", type: "GuildTextChat", categoryId: "700", name: "general", topic: null }
const HEAD = {
  guild: { id: "900", name: "Night Ferry", iconUrl: "" },
  channel: general,
  exportedAt: "2026-11-15T20:45:10.2719455+00:00",
}
const juno = { id: "1", name: "junoatsea", discriminator: "0000", nickname: "Juno", isBot: false }
const oskar = { id: "2", name: "oskar.prints", discriminator: "0000", nickname: null, isBot: false }
const hello = {
  id: "1566441706850579830",
  type: "Default",
  timestamp: "2026-11-01T15:20:05.992+02:00",
  content: "hello",
  author: juno,
  attachments: [],
  mentions: [],
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-export-"))
})
afterEach(() => rm(folder, { recursive: true }))

async function file(content: string, name = "general.json"): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const exportOf = (...messages: unknown[]) =>
  file(JSON.stringify({ ...HEAD, messages, messageCount: messages.length }))

async function openFirst(path: string) {
  const [part] = (await openPath(path)).parts
  if (!part) throw new Error("nothing in it")
  return part.open()
}

async function readAll(path: string) {
  const opened = await openFirst(path)
  const messages: ApiMessage[] = []
  for await (const message of opened.messages) messages.push(message)
  return { ...opened, messages }
}

test("a message comes out in the API's format, with its time in UTC", async () => {
  const { guild, channel, messages } = await readAll(await exportOf(hello))
  expect(guild).toEqual({ id: "900", name: "Night Ferry" })
  expect(channel).toEqual({ id: "800", name: "general", topic: null, parentId: null })
  expect(messages).toEqual([
    {
      id: "1566441706850579830",
      author: { id: "1", name: "Juno" },
      content: "hello",
      timestamp: "2026-11-01T13:20:05.992Z",
    },
  ])
})

test("a reply keeps its target, its mentions and its attachments", async () => {
  const reply = {
    ...hello,
    id: "2000",
    type: "Reply",
    author: oskar,
    mentions: [juno],
    attachments: [{ id: "5", url: "https://example.com/x", fileName: "boat.jpg", fileSizeBytes: 1 }],
    reference: { type: "Default", messageId: hello.id, channelId: "800", guildId: "900" },
  }
  const { messages } = await readAll(await exportOf(reply))
  expect(messages[0]).toMatchObject({
    author: { id: "2", name: "oskar.prints" },
    reply_to: hello.id,
    mentions: [{ id: "1", name: "Juno" }],
    attachments: [{ name: "boat.jpg" }],
  })
})

test("a bot stays marked as a bot", async () => {
  const { messages } = await readAll(await exportOf({ ...hello, author: { ...juno, isBot: true } }))
  expect(messages[0]?.author).toEqual({ id: "1", name: "Juno", bot: true })
})

test("a thread keeps its parent", async () => {
  const thread = {
    ...HEAD,
    channel: { ...general, type: "GuildPublicThread", categoryId: "801" },
    messages: [],
  }
  const { channel } = await openFirst(await file(JSON.stringify(thread)))
  expect(channel.parentId).toBe("801")
})

test("pins, joins and messages without text are skipped and counted", async () => {
  const pin = { ...hello, type: "ChannelPinnedMessage", content: "Pinned a message." }
  const unknown = { ...hello, type: "46" }
  const nothing = { ...hello, content: " " }
  const { messages, report } = await readAll(await exportOf(pin, unknown, nothing, hello))
  expect(messages).toHaveLength(1)
  expect(report).toMatchObject({ read: 1, system: 2, empty: 1, malformed: 0 })
})

test("a malformed message is reported by its position, and the rest is read", async () => {
  const bare = { ...hello, id: 1566441706850579 }
  const { messages, report } = await readAll(
    await exportOf(hello, bare, null, { ...hello, author: {} }, hello),
  )
  expect(messages).toHaveLength(2)
  expect(report.malformed).toBe(3)
  expect(report.problems.map((problem) => problem.position)).toEqual([2, 3, 4])
  expect(report.problems[0]?.reason).toMatch(/^id: /)
  expect(report.problems[2]?.reason).toMatch(/^author\.id: /)
})

test("control characters and half surrogates are stripped, and line breaks, tabs and emoji stay", async () => {
  const path = await file(
    JSON.stringify({ ...HEAD, messages: [{ ...hello, content: "a\u0000\u0007b\r\n\tc 🌊 \u009f" }] }).replace(
      "🌊",
      "🌊\\ud83d",
    ),
  )
  const { messages } = await readAll(path)
  expect(messages[0]?.content).toBe("ab\n\tc 🌊 ")
})

test("a truncated file yields its whole messages and reports where it broke off", async () => {
  const whole = JSON.stringify({ ...HEAD, messages: [hello, hello, hello] })
  const { messages, report } = await readAll(await file(whole.slice(0, whole.lastIndexOf('"author"'))))
  expect(messages).toHaveLength(2)
  expect(report.cutShort).toBe(
    "damaged or cut short after message 2; everything before it is taken. Export the channel again: importing the whole file later doubles nothing",
  )
})

test("a file cut short before its first message is said to be so, and not to be another program's", async () => {
  const whole = JSON.stringify({ ...HEAD, messages: [hello] })
  for (const end of ['"id"', '"channel"', '"name":"general"'])
    await expect(openFirst(await file(whole.slice(0, whole.indexOf(end))))).rejects.toThrow(
      /is an export that is cut short or damaged before its first message\. Export the channel again/,
    )
  const { messages, report } = await readAll(await file(whole.slice(0, whole.indexOf('"author"'))))
  expect(messages).toEqual([])
  expect(report.cutShort).toMatch(/^damaged or cut short before its first message; it holds none\. Export/)
})

test.each([
  ["not JSON", "Harbor log\n12:00 calm"],
  ["an empty file", ""],
])("%s is refused with a description of the expected format", async (_what, content) => {
  await expect(openFirst(await file(content))).rejects.toThrow(
    /is (?:not a chat export|empty)\. Expected a DiscordChatExporter JSON export/,
  )
})

test.each([
  ["another program's JSON", '{"name":"keepsake","messages":[{"text":"hi"}]}'],
  ["a bare list", "[1, 2, 3]"],
  ["an export without a guild's id", JSON.stringify({ ...HEAD, guild: {}, messages: [hello] })],
])("%s is refused as JSON that DiscordChatExporter did not write", async (_what, content) => {
  await expect(openFirst(await file(content))).rejects.toThrow(
    /is JSON, but no DiscordChatExporter export\. Export the channel with DiscordChatExporter/,
  )
})

test("a folder stands for all exports in it, sorted by name", async () => {
  await file("{}", "mods.json")
  await file("not an export", "notes.txt")
  await file("{}", "arcade.json")
  expect((await openPath(folder)).parts.map((part) => part.file)).toEqual(["arcade.json", "mods.json"])
})

test("the demo conversation reads without problems", async () => {
  const check = await checkHistory(await openPath(join(import.meta.dirname, "../fixtures/demo")))
  expect(check.channels.map(({ channel }) => channel.name)).toContain("mods")
  expect(check).toMatchObject({ unreadable: { empty: 0, malformed: 0 }, remarks: [] })
})

test("a missing path or a folder without exports is refused with a reason", async () => {
  await expect(openPath(join(folder, "gone.json"))).rejects.toThrow("There is no file or folder at")
  await expect(openPath(folder)).rejects.toThrow("holds no chat export. Expected")
})

deep("a file several times larger than the heap is read", { timeout: 60_000 }, async () => {
  const path = join(folder, "huge.json")
  const count = 60_000
  await writeHugeExport(path, count)
  const script = `
    const { openPath } = await import(${JSON.stringify(new URL("../../src/tools/history-source.ts", import.meta.url).href)})
    const { messages } = await (await openPath(${JSON.stringify(path)})).parts[0].open()
    let read = 0
    for await (const message of messages) read += 1
    console.log(read)`
  const args = ["--max-old-space-size=20", "--input-type=module", "--eval", script]
  const { stdout } = await promisify(execFile)(NODE, args)
  expect(stdout.trim()).toBe(String(count))
})

/** About 1 KB per message. */
async function writeHugeExport(path: string, count: number): Promise<void> {
  const out = createWriteStream(path)
  out.write(`${JSON.stringify(HEAD).slice(0, -1)},"messages":[`)
  for (let index = 0; index < count; index += 1) {
    const message = { ...hello, id: String(10_000 + index), content: `${index} ${"ferry ".repeat(120)}` }
    if (!out.write(`${index === 0 ? "" : ","}${JSON.stringify(message)}`)) await once(out, "drain")
  }
  out.end(`],"messageCount":${count}}`)
  await once(out, "finish")
}
