/** Administrators upload exports of channels: checked whole, previewed, and read only once they start it. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, OWNER, tell, textChannel } from "./guild-structure.ts"
import { channelPath, memories, ok, talk } from "./http.ts"
import { equip } from "./stand-ins.ts"
import {
  exportOf,
  jobsOf,
  lineId,
  type OldLine,
  runImporter,
  sendFile,
  serverOf,
  stored,
  wordsOf,
  zipOf,
} from "./upload-world.ts"

const [MIA, BEN] = ["771101", "771102"]

async function server(guild: string) {
  await serverOf(guild, { manager: MIA, member: BEN })
  const page = `/app/g/${guild}/run/history`
  return { page, upload: `${page}/upload`, olga: await PageBrowser.of(OWNER) }
}

const LINES: OldLine[] = [
  { by: OWNER, text: "I play the ophicleide" },
  { by: BEN, text: "I love hiking" },
  { by: "555", text: "beep", bot: true },
]

test("an export is previewed with its channels, dates and what is left out, and read only once it is started", async () => {
  const guild = "77110"
  const { page, upload, olga } = await server(guild)
  const file = await zipOf({
    "general.json": exportOf(guild, GENERAL, LINES),
    "closed.json": exportOf(guild, "7711999", [{ by: BEN, text: "I play the sackbut" }], "closed"),
    "notes.txt": "nothing",
    "old.html": "<!doctype html>",
    "media/cat.png": "a picture",
    "broken.json": "{}",
  })
  const sent = await sendFile(olga, upload, { file, name: "night ferry.zip", page })
  expect(sent.status).toBe(303)
  const preview = await olga.get(sent.location ?? "")
  expect(preview.text).toContain("night ferry.zip")
  expect(preview.text).toContain("#general 2 2025-03-01 2025-03-01 is read")
  expect(preview.text).toContain("#closed 1")
  expect(preview.text).toContain("does not know who reads #closed, so")
  expect(preview.text).toContain("1 message written by bots")
  expect(preview.text).toContain("broken.json")
  expect(preview.text).toContain(
    "notes.txt, old.html: only exports in JSON can be read. Export a channel again with the format set to JSON.",
  )
  expect(preview.text).toContain("1 file that is no export, such as an attachment: media/cat.png")
  expect(preview.text).not.toContain("left out: ")
  expect(preview.text).toContain("Cost nothing rules read it")
  expect((await olga.get(page)).text).toContain("Another file can be chosen once the present one is done")
  await runImporter(guild)
  expect(await wordsOf(guild, BEN)).toEqual([])
  expect(await jobsOf(guild)).toMatchObject([
    { kind: "export", state: "ready", progress: { read: 0, total: 3 } },
  ])
  const started = await olga.submit(`${sent.location}/start`, { cap: "" })
  expect(started.text).toContain("Reading")
  expect(started.text).toMatch(/Channels and threads .*#closed/)
  const log = await olga.get(`/app/g/${guild}/run/audit`)
  expect(log.text).toContain("Started an import of old messages")
  // Rules read it, so its cap limits nothing.
  expect(log.text).not.toContain("Cap of the import")
  await runImporter(guild)
  expect(await wordsOf(guild, BEN)).toEqual(["I love hiking"])
  expect(await wordsOf(guild, BEN, "7711999")).toEqual(["I play the sackbut"])
  expect(await jobsOf(guild)).toMatchObject([
    { state: "done", progress: { read: 4, accepted: 3, rejected: 1 } },
  ])
  const { text: channels } = await olga.get(`/app/g/${guild}/run/channels`)
  expect(channels).toMatch(/#closed \S.{0,40} Unknown, so withheld/)
  const done = await olga.get(sent.location ?? "")
  expect(done.text).toContain("Done")
  // Counted as in the preview: by people.
  expect(done.text).toContain("Messages read 3 1 more by bots")
  expect(done.text).toContain("Not accepted 0")
  expect(done.text).toContain("Cost nothing rules read it")
  expect(done.text).not.toContain("Spent $0.00 of at most")
  // The page of the finished import says it as the preview did: its facts are shown nowhere else.
  expect(done.text).toContain(UNKNOWN)
  // What an unknown channel taught is shown to nobody elsewhere.
  await ok("POST", `${channelPath(guild, "7711999")}/flush`)
  expect((await memories(guild)).map(({ fact }) => fact)).toContain("Ben plays the sackbut")
  expect((await olga.get(`/app/g/${guild}/memories`)).text).not.toContain("sackbut")
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
})

const UNKNOWN =
  "Keepsake does not know who reads #closed, so what is learned there is shown only there until its bot is in the server"

test("a second file warns of a channel that the first one brought and Discord still does not list, unless nothing is read", async () => {
  const guild = "771192"
  const { page, upload, olga } = await server(guild)
  const closed = exportOf(guild, "7711998", [{ by: BEN, text: "I play the shawm" }], "closed")
  const send = async (name: string) => {
    const file = await zipOf({ "general.json": exportOf(guild, GENERAL, LINES), "closed.json": closed })
    return (await sendFile(olga, upload, { file, name, page })).location ?? ""
  }
  const first = await send("first.zip")
  await olga.post(`${first}/start`, { cap: "" })
  await runImporter(guild)
  const second = await send("second.zip")
  expect((await olga.get(second)).text).toContain(UNKNOWN)
  await olga.post(`${second}/stop`, {})
  expect((await olga.get(second)).text).not.toContain("does not know who reads")
  // Replaced by another file before anybody started it.
  const third = await send("third.zip")
  const fourth = await send("fourth.zip")
  const replaced = await olga.get(third)
  expect(replaced.text).toContain("A newer preview replaced it.")
  expect(replaced.text).not.toContain("does not know who reads")
  expect((await olga.get(fourth)).text).toContain(UNKNOWN)
  // Once Discord lists the channel, its readers are known, also on pages of imports that ended before.
  expect((await olga.get(first)).text).toContain(UNKNOWN)
  await tell(guild, guildStructure(guild, [textChannel("7711998")]))
  expect((await olga.get(first)).text).not.toContain("does not know who reads")
})

test("two files in one field are refused as two", async () => {
  const { page, upload, olga } = await server("771191")
  const body = new FormData()
  body.set("act", crypto.randomUUID())
  body.set("page", page)
  for (const name of ["a.json", "b.json"]) body.append("file", new File(["{}"], name))
  const refused = await olga.send(upload, {
    method: "POST",
    body,
    headers: { origin: "http://127.0.0.1:8787" },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain("File must be a single file.")
})

test("the body of an upload is read once, without a copy of it in a buffer", async () => {
  const guild = "77119"
  const { page, upload, olga } = await server(guild)
  const buffered = vi.spyOn(Request.prototype, "arrayBuffer")
  const file = exportOf(guild, GENERAL, LINES)
  expect((await sendFile(olga, upload, { file, name: "general.json", page })).status).toBe(303)
  expect(buffered).not.toHaveBeenCalled()
  buffered.mockRestore()
})

test("a file that is sent twice is one import, and one that was read brings nothing again", async () => {
  const guild = "77111"
  const { page, upload, olga } = await server(guild)
  const act = crypto.randomUUID()
  const send = (given?: string) =>
    sendFile(olga, upload, {
      ...{ file: exportOf(guild, GENERAL, LINES), name: "general.json", page },
      ...(given && { act: given }),
    })
  const [first, second] = await Promise.all([send(act), send(act)])
  expect(second.location).toBe(first.location)
  expect(await jobsOf(guild)).toHaveLength(1)
  await olga.post(`${first.location}/start`, { cap: "" })
  await runImporter(guild)
  const again = await send()
  await olga.post(`${again.location}/start`, { cap: "" })
  await runImporter(guild)
  expect(await jobsOf(guild)).toMatchObject([
    { state: "done", progress: { accepted: 0 } },
    { state: "done", progress: { accepted: 2 } },
  ])
  expect(await wordsOf(guild, BEN)).toEqual(["I love hiking"])
})

test.each([
  [
    "an export in HTML",
    "<!DOCTYPE html><div class=chatlog>",
    "Export the channel again with the format set to JSON",
  ],
  [
    "another program's JSON",
    '{"chat":[{"text":"hi"}]}',
    "x.json is JSON, but no DiscordChatExporter export. Export the channel with DiscordChatExporter",
  ],
  ["a text", "hello", "is not a chat export. Expected a DiscordChatExporter JSON export, or a zip of them."],
  ["an export of another server", exportOf("900", GENERAL, LINES), "Nothing in it is of server"],
  [
    "an export without people",
    exportOf("77112", GENERAL, [{ by: "555", text: "beep", bot: true }]),
    "no message that a person wrote",
  ],
  [
    "a server's export",
    '{"format":"keepsake-guild","version":1}\n',
    "x.json is Keepsake&#39;s export of a server. Write it back on the page Export and import",
  ],
  ["JSON in UTF-16", "\ufffd\ufffd{\0\n\0", "x.json is in UTF-16. Save it in UTF-8, and choose it again."],
  ["an empty file", "", "File is empty: it has 0 bytes. Choose another one."],
])("%s is refused at the form with what to do, and nothing is kept", async (_, file, why) => {
  const guild = "77112"
  const { page, upload, olga } = await server(guild)
  const refused = await sendFile(olga, upload, { file, name: "x.json", page })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(refused.text).toContain("Nothing was changed.")
  expect(refused.text).toContain(why)
  expect(refused.text).toContain("Import a file")
  expect(await jobsOf(guild)).toEqual([])
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
})

test("a file larger than the page takes is refused before it is read, and the limit is named", async () => {
  const guild = "77113"
  const { page, upload, olga } = await server(guild)
  expect((await olga.get(page)).text).toContain("Up to 25 MB")
  const refused = await sendFile(olga, upload, { file: " ".repeat(27 * 2 ** 20), name: "x.json", page })
  expect(refused.status).toBe(413)
  expect(refused.text).toContain(
    `The file is larger than 25 MB. Import it with npm run import -- FILE --url http://127.0.0.1:8787 --guild ${guild}, or export it again in parts`,
  )
  expect(refused.html).toContain(`action="${upload}"`)
  const own = `/app/g/${guild}/me/history`
  const tooLarge = await sendFile(olga, own, { file: " ".repeat(27 * 2 ** 20), name: "x.zip", page: own })
  expect(tooLarge.status).toBe(413)
  expect(tooLarge.text).toContain("Make a zip of its folders of messages and account only.")
  expect(tooLarge.text).not.toContain("npm run")
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
})

test("an import is paused and goes on, and stopped for good with its file deleted", async () => {
  const guild = "77114"
  const { page, upload, olga } = await server(guild)
  const many = Array.from({ length: 250 }, (_, nth) => ({ by: BEN, text: `line ${nth}` }))
  const sent = await sendFile(olga, upload, { file: exportOf(guild, GENERAL, many), name: "g.json", page })
  const job = sent.location ?? ""
  const importer = env.HISTORIES.getByName(guild)
  const down = () => {
    throw new Error("down")
  }
  const silent = { getByName: down } as unknown as Env["CHANNELS"]
  await equip(importer, { CHANNELS: silent })
  await olga.post(`${job}/start`, { cap: "" })
  expect((await olga.submit(`${job}/pause`, {})).text).toContain("Paused. What was read stays")
  await equip(importer, { CHANNELS: env.CHANNELS })
  await runImporter(guild)
  expect((await olga.get(page)).text).toContain("Paused")
  const overview = await olga.get(`/app/g/${guild}/manage/overview`)
  expect(overview.text).toContain("An import is paused")
  expect(overview.html).toContain(`href="${job}"`)
  expect((await jobsOf(guild))[0]).toMatchObject({ state: "paused", progress: { read: 0 } })
  expect((await stored(guild)).messages).toBe(250)
  expect((await olga.submit(`${job}/resume`, {})).text).toContain(
    "Resumed. Reading goes on where it was paused.",
  )
  await runImporter(guild)
  expect((await jobsOf(guild))[0]).toMatchObject({ state: "done", progress: { read: 250, accepted: 250 } })
  const second = await sendFile(olga, upload, { file: exportOf(guild, GENERAL, many), name: "g.json", page })
  expect((await olga.submit(`${second.location}/stop`, {})).text).toContain("Canceled. Nothing was read.")
  expect((await olga.get(page)).text).toContain("Canceled requested")
  const log = await olga.get(page.replace(/run\/history.*$/, "run/audit?action=history.cancel"))
  expect(log.html).toContain("<span>Canceled an import of old messages before it began</span>")
  await runImporter(guild)
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
  expect((await olga.post(`${second.location}/start`, { cap: "" })).status).toBe(409)
})

test("a newer file replaces one that nobody started; none is taken while one is read", async () => {
  const guild = "77115"
  const { page, upload, olga } = await server(guild)
  const send = () => sendFile(olga, upload, { file: exportOf(guild, GENERAL, LINES), name: "g.json", page })
  await send()
  const second = await send()
  expect(await jobsOf(guild)).toMatchObject([{ state: "ready" }, { state: "stopped", reason: "replaced" }])
  await runImporter(guild)
  expect(await stored(guild)).toMatchObject({ uploads: 1 })
  await olga.post(`${second.location}/start`, { cap: "" })
  await olga.post(`${second.location}/pause`, {})
  expect((await send()).status).toBe(409)
  expect(await jobsOf(guild)).toHaveLength(2)
})

test("a channel that is switched off is left out, in the preview and when it is read", async () => {
  const guild = "77116"
  const { page, upload, olga } = await server(guild)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [MOD_ROOM]: "off" } } })
  const file = await zipOf({
    "a.json": exportOf(guild, GENERAL, LINES),
    "b.json": exportOf(guild, MOD_ROOM, [{ by: BEN, text: "ignored words" }], "mods"),
  })
  const sent = await sendFile(olga, upload, { file, name: "g.zip", page })
  expect((await olga.get(sent.location ?? "")).text).toContain("Ignored by its setting")
  expect((await stored(guild)).messages).toBe(3)
  await ok("PUT", `/v1/guilds/${guild}/settings`, {
    channels: { modes: { [MOD_ROOM]: "off", [GENERAL]: "off" } },
  })
  await olga.post(`${sent.location}/start`, { cap: "" })
  await runImporter(guild)
  expect((await jobsOf(guild))[0]).toMatchObject({ state: "done", progress: { skipped: 2, read: 0 } })
  expect(await wordsOf(guild, BEN)).toEqual([])
})

test("an import is not started while memory is paused, because what is read then is not saved", async () => {
  const guild = "77117"
  const { page, upload, olga } = await server(guild)
  const sent = await sendFile(olga, upload, { file: exportOf(guild, GENERAL, LINES), name: "g.json", page })
  await ok("PUT", `/v1/guilds/${guild}/settings`, { read_only: true })
  expect((await olga.post(`${sent.location}/start`, { cap: "" })).status).toBe(423)
  expect((await jobsOf(guild))[0]?.state).toBe("ready")
})

test("people who are no administrators can neither upload nor see or move an upload", async () => {
  const guild = "77118"
  const { page, upload, olga } = await server(guild)
  const sent = await sendFile(olga, upload, { file: exportOf(guild, GENERAL, LINES), name: "g.json", page })
  const job = sent.location ?? ""
  for (const browser of [await PageBrowser.of(MIA), await PageBrowser.of(BEN)]) {
    expect((await browser.get(job)).status).toBe(403)
    expect(
      (await sendFile(browser, upload, { file: exportOf(guild, GENERAL, LINES), name: "g.json" })).status,
    ).toBe(403)
    for (const verb of ["start", "pause", "resume", "stop"])
      expect((await browser.post(`${job}/${verb}`, { cap: "" })).status).toBe(403)
    expect((await browser.get(page)).text).not.toContain("g.json")
  }
  // The overview tells those who can start it, with the way to it, and nobody else.
  const overview = `/app/g/${guild}/manage/overview`
  const needs = /An import waits to be started.*?href="([^"]+)"/s
  expect(needs.exec((await olga.get(overview)).html)?.[1]).toBe(job)
  expect((await (await PageBrowser.of(MIA)).get(overview)).text).not.toContain("import waits")
  expect(await jobsOf(guild)).toMatchObject([{ state: "ready" }])
})

test("an erased person's words, and mentions of them, leave an upload that waits; others' stay", async () => {
  const guild = "77119"
  const { page, upload, olga } = await server(guild)
  const lines: OldLine[] = [...LINES, { by: OWNER, text: `well done <@${BEN}>`, mentions: [BEN] }]
  const sent = await sendFile(olga, upload, { file: exportOf(guild, GENERAL, lines), name: "g.json", page })
  const erasure = await ok<{ id: string }>("POST", `/v1/guilds/${guild}/members/${BEN}/erase`, {})
  await expect
    .poll(() => ok<{ state: string }>("GET", `/v1/guilds/${guild}/erasures/${erasure.id}`), {
      timeout: 30_000,
    })
    .toMatchObject({ state: "done", report: { left: 0 } })
  const bodies = await runInDurableObject(env.HISTORIES.getByName(guild), (_, { storage }) =>
    JSON.stringify(storage.sql.exec("SELECT author, body FROM upload_messages").toArray()),
  )
  expect(bodies).not.toContain(BEN)
  expect(bodies).not.toContain("hiking")
  expect(bodies).toContain("ophicleide")
  await olga.post(`${sent.location}/start`, { cap: "" })
  await runImporter(guild)
  expect(await wordsOf(guild, OWNER)).toEqual(["I play the ophicleide", "well done someone"])
})

test("a person who opts out after the upload is not read", async () => {
  const guild = "77120"
  const { page, upload, olga } = await server(guild)
  const sent = await sendFile(olga, upload, { file: exportOf(guild, GENERAL, LINES), name: "g.json", page })
  await ok("PUT", `/v1/guilds/${guild}/members/${BEN}/consent`, { consent: "out" })
  await olga.post(`${sent.location}/start`, { cap: "" })
  await runImporter(guild)
  expect(await wordsOf(guild, BEN)).toEqual([])
  expect((await jobsOf(guild))[0]).toMatchObject({ state: "done", progress: { accepted: 1, rejected: 2 } })
})

test("an erased channel leaves an upload, and an erased server takes all uploads with it", async () => {
  const guild = "77121"
  const { page, upload, olga } = await server(guild)
  const file = await zipOf({
    "a.json": exportOf(guild, GENERAL, LINES),
    "b.json": exportOf(guild, MOD_ROOM, [{ by: BEN, text: "room words" }], "mods"),
  })
  await sendFile(olga, upload, { file, name: "g.zip", page })
  // Only a channel that was heard can be erased.
  await ok("POST", `${channelPath(guild, MOD_ROOM)}/messages`, {
    messages: talk(1, Date.now(), [[BEN, "Ben", "hi"]]),
  })
  const erased = async (method: string, path: string) => {
    const { id } = await ok<{ id: string }>(method, path)
    await expect
      .poll(() => ok<{ state: string }>("GET", `/v1/guilds/${guild}/erasures/${id}`), { timeout: 30_000 })
      .toMatchObject({ state: "done" })
  }
  await erased("DELETE", `/v1/guilds/${guild}/channels/${MOD_ROOM}`)
  expect((await stored(guild)).messages).toBe(3)
  await ok("DELETE", `/v1/guilds/${guild}?grace_days=0`)
  await expect.poll(() => stored(guild), { timeout: 30_000 }).toEqual({ uploads: 0, parts: 0, messages: 0 })
})

test("an upload that nobody starts is deleted after a day, and the page says so", async () => {
  const guild = "77122"
  const { page, upload, olga } = await server(guild)
  await sendFile(olga, upload, { file: exportOf(guild, GENERAL, LINES), name: "g.json", page })
  await env.DB.prepare("UPDATE history_jobs SET updated_at = ? WHERE guild_id = ?")
    .bind(Date.now() - 25 * 3_600_000, guild)
    .run()
  await env.HISTORIES.getByName(guild).wake(guild)
  await runImporter(guild)
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
  expect(await jobsOf(guild)).toMatchObject([{ state: "stopped", reason: "expired" }])
  expect((await olga.get(page)).text).toContain("Nobody started it within 24 hours")
})

test("of two copies of a message the one that was edited last is read", async () => {
  const guild = "77123"
  const { page, upload, olga } = await server(guild)
  const edited = JSON.parse(exportOf(guild, GENERAL, LINES)) as {
    messages: { id: string; content: string }[]
  }
  const said = edited.messages.find(({ id }) => id === lineId(1))
  Object.assign(said ?? {}, { content: "I love sailing", timestampEdited: "2025-03-02T12:00:00Z" })
  const file = await zipOf({ "a.json": JSON.stringify(edited), "b.json": exportOf(guild, GENERAL, LINES) })
  const sent = await sendFile(olga, upload, { file, name: "g.zip", page })
  await olga.post(`${sent.location}/start`, { cap: "" })
  await runImporter(guild)
  expect(await wordsOf(guild, BEN)).toEqual(["I love sailing"])
})
