/**
 * The bot answers /ask and mentions from memory, cites its sources, and tells readers only what they may
 * read, with a model or without one.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { asks, botSaid, says } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, tell } from "./guild-structure.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import { type FakeModels, fakeModels, spent } from "./recall-asker.ts"
import { channelOf } from "./stand-ins.ts"

const FIRST = 412_903_776_518_200_000n
let guilds = 0n

/** Builds a guild in which Ada spoke about herself in #general and about something else in the mod room. */
async function guildOfAda(settings: Record<string, unknown> = {}): Promise<string> {
  guilds += 1n
  const guild = String(FIRST + guilds)
  await ok("PUT", `/v1/guilds/${guild}/settings`, settings)
  await tell(guild, guildStructure(guild))
  await hear(
    guild,
    GENERAL,
    talk(5_000, NOON, [["11", "Ada", "I live in Trondheim and I play the hurdygurdy"]]),
  )
  await hear(guild, MOD_ROOM, talk(6_000, NOON, [["11", "Ada", "I work at Quibblesoft"]]))
  return guild
}

const linkTo = (guild: string, channel: string, message: number) =>
  `(<https://discord.com/channels/${guild}/${channel}/${message}>)`

/** A model that answers every prompt with these words. */
function answering(
  answer: string,
  rest: Record<string, unknown> = { used: [], basis: "memory" },
): FakeModels {
  const model = fakeModels()
  model.says = () => ({ answer, ...rest })
  return model
}

test("an answer without a model quotes known facts and links to where they were said", async () => {
  const guild = await guildOfAda()
  const answer = await asks(guild, "where does Ada live?")
  expect(answer).toMatch(/^> where does Ada live\?\nAda lives in Trondheim\. \[1\]\n/)
  expect(answer).toContain(linkTo(guild, GENERAL, 5_000))
  expect(answer).not.toContain("Quibblesoft")
})

test("a public answer holds nothing from a restricted channel; a private answer holds what its asker may read", async () => {
  const guild = await guildOfAda()
  const question = "where does Ada work? Quibblesoft?"
  const answerTo = async (from: object) => (await asks(guild, question, from)).split("\n").slice(1).join("\n")
  expect(await answerTo({ roles: [MODS] })).not.toContain("Quibblesoft")
  expect(await answerTo({ isPrivate: true })).not.toContain("Quibblesoft")
  expect(await answerTo({ isPrivate: true, roles: [MODS] })).toContain("Quibblesoft")
  expect(await answerTo({ channel: MOD_ROOM, roles: [MODS] })).toContain("Quibblesoft")
})

test("a model sees nothing from a channel that some readers of its answer cannot read", async () => {
  const guild = await guildOfAda()
  const model = answering("No idea.", { used: [], basis: "nothing" })
  await asks(guild, "what about Ada's work?", { bound: { AI: model.ai }, roles: [MODS] })
  await says(guild, "what about Ada's work?", { bound: { AI: model.ai }, roles: [MODS] })
  expect(model.asked.chat).toHaveLength(2)
  expect(model.asked.chat.join()).toContain("Trondheim")
  expect(model.asked.chat.join()).not.toContain("Quibblesoft")
})

test("a model's answer cites its sources, and its cost is recorded", async () => {
  const guild = await guildOfAda()
  const model = fakeModels()
  model.says = (prompt) => {
    const number = Number(/^\[(\d+)\].*Trondheim/m.exec(prompt)?.[1])
    return { answer: `She lives in Trondheim [${number}].`, used: [number], basis: "memory" }
  }
  const answer = await says(guild, "where does Ada live?", { bound: { AI: model.ai } })
  expect(answer).toBe(`She lives in Trondheim [1].\n-# From memory: [1]${linkTo(guild, GENERAL, 5_000)}`)
  expect(await spent(guild)).toMatchObject({ answer: 100 })
})

test("an answer marks general knowledge as such", async () => {
  const guild = await guildOfAda()
  const model = answering("Paris.", { used: [], basis: "general" })
  expect(await says(guild, "what is the capital of France?", { bound: { AI: model.ai } })).toBe(
    "Paris.\n-# General knowledge, not from this server's memory.",
  )
})

test("the bot says so when nothing is known", async () => {
  const guild = await guildOfAda()
  expect(await says(guild, "who keeps wombats?")).toBe("I don't know that.")
  expect(await asks(guild, "who keeps wombats?")).toBe("> who keeps wombats?\nI don't know that.")
  expect(await says(guild, "who keeps wombats?")).toBe("I don't know that.")
})

test("the model sees the recent messages, the people talking, and the guild's persona and rules", async () => {
  const guild = await guildOfAda({ persona: "a gruff lighthouse keeper", house_rules: "Never spoil films." })
  const model = answering("Aye.", { used: [], basis: "chat" })
  await hear(
    guild,
    GENERAL,
    talk(
      7_000,
      NOON,
      Array.from({ length: 12 }, (_, n) => ["33", "Cy", `line number ${n}`]),
    ),
  )
  await says(guild, "which line was last?", { bound: { AI: model.ai } })
  const [prompt = ""] = model.asked.chat
  expect(prompt).toContain("<persona>a gruff lighthouse keeper</persona>")
  expect(prompt).toContain("<rules>Never spoil films.</rules>")
  expect(prompt.match(/^Cy: line number/gm)).toHaveLength(10)
  expect(prompt).not.toMatch(/^Cy: line number 1$/m)
  expect(prompt).toMatch(/<asker>Bo<\/asker>\n<question>which line was last\?<\/question>/)
})

test("the model sees no deleted message, and sees the replied-to message however old it is", async () => {
  const guild = await guildOfAda()
  const lines: [string, string, string][] = [
    ["33", "Cy", "first line"],
    ["33", "Cy", "a slip of the tongue"],
  ]
  await hear(guild, GENERAL, talk(7_200, NOON, lines))
  await hear(
    guild,
    GENERAL,
    talk(
      7_300,
      NOON,
      Array.from({ length: 12 }, (_, n) => ["33", "Cy", `later ${n}`]),
    ),
  )
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/7311`)
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/7201`)
  const model = answering("Hm.", { used: [], basis: "chat" })
  await says(guild, "what of this?", { bound: { AI: model.ai }, replyTo: "7200" })
  await says(guild, "what of this?", { bound: { AI: model.ai }, replyTo: "7201" })
  const [first = "", second = ""] = model.asked.chat
  expect(first).toMatch(/<talk>\nCy: first line\nCy: later 1\n/)
  expect(first + second).not.toMatch(/later 11|slip of the tongue/)
})

test("the model sees no messages or names of people who opted out since", async () => {
  const guild = await guildOfAda()
  const lines: [string, string, string][] = [
    ["44", "Zephyrine", "my zither broke"],
    ["33", "Cy", "poor Zephyrine"],
  ]
  await ok("POST", `${channelPath(guild, GENERAL)}/messages`, { messages: talk(7_100, NOON, lines) })
  await ok("PUT", `/v1/guilds/${guild}/members/44/consent`, { consent: "out", name: "Zephyrine" })
  const model = answering("Hm.", { used: [], basis: "chat" })
  await says(guild, "what broke?", { bound: { AI: model.ai } })
  expect(model.asked.chat[0]).toContain("poor someone")
  expect(model.asked.chat[0]).not.toMatch(/zither|Zephyrine/)
})

const faults: [string, Partial<FakeModels>][] = [
  [
    "is down",
    {
      says: () => {
        throw new Error("3036: account limited")
      },
    },
  ],
  ["answers with nothing", { says: () => ({ answer: "", used: [1], basis: "memory" }) }],
  ["answers with invalid text", { says: () => "no idea what you want" }],
  ["answers with another shape", { says: () => ({ reply: ["a", "b"] }) }],
  [
    "tells a password",
    { says: () => ({ answer: "The password: hunter2secret [1]", used: [1], basis: "memory" }) },
  ],
]

test.each(faults)("the bot quotes known facts if the model %s", async (_, fault) => {
  vi.spyOn(console, "warn").mockReturnValue()
  const guild = await guildOfAda()
  const model = Object.assign(fakeModels(), fault)
  const answer = await says(guild, "where does Ada live?", { bound: { AI: model.ai } })
  expect(answer).toMatch(/^Ada lives in Trondheim\. \[1\]/)
  expect(model.asked.chat.length).toBeGreaterThan(0)
})

deep("a model that exceeds its time limit is given up, and known facts are quoted", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const guild = await guildOfAda()
  const model = fakeModels()
  model.says = () => new Promise(() => undefined)
  const bound = { AI: model.ai, AI_TIMEOUT_SECONDS: "0.1" }
  expect(await says(guild, "where does Ada live?", { bound })).toMatch(/Trondheim/)
})

test("a guild past its daily token limit asks no model", async () => {
  const guild = await guildOfAda({ daily_tokens: 0 })
  const model = answering("Paris.")
  expect(await says(guild, "where does Ada live?", { bound: { AI: model.ai } })).toMatch(
    /^Ada lives in Trondheim/,
  )
  expect(model.asked.chat).toEqual([])
})

test("an answer of a hundred thousand characters fits a message", async () => {
  const guild = await guildOfAda()
  const model = answering("Ada lives in Trondheim [1]. ".repeat(4_000), { used: [1], basis: "memory" })
  const answer = await asks(guild, "where? ".repeat(140), { bound: { AI: model.ai } })
  expect(answer.length).toBeLessThanOrEqual(2_000)
  expect(answer).toMatch(/-# From memory: \[1\]\(<https/)
})

test("text written to a model through memory or a question pings nobody and links nowhere", async () => {
  const guild = await guildOfAda()
  const evil =
    "Ada plays the hurdygurdy, @everyone see https://evil.example and <@11> [x](https://evil.example)"
  await hear(guild, GENERAL, talk(8_000, NOON, [["33", "Cy", evil]]))
  const model = fakeModels()
  model.says = (prompt) => ({ answer: prompt, used: [1, 99], basis: "memory" })
  for (const bound of [{ AI: model.ai }, {}]) {
    const answer = await asks(guild, `hurdygurdy ${evil}`, { bound })
    expect(answer.length).toBeLessThanOrEqual(2_000)
    expect(answer.replace(/\]\(<https:\/\/discord\.com\/channels\/[\d/]+>\)/g, "")).not.toMatch(
      /https:\/\/|(?<!\\)<@|(?<!\\)@everyone/,
    )
  }
})

test("asking where the bot learned something returns the sources of its last answer", async () => {
  const guild = await guildOfAda()
  const answer = await asks(guild, "where does Ada live?")
  const first = await botSaid(guild, GENERAL, answer)
  const origin = await says(guild, "where did you learn that?")
  expect(origin).toMatch(/^My sources:\n- “.*Trondheim.*” <@11>, .* \[1\]/)
  expect(origin).toContain(linkTo(guild, GENERAL, 5_000))
  await botSaid(guild, GENERAL, "Paris.\n-# General knowledge, not from this server's memory.")
  expect(await says(guild, "how do you know that?")).toMatch(/general knowledge/)
  expect(await says(guild, "how do you know that?", { replyTo: first })).toContain(
    linkTo(guild, GENERAL, 5_000),
  )
  expect(await asks(guild, "where did you learn that?", { isPrivate: true })).toMatch(/general knowledge/)
})

test("the origin of a corrected fact says that the message does not count any more", async () => {
  const guild = await guildOfAda()
  const known = await memories(guild)
  const id = known.find(({ fact }) => fact.includes("Trondheim"))?.id
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { fact: "Ada lives in Hammerfest" })
  const answer = await asks(guild, "where does Ada live?")
  expect(answer).toContain(`${linkTo(guild, GENERAL, 5_000)} (corrected since)`)
  expect(await asks(guild, "what does Ada play?")).not.toContain("corrected")
  await botSaid(guild, GENERAL, answer)
  const origin = await says(guild, "where did you learn that?")
  expect(origin).toMatch(/“.*Trondheim.*” <@11>, .*5000>\), corrected <t:\d+:R> to “Ada lives in Hammerfest”/)
})

test("the origin of an answer is hidden from people who cannot read it, and there is none if the bot said nothing", async () => {
  const guild = await guildOfAda()
  expect(await says(guild, "where did you learn that?")).toMatch(/^I found no recent answer of mine here/)
  await botSaid(
    guild,
    GENERAL,
    `Ada works at Quibblesoft [1].\n-# From memory: [1]${linkTo(guild, MOD_ROOM, 6_000)}`,
  )
  expect(await says(guild, "where did you learn that?")).toBe(
    "I can't tell anymore: the source was deleted or can't be shown here.",
  )
})

test("a forgotten source is not given as the origin of an answer", async () => {
  const guild = await guildOfAda()
  await botSaid(guild, GENERAL, await asks(guild, "where does Ada live?"))
  for (const { id } of await memories(guild)) await ok("DELETE", `/v1/guilds/${guild}/memories/${id}`)
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/5000`)
  expect(await says(guild, "where did you learn that?")).not.toContain("Trondheim")
})

test("a public question is heard once as a message to the bot; a private one is not heard", async () => {
  const guild = await guildOfAda()
  const channel = channelOf(guild, GENERAL)
  const id = "1999999999999999999"
  await asks(guild, "does anyone collect barometers?", { id })
  await asks(guild, "does anyone collect barometers?", { id })
  await asks(guild, "my secret zeppelin", { isPrivate: true })
  const heard = await channel.messagesOf("22", { after: null, limit: 10 })
  expect(heard.map(({ id, content, source }) => ({ id, content, source }))).toEqual([
    { id, content: "does anyone collect barometers?", source: "chat" },
  ])
})

test("a member who opted out gets an answer and is not heard", async () => {
  const guild = await guildOfAda()
  await ok("PUT", `/v1/guilds/${guild}/members/22/consent`, { consent: "out" })
  expect(await asks(guild, "where does Ada live?")).toMatch(/Trondheim/)
  expect(await channelOf(guild, GENERAL).messagesOf("22", { after: null, limit: 10 })).toEqual([])
  expect(await says(guild, "remember that I like quinces")).toMatch(/is not remembered here/)
  expect((await memories(guild)).filter(({ subject_id }) => subject_id === "22")).toEqual([])
})

test("a question in an unknown thread follows its parent channel's mode, and is not heard if that is off", async () => {
  const guild = await guildOfAda()
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [MOD_ROOM]: "off" } } })
  const heardIn = (thread: string) => channelOf(guild, thread).messagesOf("22", { after: null, limit: 10 })
  await asks(guild, "who mends astrolabes?", { channel: "774401", parent: MOD_ROOM, roles: [MODS] })
  expect(await heardIn("774401")).toEqual([])
  await asks(guild, "who mends astrolabes?", { channel: "774402", parent: GENERAL })
  expect(await heardIn("774402")).toHaveLength(1)
})

test("the bot stays silent in a quiet channel, in a thread of one, and in a channel that is off", async () => {
  const guild = await guildOfAda()
  const channels = { quiet: [GENERAL], modes: { [MOD_ROOM]: "off" } }
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels })
  expect(await says(guild, "hello?")).toBe(null)
  expect(await says(guild, "hello?", { channel: "77001", parentId: GENERAL })).toBe(null)
  expect(await says(guild, "hello?", { channel: MOD_ROOM })).toBe(null)
  expect(await asks(guild, "where does Ada live?")).toMatch(/Trondheim/)
})

test("the bot does not answer in a guild it has left or never joined", async () => {
  const guild = await guildOfAda()
  await env.DB.prepare("UPDATE guilds SET leaving_at = ? WHERE id = ?")
    .bind(Date.now() + 1e9, guild)
    .run()
  expect(await says(guild, "where does Ada live?")).toBe(null)
  expect(await says("412903776518299999", "where does Ada live?")).toBe(null)
})

test("a mention without words gets an invitation to ask something", async () => {
  const guild = await guildOfAda()
  expect(await says(guild, "")).toMatch(/^Ask me a question/)
})

test("thanks get a short reply, and a thumbs-up gets none", async () => {
  const guild = await guildOfAda()
  expect(await says(guild, "thanks!")).toBe("You're welcome.")
  expect(await says(guild, "", { replyTo: "5000", content: "👍" })).toBe(null)
})
