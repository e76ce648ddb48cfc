/** An import reads what was said before Keepsake came, as if it had been there, and no more than it may. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { previewHistory } from "../../src/history/control.ts"
import { findHistoryJob } from "../../src/history/job-rows.ts"
import { Backfill, DAY, MINUTE, READ } from "./backfill-world.ts"
import { asShard } from "./gateway-told.ts"
import { memories, ok } from "./http.ts"

const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")

function inGuild(test: (told: Backfill) => Promise<void>) {
  return asShard({}, async (shard) => {
    const told = new Backfill(shard)
    await test(told)
  })
}

test("old messages become memory with their own times, and a second import changes nothing", async () => {
  await inGuild(async (told) => {
    const general = told.channel("general")
    await told.shard.hear()
    told.past(general, LONG_AGO, "I live in Lisbon")
    told.past(general, LONG_AGO + MINUTE, "hello Ada", told.bo)
    told.past(general, LONG_AGO + 30 * DAY, "I love kayaking")
    const id = await told.import()
    expect(await told.rows(id)).toMatchObject([
      { channel_id: general, state: "done", total: 3, read: 3, accepted: 3, duplicates: 0 },
    ])
    await told.flush(general)
    const known = await memories(told.guild)
    expect(known.map(({ fact, said_at }) => [fact, said_at.slice(0, 10)]).sort()).toEqual([
      ["Ada lives in Lisbon", "2025-03-01"],
      ["Ada loves kayaking", "2025-03-31"],
    ])
    const again = await told.import()
    expect(await told.rows(again)).toMatchObject([{ state: "done", read: 3, accepted: 0, duplicates: 3 }])
    await told.flush(general)
    expect(await memories(told.guild)).toEqual(known)
  })
})

test("an import that is asked for twice at once is one import, and it is not replaced by itself", async () => {
  await inGuild(async ({ db, guild, by }) => {
    const id = `h_${crypto.randomUUID()}`
    const ask = () => previewHistory(db, { guildId: guild, id, since: null, excluded: [] }, by)
    const asked = await Promise.all([ask(), ask(), ask()])
    expect(asked).toMatchObject(asked.map(() => ({ job: { id, state: "counting", reason: null } })))
    expect(await findHistoryJob(db, guild, id)).toMatchObject({ state: "counting", finishedAt: null })
  })
})

test("archived threads and forum posts are read, and private threads only as far as the bot may see them", async () => {
  await inGuild(async (told) => {
    const { world } = told.shard
    const general = told.channel("general")
    const forum = world.addChannel(told.guild, { name: "help", type: 15 }).made.id
    await told.shard.hear()
    const thread = (parent: string, name: string, type: 11 | 12, members: string[]) => {
      const made = world.addThread(told.guild, parent, { name, type, ownerId: told.ada.id, members }).made
      return made.id
    }
    told.shard.listens = false
    const open = thread(general, "open", 11, [])
    const post = thread(forum, "post", 11, [])
    const inside = thread(general, "inside", 12, [world.bot.id])
    const outside = thread(general, "outside", 12, [])
    told.past(open, LONG_AGO, "I live in Lisbon")
    told.past(post, LONG_AGO, "I love kayaking")
    told.past(inside, LONG_AGO, "I love fishing")
    told.past(outside, LONG_AGO, "I love knitting")
    for (const id of [open, post, inside, outside]) world.changeThread(told.guild, id, { archived: true })
    const id = await told.import()
    const rows = await told.rows(id)
    expect(rows.map(({ channel_id, accepted }) => [channel_id, accepted]).sort()).toEqual(
      [
        [general, 0],
        [open, 1],
        [post, 1],
        [inside, 1],
      ].sort(),
    )
  })
})

test("messages up to the start and from a given day on are read, and others are not", async () => {
  await inGuild(async (told) => {
    const general = told.channel("general")
    await told.shard.hear()
    told.past(general, LONG_AGO, "I love fishing")
    told.past(general, LONG_AGO + 2 * DAY, "I love kayaking")
    const id = await told.preview({ since: LONG_AGO + DAY })
    await told.start(id)
    told.past(general, Date.now() + MINUTE, "I love knitting")
    await told.run()
    expect(await told.words(general)).toEqual(["I love kayaking"])
  })
})

test("channels that are off, closed to the bot or left out are not asked for, and say why", async () => {
  await inGuild(async (told) => {
    const { world } = told.shard
    const [off, out, general] = [told.channel("off"), told.channel("out"), told.channel("general")]
    const deny = [{ id: world.bot.id, type: "member" as const, deny: READ }]
    const closed = world.addChannel(told.guild, { name: "closed", overwrites: deny }).made.id
    await told.shard.hear()
    for (const channel of [off, out, closed, general]) told.past(channel, LONG_AGO, "I love kayaking")
    await ok("PUT", `/v1/guilds/${told.guild}/settings`, {
      channels: { modes: { [off]: "off" }, default: "full", quiet: [] },
    })
    const id = await told.import({ excluded: [out] })
    const reasons = Object.fromEntries((await told.rows(id)).map((row) => [row.channel_id, row.reason]))
    expect(reasons).toEqual({ [off]: "off", [closed]: "forbidden", [out]: "excluded", [general]: null })
    const asked = told.shard.rest.asked.filter((path) => path.includes("messages"))
    for (const channel of [off, out, closed]) expect(asked.join()).not.toContain(channel)
  })
})

test("an import does not bring back what was deleted, erased or said by people who opted out", async () => {
  await inGuild(async (told) => {
    const { world } = told.shard
    const general = told.channel("general")
    const cy = told.person("Cy")
    const dee = told.person("Dee")
    const said = world.say(told.guild, general, { author: told.ada, content: "I love fishing" }).made
    await told.shard.hear()
    await env.CHANNELS.getByName(`${told.guild}:${general}`).remove(told.guild, [said.id])
    told.past(general, LONG_AGO, "I live in Oslo", cy)
    told.past(general, LONG_AGO + MINUTE, "I live in Bergen", dee)
    told.past(general, LONG_AGO + 2 * MINUTE, "I live in Lisbon")
    await ok("PUT", `/v1/guilds/${told.guild}/members/${cy.id}/consent`, { consent: "out" })
    await ok("POST", `/v1/guilds/${told.guild}/members/${dee.id}/erase`, { opt_out: false })
    // Else it hears of it within a minute.
    await env.CHANNELS.getByName(`${told.guild}:${general}`).refresh()
    const id = await told.import()
    const [row] = await told.rows(id)
    expect(row).toMatchObject({ accepted: 1, read: 4, duplicates: 1 })
    expect(JSON.parse(row?.rejected ?? "{}")).toEqual({ opted_out: 1, erased: 1 })
    await told.flush(general)
    expect((await memories(told.guild)).map(({ fact }) => fact)).toEqual(["Ada lives in Lisbon"])
  })
})

test("a fact of old talk does not replace what was said since", async () => {
  await inGuild(async (told) => {
    const { world } = told.shard
    const general = told.channel("general")
    world.say(told.guild, general, { author: told.ada, content: "I live in Berlin now" })
    await told.shard.hear()
    await told.flush(general)
    expect((await memories(told.guild)).map(({ fact }) => fact)).toEqual(["Ada lives in Berlin"])
    told.past(general, LONG_AGO, "I live in Hamburg")
    await told.import()
    await told.flush(general)
    expect((await memories(told.guild)).map(({ fact }) => fact)).toEqual(["Ada lives in Berlin"])
  })
})

test("a guild whose structure is unknown is not read, and the import says so", async () => {
  await inGuild(async (told) => {
    await ok("PUT", `/v1/guilds/${told.guild}/settings`, { cooldown_seconds: 0 })
    const id = await told.preview()
    expect(await findHistoryJob(told.db, told.guild, id)).toMatchObject({
      state: "stopped",
      reason: "no_structure",
    })
    expect(told.shard.rest.asked).toEqual([])
  })
})
