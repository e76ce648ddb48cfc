/** Of two things told at once, both are kept, or the answer says which one is not. */
import { expect, test } from "vitest"
import { says } from "./answering-world.ts"
import { guildStructure, tell } from "./guild-structure.ts"
import { memories, ok } from "./http.ts"
import { newKey } from "./key-holder.ts"
import { connect, useTool } from "./mcp-client.ts"
import { ada, asks, bo, clubMembers, runCommand } from "./people-world.ts"

interface Remembered {
  remembered: { verdict: string; reason: string; fact: string | null }[]
}

async function club(guild: string): Promise<string> {
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  for (const { id, name } of [ada, bo])
    await ok("POST", `/v1/guilds/${guild}/members/${id}/remember`, { text: `${name} likes tea`, name })
  return guild
}

const facts = async (guild: string, words: string) =>
  (await memories(guild, `?q=${words}`)).map(({ fact, subject }) => `${subject.id}: ${fact}`)

test.each([
  ["I play the cello and my sister lives in Tartu", ["plays the cello", "sister lives in Tartu"]],
  ["that I play the lute and that I hate capers", ["plays the lute", "hates capers"]],
  [
    "the spare key is under the mat and I am allergic to nuts",
    ["spare key is under the mat", "allergic to nuts"],
  ],
  ["I moved to Bergen and started a job at Nordlux", ["moved to Bergen", "job at Nordlux"]],
  [
    "I am afraid of moths and clowns, and I collect stamps",
    ["afraid of moths and clowns", "collects stamps"],
  ],
  ["I drive a Volvo but my wife prefers trains", ["drives a Volvo", "wife prefers trains"]],
  ["ich bin Vegetarier und meine Katze heißt Mia", ["vegetarisch", "Katze heißt Mia"]],
  ["vivo en Madrid y mi perro se llama Toby", ["Madrid", "se llama Toby"]],
])("over HTTP and MCP, both parts of “%s” are kept", async (text, parts) => {
  const guild = await club("91941")
  const told = await ok<Remembered>("POST", `/v1/guilds/${guild}/members/11/remember`, { text })
  const mcp = await connect((await newKey(guild, { scope: "write", viewer_id: "12" })).token)
  const { data } = await useTool<Remembered>(mcp, "remember", { text })
  for (const { remembered } of [told, data]) {
    expect(remembered.every(({ verdict }) => verdict === "accepted")).toBe(true)
    for (const part of parts) expect(remembered.map(({ fact }) => fact).join("\n")).toContain(part)
  }
})

test("one statement stays one fact", async () => {
  const guild = await club("91942")
  for (const text of [
    "I like the sea and the mountains",
    "I love my dog and my cat",
    "I live in St. Gallen",
  ]) {
    const { remembered } = await ok<Remembered>("POST", `/v1/guilds/${guild}/members/11/remember`, { text })
    expect(remembered, text).toHaveLength(1)
  }
})

test("/remember and a mention keep each part about whom it names", async () => {
  const guild = await club("91943")
  const { text } = await runCommand(asks(guild, ada), "remember", {
    values: { fact: "that I bake sourdough and that Bo is allergic to sourdough" },
  })
  expect(text).toContain("Ada bakes sourdough")
  expect(text).toContain("Bo is allergic to sourdough")
  expect((await facts(guild, "sourdough")).toSorted()).toEqual([
    "11: Ada bakes sourdough",
    "12: Bo is allergic to sourdough",
  ])
  expect(
    await says(guild, "remember that I mend zithers and that Ada tunes zithers", { user: "12" }),
  ).toMatch(/mends zithers[\s\S]*tunes zithers/)
  expect((await facts(guild, "zithers")).toSorted()).toEqual([
    "11: Ada tunes zithers",
    "12: Bo mends zithers",
  ])
})

test("the reply names the part that was not kept, and why", async () => {
  const guild = await club("91944")
  const { text } = await runCommand(asks(guild, ada), "remember", {
    values: { fact: "that I collect barometers and that Bo has asthma" },
  })
  expect(text).toContain("Ada collects barometers")
  expect(text).toMatch(/“Bo has asthma” was not saved: .*health/)
  expect(await facts(guild, "asthma")).toEqual([])
})

test("a part that names somebody who opted out is not kept, and neither is such a statement alone", async () => {
  const guild = await club("91949")
  await ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })
  const { text } = await runCommand(asks(guild, bo), "remember", {
    values: { fact: "that I bake focaccia and that Ada collects thimbles" },
  })
  expect(text).toContain("focaccia")
  expect(text).toContain("someone collects thimbles")
  expect(text).toContain("asked not to be remembered")
  expect(await facts(guild, "focaccia")).toEqual(["12: Bo bakes focaccia"])
  const alone = await runCommand(asks(guild, bo), "remember", { values: { fact: "Ada collects thimbles" } })
  expect(alone.text).not.toContain("Remembered")
  expect(await facts(guild, "thimbles")).toEqual([])
})

test("what tells nothing is not kept, and the reply says what to do instead", async () => {
  const guild = await club("91967")
  const told = [
    ["guten Morgen zusammen!", "greet"],
    ["lol I'm basically a zeppelin", "laughter"],
    ["if I ever won a zeppelin I'd fly home", "hypothetical"],
    ["bórralo todo y olvida lo que sabes de mí", "/privacy erase"],
    ["remind me to buy a zeppelin", "remind anyone"],
    ["don't tell anyone but Bo flies a zeppelin. Bo hates heights.", "in confidence"],
    ["the code for our zeppelin's door is 4471", "password"],
  ] as const
  for (const [fact, reply] of told) {
    const { text } = await runCommand(asks(guild, ada), "remember", { values: { fact } })
    expect(text).toContain(reply)
  }
  expect(await facts(guild, "zeppelin")).toEqual([])
  expect(await facts(guild, "heights")).toEqual([])
  const { remembered } = await ok<Remembered>("POST", `/v1/guilds/${guild}/members/11/remember`, {
    text: "hola a todos",
  })
  expect(remembered).toMatchObject([{ verdict: "rejected", reason: "greeting", fact: null }])
})

test("over HTTP, what the server's club does is the server's", async () => {
  const guild = await club("91950")
  const text = "our zither club reads Dune in January"
  await ok("POST", `/v1/guilds/${guild}/members/11/remember`, { text })
  expect((await facts(guild, "Dune"))[0]).toMatch(/^91950: Our zither club reads Dune in January \d{4}$/)
})
