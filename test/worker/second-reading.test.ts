/** A second reading decides on a model's claims before they are remembered, and its failure loses nothing. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { quietly } from "./live.ts"
import { bindModel, channelOf, claim, DOWN } from "./stand-ins.ts"

quietly({ silent: ["warn"] })

interface Verdicts {
  items: { verdicts: { verdict: string; reason: string; fact: string | null }[] }[]
}

const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact)

/** Ada says two things of which her model makes two facts. */
async function castleAndBoat(guild: string, confirms?: (facts: string[]) => boolean[]) {
  const model = await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada owns a castle", { lines: [1] }),
    claim("P1", "Ada owns a boat", { lines: [2] }),
  ])
  if (confirms) model.confirms = confirms
  await hear(
    guild,
    "100",
    talk(1, NOON, [
      ["11", "Ada", "I own a castle, obviously"],
      ["11", "Ada", "no, but I own a boat for real"],
    ]),
  )
  return model
}

test("a fact that the second reading denies is not remembered, and the window's record says why", async () => {
  const model = await castleAndBoat("79951", (given) => given.map((fact) => !fact.includes("castle")))
  expect(model.second).toHaveLength(1)
  expect(await facts("79951")).toEqual(["Ada owns a boat"])
  const { items } = await ok<Verdicts>("GET", "/v1/guilds/79951/windows")
  expect(items[0]?.verdicts).toContainEqual(
    expect.objectContaining({ reason: "unsupported:not_confirmed", fact: "Ada owns a castle" }),
  )
})

test.each<[string, (facts: string[]) => boolean[]]>([
  ["fails", DOWN],
  ["says nothing", () => []],
])("if the second reading %s, the claims stand as the other checks leave them", async (how, confirms) => {
  const guild = how === "fails" ? "79952" : "79953"
  await castleAndBoat(guild, confirms)
  expect((await facts(guild)).sort()).toEqual(["Ada owns a boat", "Ada owns a castle"])
})

test("a server that wants none is spared it", async () => {
  await ok("PUT", "/v1/guilds/79954/policy", { gate: { second_reading: false } })
  const model = await castleAndBoat("79954", (given) => given.map(() => false))
  expect(model.second).toEqual([])
  expect(await facts("79954")).toHaveLength(2)
})

test("what somebody tells Keepsake to remember is not doubted", async () => {
  await hear("79955", "100", talk(1, NOON, [["11", "Ada", "hello there"]]))
  const model = await bindModel(channelOf("79955", "100"), () => [claim("P1", "Ada owns a castle")])
  model.confirms = (given) => given.map(() => false)
  await ok("POST", "/v1/guilds/79955/members/11/remember", { text: "I own a castle" })
  expect(model.second).toEqual([])
  expect(await facts("79955")).toEqual([expect.stringContaining("owns a castle")])
})
