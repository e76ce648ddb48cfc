/** The Worker, in a real process, remembers what Discord's gateway tells beside messages, and forgets what is over. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { eventually } from "../discord/server.ts"
import { type DiscordBot, startDiscordBot } from "./discord-bot.ts"

const VOICE = 2
const HOUR = 3_600_000

let bot: DiscordBot

beforeAll(async () => {
  bot = await startDiscordBot({ heartbeatMs: 600 })
  await bot.start()
}, 120_000)

afterAll(() => bot?.stop())

/** Waits until the facts of a channel are these, closing its windows meanwhile. */
async function expectFacts(channel: string, facts: (RegExp | string)[]): Promise<void> {
  let last: string[] = []
  const look = async () => {
    await bot.call("POST", `/guilds/${bot.guildId}/channels/${channel}/flush`)
    const query = `scope=channel&subject_id=${channel}`
    const { items = [] } = (await bot.call("GET", `/guilds/${bot.guildId}/memories?${query}`)) as {
      items?: { fact: string }[]
    }
    last = items.map(({ fact }) => fact)
    return last.length === facts.length || null
  }
  await eventually(look, { deadlineMs: 60_000, what: () => `known is ${JSON.stringify(last)}` })
  for (const fact of facts) expect(last).toContainEqual(expect.stringMatching(fact))
}

test("a scheduled event is remembered, follows its changes, also those made while disconnected, and is forgotten when canceled", {
  timeout: 180_000,
}, async () => {
  const { world, gateway } = bot.discord
  const hall = world.addChannel(bot.guildId, { name: "hall", type: VOICE }).made.id
  const from = Date.now() + 24 * HOUR
  const { id } = world.schedule(bot.guildId, {
    ...{ name: "Raid night", channelId: hall, creatorId: bot.ada.id, from, to: from + HOUR },
  }).made
  await expectFacts(hall, [/^The event “Raid night” takes place .* at hall\.$/])
  gateway.close(4000)
  world.reschedule(bot.guildId, id, { name: "Raid evening" })
  await bot.ready()
  await expectFacts(hall, [/^The event “Raid evening” takes place .* at hall\.$/])
  world.reschedule(bot.guildId, id, { status: 4 })
  await expectFacts(hall, [])
})

test("a pinned message is remembered while it is pinned, and a topic until the next", {
  timeout: 180_000,
}, async () => {
  const { world } = bot.discord
  const raids = world.addChannel(bot.guildId, { name: "raids" }).made.id
  const said = bot.say(raids, "the raid begins on Fridays at nine")
  world.pin(bot.guildId, said, bot.ada.id)
  const pinned = /^Pinned message by Ada in raids: the raid begins on Fridays at nine/
  await expectFacts(raids, [pinned])
  world.changeChannel(bot.guildId, raids, { topic: "loot is shared by lot" })
  await expectFacts(raids, [pinned, /^The topic of the channel “raids” is: loot is shared by lot/])
  world.changeChannel(bot.guildId, raids, { topic: "loot is sold" })
  world.unpin(bot.guildId, said)
  await expectFacts(raids, [/^The topic of the channel “raids” is: loot is sold/])
})
