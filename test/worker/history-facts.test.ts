/** An import says how many facts its conversations added: on its page, over HTTP and on Discord. */
import { runInDurableObject } from "cloudflare:test"
import { expect, test } from "vitest"
import { Backfill, DAY } from "./backfill-world.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { asShard } from "./gateway-told.ts"
import { GENERAL, OWNER } from "./guild-structure.ts"
import { channelPath, memories, ok } from "./http.ts"
import { type From, MANAGE_GUILD, performed, pressed, wordsOf } from "./interacting.ts"
import { channelOf } from "./stand-ins.ts"
import { exportOf, jobsOf, lineId, runImporter, sendFile, serverOf } from "./upload-world.ts"

const [MIA, BEN] = ["782231", "782232"]

const factsOf = async (guild: string) => (await jobsOf(guild)).map(({ facts }) => facts)

test("an upload counts the facts that it added, once, whatever becomes of them, without expired ones", async () => {
  const guild = "78223"
  await serverOf(guild, { manager: MIA, member: BEN })
  const olga = await PageBrowser.of(OWNER)
  const page = `/app/g/${guild}/run/history`
  const bring = async (texts: string[]) => {
    const file = exportOf(
      guild,
      GENERAL,
      texts.map((text) => ({ by: BEN, text })),
    )
    const sent = await sendFile(olga, `${page}/upload`, { file, name: "g.json", page })
    await olga.post(`${sent.location}/start`, { cap: "" })
    await runImporter(guild)
    await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
    return sent.location ?? ""
  }
  const first = await bring(["I play the crwth", "nice weather", "I love hiking"])
  const known = await memories(guild)
  expect(known.map(({ fact }) => fact).sort()).toEqual(["Ben loves hiking", "Ben plays the crwth"])
  // A preference of 2025 had expired when it was learned, and does not count.
  expect(await factsOf(guild)).toEqual([1])
  expect((await olga.get(first)).text).toContain("New facts 1")
  // A window whose outcome was lost after it was written is written once.
  const channel = channelOf(guild, GENERAL)
  await runInDurableObject(channel, (_, { storage }) => {
    storage.sql.exec("UPDATE windows SET state = 'sealed', outcome = NULL")
  })
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  expect(await factsOf(guild)).toEqual([1])
  // Read again after an edit: the fact takes the place of the one before.
  await channel.edit(lineId(0), "I play the sackbut")
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  expect((await memories(guild)).map(({ fact }) => fact)).toContain("Ben plays the sackbut")
  expect(await factsOf(guild)).toEqual([1])
  // Known words teach nothing again.
  await bring(["I play the crwth", "nice weather", "I love hiking"])
  expect(await factsOf(guild)).toEqual([0, 1])
  expect((await olga.get(page)).text).toContain("Done 3 1")
})

test("/keepsake import says how many facts an import from Discord added", async () => {
  await asShard({}, async (shard) => {
    const told = new Backfill(shard)
    const general = told.channel("general")
    await shard.hear()
    await told.keepImporterWaiting()
    for (const [nth, what] of ["the crwth", "the sackbut", "the ophicleide"].entries())
      told.past(general, Date.parse("2025-03-01") + nth * DAY, `I play ${what}`)
    told.past(general, Date.parse("2025-03-04"), "beep", { ...told.person("Robo"), bot: true })
    await told.import()
    await told.flush(general)
    expect(await factsOf(told.guild)).toEqual([3])
    const admin = {
      guild: told.guild,
      user: "77",
      name: "Mo",
      permissions: MANAGE_GUILD | (1n << 3n),
    } as From
    const [job] = await jobsOf(told.guild)
    const shown = await performed(pressed(`admin-import:refresh:${job?.id}`, admin))
    expect(wordsOf(shown.reply)).toContain("Facts learned: 3")
    // As on the page, which counts bots apart.
    expect(wordsOf(shown.reply)).toContain("3 messages fetched, 3 new, of about 3 by people")
  })
})
