/** People bring in their own data package: only theirs, only their words, only channels that they can read here. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OFFTOPIC, OWNER, tell } from "./guild-structure.ts"
import { ok } from "./http.ts"
import { bindModel, channelOf } from "./stand-ins.ts"
import {
  exportOf,
  jobsOf,
  packageOf,
  runImporter,
  sendFile,
  serverOf,
  stored,
  wordsOf,
  zipOf,
} from "./upload-world.ts"

const [MIA, BEN] = ["772101", "772102"]

async function server(guild: string) {
  await serverOf(guild, { manager: MIA, member: BEN })
  const base = `/app/g/${guild}`
  const ben = await PageBrowser.of(BEN)
  const send = (file: Blob | string, browser = ben, name = "package.zip") =>
    sendFile(browser, `${base}/me/history`, { file, name })
  return { base, page: `${base}/me/history`, manage: `${base}/run/history`, ben, send }
}

const whole = (guild: string) =>
  packageOf(BEN, [
    { id: GENERAL, guild, texts: ["I love hiking", "I play the dulcian"] },
    { id: MOD_ROOM, guild, texts: ["words of a closed room"] },
    { id: OFFTOPIC, guild, texts: ["words of a channel that is off"] },
    { id: "7721998", guild, texts: ["words of a channel that is gone"] },
    { id: "7721997", guild: "901", texts: ["words of another server"] },
    { id: "7721996", guild: null, texts: ["words to a friend"] },
  ])

test("a person previews their package, starts it, and only their own words in channels they can read are read", async () => {
  const guild = "77211"
  const { base, page, ben, send } = await server(guild)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [OFFTOPIC]: "off" } } })
  expect((await ben.get(`${base}/me/privacy`)).html).toContain(page)
  expect((await send(await whole(guild))).location).toBe(page)
  const preview = await ben.get(page)
  expect(preview.text).toContain("Ready to start")
  expect(preview.text).toContain("2 2025-03-01 2025-03-01 is read")
  expect(preview.text).toContain("You cannot read it")
  expect(preview.text).toContain("Not in this server any more")
  expect(preview.text).toContain("Ignored by its setting")
  expect(preview.text).toContain("1 conversation that belongs to no server")
  expect(preview.text).toContain("Rules read it, so it costs nothing.")
  expect((await stored(guild)).messages).toBe(2)
  const [job] = await jobsOf(guild)
  expect((await ben.get(page)).text).toContain(
    "Another data package can be chosen once the present one is done",
  )
  expect((await ben.submit(`${page}/${job?.id}/start`, {})).text).toMatch(/Started\..*rules read it/)
  await runImporter(guild)
  expect(await wordsOf(guild, BEN)).toEqual(["I love hiking", "I play the dulcian"])
  for (const channel of [MOD_ROOM, OFFTOPIC, "7721998", "7721997", "7721996"])
    expect(await wordsOf(guild, BEN, channel)).toEqual([])
  expect(await jobsOf(guild)).toMatchObject([
    { kind: "package", state: "done", cap_usd: 0, progress: { accepted: 2, skipped: 3 } },
  ])
  const done = (await ben.get(page)).text
  expect(done).toContain("Choose your data package")
  expect(done).toContain("You cannot read it")
  expect(done).not.toContain("The bot may not read it")
})

test("another person's package is refused in plain words, and so is an export of channels", async () => {
  const guild = "77212"
  const { ben, send } = await server(guild)
  const foreign = await send(await packageOf("772199", [{ id: GENERAL, guild, texts: ["not mine"] }]))
  expect(foreign.status).toBe(409)
  expect(foreign.text).toContain("belongs to another Discord account")
  const exported = await send(exportOf(guild, GENERAL, [{ by: BEN, text: "mine" }]))
  expect(exported.text).toContain("This is an export of channels, not your data package.")
  const picture = await send(
    new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0])]),
    ben,
    "cat.png",
  )
  expect(picture.text).toContain("cat.png is a picture.")
  const page = await send("<!DOCTYPE html><div class=chatlog>", ben, "a.html")
  expect(page.text).toContain("export in HTML. Choose your data package: the zip that Discord sent you.")
  expect(page.text).not.toContain("Export the channel again")
  const empty = await send("")
  expect(empty.text).toContain("is empty: it has 0 bytes")
  const elsewhere = await send(await packageOf(BEN, [{ id: GENERAL, guild: "901", texts: ["elsewhere"] }]))
  expect(elsewhere.text).toMatch(/Nothing in it is of server A (?:guild|server)\./)
  const closed = await send(await packageOf(BEN, [{ id: MOD_ROOM, guild, texts: ["closed"] }]))
  expect(closed.text).toContain("not open to you")
  expect(await jobsOf(guild)).toEqual([])
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
})

test("a person's package is no upload of an administrator's", async () => {
  const guild = "77213"
  const { manage } = await server(guild)
  const refused = await sendFile(await PageBrowser.of(OWNER), `${manage}/upload`, {
    ...{ file: await whole(guild), name: "package.zip", page: manage },
  })
  expect(refused.text).toContain("Only they can bring it in, on their page Privacy and data.")
})

test("whoever opted out is told so and can neither upload nor start", async () => {
  const guild = "77214"
  const { page, ben, send } = await server(guild)
  await send(await whole(guild))
  const [job] = await jobsOf(guild)
  await ok("PUT", `/v1/guilds/${guild}/members/${BEN}/consent`, { consent: "out" })
  expect((await ben.get(page)).text).toContain("You are not remembered here")
  expect((await send(await whole(guild))).text).toContain("Opt in under Privacy and data first.")
  expect((await ben.post(`${page}/${job?.id}/start`, {})).status).toBe(409)
  expect(await jobsOf(guild)).toMatchObject([{ state: "ready" }])
})

test("a channel that the person can no longer read when they start is left out", async () => {
  const guild = "77215"
  const { page, ben, send } = await server(guild)
  const mods = { members: [member(BEN, ["71"], "Ben")] }
  await tell(guild, guildStructure(guild, [], mods))
  await send(
    await packageOf(BEN, [
      { id: MOD_ROOM, guild, texts: ["closed"] },
      { id: GENERAL, guild, texts: ["open"] },
    ]),
  )
  await tell(guild, guildStructure(guild, [], { members: [member(BEN, [], "Ben")] }))
  const [job] = await jobsOf(guild)
  await ben.post(`${page}/${job?.id}/start`, {})
  await runImporter(guild)
  expect(await wordsOf(guild, BEN)).toEqual(["open"])
  expect(await wordsOf(guild, BEN, MOD_ROOM)).toEqual([])
})

test("managers see counts and halt a package; they cannot start it or look into it", async () => {
  const guild = "77216"
  const { manage, page, ben, send } = await server(guild)
  await send(await whole(guild))
  const [job] = await jobsOf(guild)
  for (const browser of [await PageBrowser.of(MIA), await PageBrowser.of(OWNER)]) {
    const seen = await browser.get(manage)
    expect(seen.text).toContain("own data packages")
    expect(seen.text).toContain("Ready to start 3 0")
    expect(seen.text).not.toContain("package.zip")
    expect((await browser.get(`${manage}/${job?.id}`)).status).toBe(403)
    expect((await browser.post(`${manage}/${job?.id}/start`, {})).status).toBe(403)
    expect((await browser.get(page)).text).not.toContain("Ready to start")
    expect((await browser.post(`${page}/${job?.id}/start`, {})).status).toBe(403)
  }
  const mia = await PageBrowser.of(MIA)
  expect((await mia.submit(`${manage}/${job?.id}/stop`, {})).text).toContain("None is waiting or being read.")
  expect((await ben.get(page)).text).toContain("Canceled")
  await runImporter(guild)
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
})

test("managers switch packages off, or let a model read them within a cap", async () => {
  const guild = "77217"
  const { manage, page, ben, send } = await server(guild)
  const mia = await PageBrowser.of(MIA)
  await send(await whole(guild))
  const [job] = await jobsOf(guild)
  expect((await mia.post(`${manage}/packages`, { own_history: "always" })).status).toBe(400)
  await mia.post(`${manage}/packages`, { own_history: "off" })
  expect((await ben.get(page)).text).toContain("have switched this off")
  const offered = await ben.get(`/app/g/${guild}/me/privacy`)
  expect(offered.text).toContain("Data packages from Discord are not taken here. The managers of this server")
  expect(offered.html).not.toContain(page)
  expect((await ben.post(`${page}/${job?.id}/start`, {})).status).toBe(409)
  await mia.post(`${manage}/packages`, { own_history: "model" })
  expect((await ben.get(page)).text).toContain("A model reads it, which counts against")
})

test("by default no model is asked about a package, even where one is bound", async () => {
  const guild = "77218"
  const { page, ben, send } = await server(guild)
  const model = await bindModel(channelOf(guild, GENERAL), () => [])
  await send(await packageOf(BEN, [{ id: GENERAL, guild, texts: ["I play the dulcian"] }]))
  const [job] = await jobsOf(guild)
  await ben.post(`${page}/${job?.id}/start`, {})
  await runImporter(guild)
  await ok("POST", `/v1/guilds/${guild}/channels/${GENERAL}/flush`)
  expect(model.prompts).toEqual([])
  const { items } = await ok<{ items: { fact: string }[] }>("GET", `/v1/guilds/${guild}/memories`)
  expect(items.map(({ fact }) => fact)).toEqual(["Ben plays the dulcian"])
})

test("two people's packages wait side by side, and an erasure takes one with its owner", async () => {
  const guild = "77219"
  const { page, send } = await server(guild)
  const mia = await PageBrowser.of(MIA)
  await send(await packageOf(BEN, [{ id: GENERAL, guild, texts: ["Ben's words"] }]))
  await send(await packageOf(MIA, [{ id: OFFTOPIC, guild, texts: ["Mia's words"] }]), mia)
  expect((await stored(guild)).uploads).toBe(2)
  const { id } = await ok<{ id: string }>("POST", `/v1/guilds/${guild}/members/${BEN}/erase`, {})
  await expect
    .poll(() => ok<object>("GET", `/v1/guilds/${guild}/erasures/${id}`), { timeout: 30_000 })
    .toMatchObject({ state: "done", report: { left: 0 } })
  expect(await stored(guild)).toMatchObject({ uploads: 1, messages: 1 })
  expect(await jobsOf(guild)).toMatchObject([{ state: "ready" }, { state: "stopped", reason: "erased" }])
  expect(JSON.stringify(await jobsOf(guild))).not.toContain(BEN)
  expect((await mia.get(page)).text).toContain("Ready to start")
})

test("no package is taken while the server is being erased", async () => {
  const guild = "77220"
  const { send } = await server(guild)
  await env.DB.prepare("UPDATE guilds SET leaving_at = ? WHERE id = ?")
    .bind(Date.now() + 86_400_000, guild)
    .run()
  const refused = await send(await whole(guild))
  expect(refused.status).toBe(409)
  expect(await stored(guild)).toEqual({ uploads: 0, parts: 0, messages: 0 })
  await env.DB.prepare("UPDATE guilds SET leaving_at = NULL WHERE id = ?").bind(guild).run()
})

test("a zip of another program's JSON is refused as what it is, and not as an export of channels", async () => {
  const { page } = await server("772191")
  const zip = await zipOf({ "chat.json": '{"chat":[]}' })
  const refused = await sendFile(await PageBrowser.of(BEN), page, { file: zip, name: "chat.zip", page })
  expect(refused.text).toContain(
    "chat.json is JSON, but no DiscordChatExporter export. Choose your data package",
  )
  expect(refused.text).not.toContain("export of channels")
})
