/**
 * Members who speak through a proxy: it deletes what they wrote and says it again through a webhook, under the name of the
 * one who speaks. Discord sends both as events.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import type { Message } from "../../src/domain/types.ts"
import { webhookSpeaker } from "../../src/identity/speaker.ts"
import { asShard, type Shard } from "./gateway-told.ts"
import { call, memories, ok } from "./http.ts"

const HOOK = "812233445566778899"
const PROXY_APPLICATION = "812233445566770000"

/** A guild in which Ada speaks as Luna and as Sol. `proxied` writes, deletes and says it again. */
async function setUp(shard: Shard) {
  const { world } = shard
  const guild = world.addGuild({ everyone: (1n << 10n) | (1n << 16n) }).made.id
  const channel = world.addChannel(guild, { name: "general" }).made.id
  const ada = world.addUser("Ada")
  world.addMember(guild, ada)
  const byHook = (name: string, content: string) =>
    world.say(guild, channel, {
      author: { ...ada, id: HOOK, username: name, global_name: null, bot: true },
      webhookId: HOOK,
      content,
      more: { application_id: PROXY_APPLICATION },
    }).made
  const proxied = (name: string, content: string) => {
    const written = world.say(guild, channel, { author: ada, content: `${name}: ${content}` }).made
    world.deleteMessage(guild, channel, written.id)
    return byHook(name, content)
  }
  await shard.hear()
  return { guild, channel, ada, byHook, proxied }
}

const keptOf = (guild: string, channel: string, user: string): Promise<Message[]> =>
  env.CHANNELS.getByName(`${guild}:${channel}`).messagesOf(user, { after: null, limit: 100 })

test("a proxied member is heard under their own name, told twice or not, and nothing stays with the account behind", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, proxied } = await setUp(shard)
    const [luna, sol] = ["Luna", "Sol"].map((name) => webhookSpeaker(HOOK, name).id)
    if (!luna || !sol) throw new Error("nobody speaks")
    proxied("Luna", "I am allergic to peanuts")
    await shard.hear()
    expect(await keptOf(guild, channel, luna)).toEqual([])
    await ok("PUT", `/v1/guilds/${guild}/settings`, { webhook_speakers: true })
    shard.times = 2
    const said = proxied("Luna", "I am allergic to peanuts")
    proxied("Sol", "I play the violin")
    await shard.hear()
    expect(await keptOf(guild, channel, luna)).toMatchObject([{ id: said.id, author: { name: "Luna" } }])
    expect(await keptOf(guild, channel, ada.id)).toEqual([])
    await ok("POST", `/v1/guilds/${guild}/channels/${channel}/flush`)
    const facts = async (user: string) =>
      (await memories(guild, `?subject_id=${user}`)).map(({ fact }) => fact)
    expect(await facts(sol)).toEqual(["Sol plays the violin"])
    expect(await facts(ada.id)).toEqual([])
    // A manager says whose they are: read as Ada's, and Sol's again without.
    await ok("PUT", `/v1/guilds/${guild}/identities/${sol}`, { person: ada.id })
    const profile = async () =>
      JSON.stringify(await ok("GET", `/v1/guilds/${guild}/members/${ada.id}/profile`))
    expect(await profile()).toContain("violin")
    await ok("DELETE", `/v1/guilds/${guild}/identities/${sol}`)
    expect(await profile()).not.toContain("violin")
    expect(await facts(sol)).toEqual(["Sol plays the violin"])
  })
})

test("an edit and a deletion of a proxied message count, and other webhooks' ways to write do not", async () => {
  await asShard({}, async (shard) => {
    const { guild, channel, ada, byHook } = await setUp(shard)
    await ok("PUT", `/v1/guilds/${guild}/settings`, { webhook_speakers: true })
    const luna = webhookSpeaker(HOOK, "Luna").id
    const [first, second] = [byHook("Luna", "I like chess"), byHook("Luna", "I like tea")]
    // An answer of an application, and an announcement of another server.
    const say = (more: object) =>
      shard.world.say(guild, channel, {
        author: { ...ada, id: HOOK, username: "Luna", bot: true },
        webhookId: HOOK,
        content: "I like noise",
        ...more,
      })
    say({ more: { application_id: HOOK } })
    say({ flags: 1 << 1 })
    await shard.hear()
    shard.world.edit(guild, first, { content: "I like go" })
    shard.world.deleteMessage(guild, channel, second.id)
    await shard.hear()
    expect((await keptOf(guild, channel, luna)).map(({ content }) => content)).toEqual(["I like go"])
    // An opt-out of the name holds like anybody's.
    await ok("PUT", `/v1/guilds/${guild}/members/${luna}/consent`, { consent: "out" })
    byHook("Luna", "I like rowing")
    await shard.hear()
    expect(JSON.stringify((await call("GET", `/v1/guilds/${guild}/memories`)).body)).not.toContain("rowing")
    expect((await keptOf(guild, channel, luna)).map(({ content }) => content)).not.toContain("I like rowing")
  })
})
