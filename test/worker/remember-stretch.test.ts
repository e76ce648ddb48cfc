/** "Remember the last 20 messages", a message link, or "this" in a reply: the messages are read at once. */
import { expect, test } from "vitest"
import { says } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, tell } from "./guild-structure.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import {
  ada,
  asks,
  bo,
  buttonOf,
  clubMembers,
  press,
  runCommand,
  type Somebody,
  someone,
} from "./people-world.ts"

const OPEN = { name: "general", audience: "everyone" }
const LINES: [string, string, string][] = [
  ["11", "Ada", "I play the viola"],
  ["12", "Bo", "nice! I live in Oslo"],
  ["11", "Ada", "cool"],
  ["11", "Ada", "I like quinces"],
]

/** Messages in an open conversation, which nothing has read yet. */
async function saidInGeneral(guild: string): Promise<void> {
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  const messages = talk(8_000, NOON, LINES)
  await ok("POST", `${channelPath(guild, GENERAL)}/messages`, { channel: OPEN, messages })
}

const remembers = (guild: string, who: Somebody, fact: string, about?: Somebody) =>
  runCommand(asks(guild, who), "remember", {
    values: { fact },
    people: about ? { member: someone(about.id, about.name) } : {},
  })
const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact).sort()

test("the last messages are read at once, with each message as source; a repeat shows the same", async () => {
  const guild = "97801"
  await saidInGeneral(guild)
  const first = await remembers(guild, ada, "the last 20 messages")
  expect(first.text).toMatch(/viola/)
  expect(first.text).toMatch(/Oslo/)
  const kept = await memories(guild)
  expect(kept.map(({ evidence_count }) => evidence_count)).toEqual(kept.map(() => 1))
  expect(kept.find(({ fact }) => fact.includes("viola"))?.sources[0]).toMatchObject({ message_id: "8000" })
  expect((await remembers(guild, ada, "last 20 messages")).text).toBe(first.text)
  // Their own conversation is read later, and counts nothing twice.
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  const later = await memories(guild)
  expect(later.map(({ fact, evidence_count }) => [fact, evidence_count]).sort()).toEqual(
    kept.map(({ fact, evidence_count }) => [fact, evidence_count]).sort(),
  )
})

test("with a member, only what is about them is kept", async () => {
  const guild = "97802"
  await saidInGeneral(guild)
  await remembers(guild, ada, "this conversation", bo)
  expect((await memories(guild)).map(({ subject }) => subject.id)).toEqual(["12"])
})

test("a link means that message and those before it, in a channel that one may read", async () => {
  const guild = "100000000000097803"
  const [open, closed] = ["100000000000000701", "100000000000000702"]
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  const messages = talk(8_000, NOON, LINES).map((one) => ({ ...one, id: `10000000000000${one.id}` }))
  for (const [channel, audience] of [
    [open, "everyone"],
    [closed, "restricted"],
  ])
    await ok("POST", `${channelPath(guild, channel ?? "")}/messages`, {
      channel: { name: "side", audience },
      messages,
    })
  const link = (channel: string) => `https://discord.com/channels/${guild}/${channel}/100000000000008001`
  const there = (await remembers(guild, bo, link(closed))).text
  expect(there).toBe((await remembers(guild, bo, link("100000000000000799"))).text)
  expect(await facts(guild)).toEqual([])
  await tell(guild, guildStructure(guild, [{ id: open, type: 0 }], { members: clubMembers }))
  const kept = await remembers(guild, bo, link(open))
  expect(kept.text).toMatch(/Oslo/)
  expect(kept.text).not.toMatch(/quinces/)
})

test("in a reply, “remember this about” somebody reads the message replied to", async () => {
  const guild = "97804"
  await saidInGeneral(guild)
  const mentions = [{ id: "12", name: "Bo" }]
  const answer = await says(guild, "remember this about <@12>", { mentions, replyTo: "8001" })
  expect(answer).toMatch(/Oslo/)
  expect(answer).not.toMatch(/viola/)
  expect((await facts(guild)).join()).not.toMatch(/viola|quinces/)
})

test("a message deleted afterwards takes its fact with it, and Forget works", async () => {
  const guild = "97805"
  await saidInGeneral(guild)
  const kept = await remembers(guild, ada, "last 10 messages")
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/8001`)
  expect((await facts(guild)).join()).not.toMatch(/Oslo/)
  await press(asks(guild, ada), buttonOf(kept, "Forget"))
  expect((await facts(guild)).length).toBeLessThan(2)
})

test("nothing is kept of people who opted out, nor from a channel that keeps no facts", async () => {
  const guild = "97806"
  await saidInGeneral(guild)
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out", name: "Bo" })
  await remembers(guild, ada, "last 10 messages")
  expect((await memories(guild)).every(({ subject }) => subject.id === "11")).toBe(true)
  expect((await remembers(guild, ada, "last 10 messages", bo)).text).toMatch(/not remembered here/)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { channels: { modes: { [GENERAL]: "notes" } } })
  expect((await remembers(guild, ada, "last 10 messages")).text).toMatch(/keep no facts/)
})

test("without messages, and with messages that say nothing, it says so", async () => {
  const guild = "97807"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  expect((await remembers(guild, ada, "last 10 messages")).text).toMatch(/no messages from there/)
  await hear(guild, GENERAL, talk(8_000, NOON, [["11", "Ada", "lol"]]), OPEN)
  expect((await remembers(guild, ada, "last 10 messages")).text).toMatch(/nothing to remember/)
})
