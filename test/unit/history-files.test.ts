/** Uploads: zips, data packages and what the exporter writes are read alike; other formats are named; nothing grows without end. */

import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { expect, test } from "vitest"
import { checkHistory } from "../../src/history/files/check.ts"
import type { ApiMessage } from "../../src/history/files/message.ts"
import { openHistory } from "../../src/history/files/open.ts"
import { refusalOnPage } from "../../src/history/files/other-formats.ts"

const GUILD = { id: "900", name: "Night Ferry" }
const ada = { id: "1", name: "ada.l", nickname: "Ada", isBot: false }
const bo = { id: "2", name: "bo", nickname: "Bo Long", isBot: false }
let nextId = 1_566_441_706_850_579_000n

function said(content: string, more: object = {}) {
  nextId += 1n
  return {
    ...{
      id: String(nextId),
      type: "Default",
      timestamp: "2026-11-01T15:20:05.992+02:00",
      content,
      author: ada,
    },
    ...{ attachments: [], mentions: [], ...more },
  }
}

function exported(messages: object[], more: object = {}) {
  const channel = { id: "800", type: "GuildTextChat", categoryId: null, name: "general", topic: null }
  return JSON.stringify({ guild: GUILD, channel, messages, messageCount: messages.length, ...more })
}

async function zipOf(files: Record<string, string>, options: { password?: string } = {}): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false, ...options })
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text))
  return zip.close()
}

async function read(blob: Blob, name = "general.json"): Promise<ApiMessage[]> {
  const messages: ApiMessage[] = []
  for (const part of (await openHistory(blob, name)).parts)
    for await (const message of (await part.open()).messages) messages.push(message)
  return messages
}

const checked = async (files: Record<string, string>, guildId?: string) =>
  checkHistory(await openHistory(await zipOf(files), "export.zip"), { guildId })
const refused = (text: string, name = "some.file") =>
  openHistory(new Blob([text]), name).then((file) => checkHistory(file))

test("stickers, previews, polls and forwarded words are attached, each under its label", async () => {
  const messages = [
    said("", { stickers: [{ id: "1", name: "Wave", format: "Png" }] }),
    said("look", { embeds: [{ title: "How to knit" }, { title: null }] }),
    said("", { poll: { question: "Tea?", answers: [{ text: "yes" }, { text: "no" }] } }),
    said("", {
      reference: { type: "Forward", messageId: "7" },
      forwardedMessage: { content: "Ferry at 9", attachments: [] },
    }),
  ]
  const found = await read(new Blob([exported(messages)]))
  expect(found.map(({ attachments }) => attachments?.map(({ name }) => name))).toEqual([
    ["sticker: Wave"],
    ["link: How to knit"],
    ["poll: Tea? (yes / no)"],
    ["forwarded: “Ferry at 9”"],
  ])
  expect(found[3]).not.toHaveProperty("reply_to")
})

test("mentions that the exporter wrote out become ids again, the longest name first; shared names stay", async () => {
  const bob = { ...bo, id: "3", nickname: "Bo" }
  const twin = { ...bo, id: "4", nickname: "Bo Long", name: "twin" }
  const [both, raw, shared] = await read(
    new Blob([
      exported([
        said("@Bo Long and @Bo, meet @Bobby", { mentions: [bo, bob] }),
        said("@Bo", { contentRaw: "<@3>", mentions: [bob] }),
        said("@Bo Long?", { mentions: [bo, twin] }),
      ]),
    ]),
  )
  expect(both?.content).toBe("<@2> and <@3>, meet @Bobby")
  expect(raw?.content).toBe("<@3>")
  expect(shared?.content).toBe("@Bo Long?")
})

test("an edited message keeps its latest words and the time of the edit; answers to commands are left out", async () => {
  const edited = said("at nine", { timestampEdited: "2026-11-02T00:00:00+00:00" })
  const answer = said("Pong", { interaction: { id: "5", name: "ping", user: ada } })
  const check = await checkHistory(
    await openHistory(new Blob([exported([edited, answer, said("x", { type: "20" })])]), "a.json"),
  )
  expect(check).toMatchObject({ channels: [{ messages: 1, edited: 1 }], unreadable: { commands: 2 } })
  expect((await read(new Blob([exported([edited])])))[0]?.edited_timestamp).toBe("2026-11-02T00:00:00.000Z")
})

test("a file that holds fewer messages than it declares is said to be cut short", async () => {
  const check = await checked({
    "a.json": exported([said("one")], { messageCount: 3 }),
    "b.json": exported([said("two")], { messageCount: undefined }),
  })
  expect(check.remarks).toEqual([
    "a.json: cut short: 1 of 3 messages",
    "b.json: it does not say how many messages it should hold; 1 message were found",
  ])
})

test("parts of a channel are joined oldest first, copies are left out, and two servers are told apart", async () => {
  const old = said("old", { timestamp: "2026-01-01T00:00:00Z" })
  const copy = exported([old])
  const other = exported([said("elsewhere")], { guild: { id: "901", name: "Day Ferry" } })
  const files = { "2.json": exported([said("new")]), "3.json": copy, "4.json": copy, "5.json": "{}" }
  const check = await checked(files)
  expect(check.channels).toMatchObject([{ messages: 2, parts: [{ file: "3.json" }, { file: "2.json" }] }])
  expect(check.remarks).toEqual(
    expect.arrayContaining([
      "4.json is a copy of 3.json, and is left out",
      expect.stringMatching(/^left out: 5\.json/),
    ]),
  )
  await expect(checked({ ...files, "6.json": other })).rejects.toThrow(
    /come from 2 servers: .*Night Ferry \(900\).*Name the one/,
  )
  expect((await checked({ ...files, "6.json": other }, "901")).channels).toHaveLength(1)
  await expect(checked(files, "77")).rejects.toThrow(
    "Nothing in it is of server 77. It holds Night Ferry (900).",
  )
})

test.each([
  ["<!DOCTYPE html><div class=chatlog>", /a DiscordChatExporter export in HTML\. Export the channel again/],
  [`${"=".repeat(62)}\nGuild: Night Ferry\nChannel: general`, /plain text\. Export the channel again/],
  ["AuthorID,Author,Date,Content,Attachments,Reactions\n", /in CSV\. Export the channel again/],
  ["ID,Timestamp,Contents,Attachments\n1,2,3,", /Discord data package\. Give the whole package/],
  [
    '{"name":"x","type":"private_group","messages":[{"id":1,"date_unixtime":"1"}]}',
    /a Telegram export\. Only history from Discord can be imported: a DiscordChatExporter export in JSON, or/,
  ],
  ["[12/31/25, 10:00:00 PM] Ada: hi", /a WhatsApp chat/],
  ["12/31/25, 10:00 - Ada: hi", /a WhatsApp chat/],
  ['[{"client_msg_id":"1","ts":"1700000000.000100"}]', /a Slack export/],
  ['{"format":"keepsake-guild","version":1}\n', /Keepsake's export of a server/],
  [exported([said("hi")], { guild: { id: "0", name: "Direct Messages" } }), /of direct messages/],
])("another format is named: %#", async (text, words) => {
  await expect(refused(text)).rejects.toThrow(words)
})

test("a form that takes no folder or package does not ask for one in place of a foreign export", async () => {
  const message = await refused('{"type":"private_group","messages":[{"date_unixtime":"1"}]}').then(
    () => "",
    (error: Error) => error.message,
  )
  expect(refusalOnPage(message, "channels")).toMatch(
    /a Telegram export\. Only .* in JSON, or a zip of several\.$/,
  )
  expect(refusalOnPage(message, "own")).toMatch(
    /Only history from Discord can be imported\. Choose your data/,
  )
})

test("a gzip archive is named, and a damaged zip is not taken for one, whatever the time in its header", async () => {
  const begins = async (...bytes: number[]) =>
    checkHistory(await openHistory(new Blob([new Uint8Array([...bytes, ...Array(40).fill(0)])]), "x.zip"))
  await expect(begins(0x1f, 0x8b, 8)).rejects.toThrow("x.zip is a gzip archive")
  await expect(begins(0, 0x9b, 0x18)).rejects.toThrow("x.zip is a damaged zip")
})

test("a zip of another program's JSON, and one table, are named, with the export to make", async () => {
  const advice = "Export the channel with DiscordChatExporter, with the format set to JSON."
  const foreign = await openHistory(await zipOf({ "a.json": '{"chat":[]}', "b.json": "[1]" }), "x.zip")
  await expect(checkHistory(foreign)).rejects.toThrow(
    `None of the .json files is a DiscordChatExporter export. a.json is JSON, but no DiscordChatExporter export. ${advice}`,
  )
  const table = await openHistory(new Blob(["user;text\nAda;hi\n"]), "chat.csv")
  await expect(checkHistory(table)).rejects.toThrow(`chat.csv is a table in CSV. ${advice}`)
})

test("a zip of other things, a damaged zip, an encrypted one and one too large are refused with the reason", async () => {
  const open = async (blob: Blob, limits?: { entries: number; bytes: number }) =>
    openHistory(blob, "x.zip", limits)
  await expect(open(await zipOf({ "a.html": "" }))).rejects.toThrow("holds exports in HTML. Export")
  await expect(open(await zipOf({ "channels.json": "[]", "general/2026-01-01.json": "[]" }))).rejects.toThrow(
    "is a Slack export",
  )
  const zip = await zipOf({ "a.json": exported([said("hi")]) })
  await expect(open(zip.slice(0, zip.size - 30))).rejects.toThrow("damaged zip")
  await expect(checkHistory(await open(zip.slice(9)))).rejects.toThrow("x.zip is a damaged zip, or no zip")
  await expect(open(await zipOf({ "a.json": "x" }, { password: "p" }))).rejects.toThrow("is encrypted")
  const bomb = await zipOf({ "a.json": " ".repeat(3 * 2 ** 20) })
  expect(bomb.size).toBeLessThan(10_000)
  await expect(open(bomb, { entries: 10, bytes: 2 ** 20 })).rejects.toThrow("or 1 MB once unpacked")
  await expect(open(await zipOf({ a: "", b: "", c: "" }), { entries: 2, bytes: 99 })).rejects.toThrow(
    "more than 2 files",
  )
})

const PACKAGE = {
  "Paket/Konto/user.json": '{"id": 312242995915189441, "username": "ada", "global_name": "Ada"}',
  "Paket/Nachrichten/c81384788765712385/channel.json":
    '{"id": "81384788765712385", "type": "GUILD_TEXT", "name": "general", "guild": {"id": "900", "name": "Night Ferry"}}',
  "Paket/Nachrichten/c81384788765712385/messages.json":
    '[{"ID": 1566441706850579830, "Timestamp": "2026-11-01 13:20:05", "Contents": "my cat is Miso", "Attachments": "https://cdn.example/1/boat.jpg?x=1"}, {"ID": 1566441706850579831, "Timestamp": "2026-11-01 13:20:06", "Contents": "", "Attachments": ""}]',
  "Paket/Nachrichten/c5/channel.json": '{"id": "5", "type": "DM", "recipients": ["1", "2"]}',
  "Paket/Nachrichten/c5/messages.json":
    '[{"ID": 1, "Timestamp": "2026-11-01 13:20:05", "Contents": "secret"}]',
}

test("a data package yields its owner's words of one server with exact ids, and no direct message", async () => {
  const file = await openHistory(await zipOf(PACKAGE), "package.zip")
  expect(file).toMatchObject({ kind: "data_package", owner: { id: "312242995915189441", name: "Ada" } })
  expect(file.leftOut).toEqual([
    "1 conversation that belongs to no server: a direct message or a deleted channel",
  ])
  expect(await read(await zipOf(PACKAGE))).toEqual([
    {
      id: "1566441706850579830",
      author: { id: "312242995915189441", name: "Ada" },
      content: "my cat is Miso",
      timestamp: "2026-11-01T13:20:05.000Z",
      attachments: [{ name: "boat.jpg" }],
    },
  ])
})

test("an older package, with CSV and other folder names, is read alike", async () => {
  const messages = await read(
    await zipOf({
      "account/user.json": '{"id": "312242995915189441", "username": "ada"}',
      "messages/81384788765712385/channel.json": PACKAGE["Paket/Nachrichten/c81384788765712385/channel.json"],
      "messages/81384788765712385/messages.csv":
        'ID,Timestamp,Contents,Attachments\r\n1566441706850579830,2021-03-11 14:02:55.123000+00:00,"a ""b"",\nc",\r\n',
    }),
  )
  expect(messages).toMatchObject([
    { id: "1566441706850579830", content: 'a "b",\nc', timestamp: "2021-03-11T14:02:55.123Z" },
  ])
})

test("a package without its account is refused, because nobody could be the author", async () => {
  const { "Paket/Konto/user.json": _, ...rest } = PACKAGE
  await expect(openHistory(await zipOf(rest), "p.zip")).rejects.toThrow("not its account (account/user.json)")
})
