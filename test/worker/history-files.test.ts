/** History from files: a second import brings edits and nothing else, complete windows are read while more is sent, and the Worker reads uploads itself. */
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js"
import { expect, test } from "vitest"
import { checkHistory } from "../../src/history/files/check.ts"
import { openHistory } from "../../src/history/files/open.ts"
import { channelPath, type FlushBody, memories, ok, type SpokenMessage, talk } from "./http.ts"

const LONG_AGO = Date.parse("2026-03-01T12:00:00Z")
const EDITED = new Date(LONG_AGO + 60_000).toISOString()

const facts = async (guild: string) =>
  (await memories(guild)).filter(({ status }) => status === "active").map(({ fact }) => fact)

async function imports(guild: string, messages: (SpokenMessage & { edited_timestamp?: string })[]) {
  const path = channelPath(guild, `${guild}1`)
  const receipt = await ok("POST", `${path}/messages`, { channel: { name: "general" }, messages })
  await ok("POST", `${path}/flush`)
  return receipt
}

test("a message that was edited after the first import is edited by the second, once", async () => {
  const [said] = talk(1, LONG_AGO, [["1", "Ada", "I play the sousaphone"]])
  if (!said) throw new Error("nothing said")
  await imports("88201", [said])
  expect(await facts("88201")).toEqual(["Ada plays the sousaphone"])
  const edited = { ...said, content: "I play the zither", edited_timestamp: EDITED }
  expect(await imports("88201", [edited])).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
  await ok("POST", `${channelPath("88201", "882011")}/flush`)
  expect(await facts("88201")).toEqual(["Ada plays the zither"])
  // An older export, and one without an edit, change nothing any more.
  await imports("88201", [said, { ...said, content: "I play the harp", edited_timestamp: EDITED }])
  expect(await facts("88201")).toEqual(["Ada plays the zither"])
})

test("a message that was deleted here is not brought back by an edit in a file", async () => {
  const [said] = talk(1, LONG_AGO, [["1", "Ada", "I play the sousaphone"]])
  if (!said) throw new Error("nothing said")
  await imports("88202", [said])
  await ok("DELETE", `${channelPath("88202", "882021")}/messages/1`)
  await imports("88202", [{ ...said, content: "I play the zither", edited_timestamp: EDITED }])
  expect(await facts("88202")).toEqual([])
})

test("flush with keep_open reads what is complete and leaves the conversation that goes on", async () => {
  const path = channelPath("88203", "882031")
  const early = talk(1, LONG_AGO, [["1", "Ada", "I play the sousaphone"]])
  const late = talk(2, LONG_AGO + 3_600_000, [["1", "Ada", "I love tea"]])
  await ok("POST", `${path}/messages`, { channel: { name: "general" }, messages: early })
  await ok("POST", `${path}/messages`, { messages: late })
  expect((await ok<FlushBody>("POST", `${path}/flush?keep_open=true`)).windows).toMatchObject([
    { messages: 1 },
  ])
  await ok("POST", `${path}/messages`, {
    messages: talk(3, LONG_AGO + 3_610_000, [["1", "Ada", "and coffee"]]),
  })
  expect((await ok<FlushBody>("POST", `${path}/flush`)).windows).toMatchObject([{ messages: 2 }])
})

test("the Worker reads a zip of a data package with exact ids", async () => {
  const zip = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false })
  const files = {
    "account/user.json": '{"id": 312242995915189441, "username": "ada"}',
    "messages/c81384788765712385/channel.json":
      '{"id": "81384788765712385", "name": "general", "guild": {"id": "900"}}',
    "messages/c81384788765712385/messages.json":
      '[{"ID": 1566441706850579831, "Timestamp": "2026-11-01 13:20:05", "Contents": "hi", "Attachments": ""}]',
  }
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text))
  const file = await openHistory(await zip.close(), "package.zip")
  expect(await checkHistory(file)).toMatchObject({
    kind: "data_package",
    owner: { id: "312242995915189441" },
    channels: [{ messages: 1, firstAt: "2026-11-01T13:20:05.000Z" }],
  })
  const [part] = file.parts
  for await (const { id } of (await part?.open())?.messages ?? []) expect(id).toBe("1566441706850579831")
})
