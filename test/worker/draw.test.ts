/** A share of the claims that would be rejected waits for a manager instead, who is told why. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { logRows } from "./claim-log.ts"
import { GENERAL, guildStructure, member, tell } from "./guild-structure.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { type From, MANAGE_GUILD, replied, slash } from "./interacting.ts"
import { quietly } from "./live.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

quietly({ silent: ["warn"] })

async function learn(guild: string, lab: object, policy: object = {}) {
  await tell(guild, { ...guildStructure(guild), members: [member("11", [], "Ada"), member("14", [], "Di")] })
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab })
  await ok("PUT", `/v1/guilds/${guild}/policy`, policy)
  await bindModel(channelOf(guild, GENERAL), () => [
    claim("P1", "Ada plays chess"),
    claim("P1", "Ada paints boats", { confidence: 0 }),
    claim("P1", "Ada was ill last week", { confidence: 0, sensitive: "health" }),
  ])
  const lines = talk(1_000, NOON, [["11", "Ada", "I play chess and paint boats, and I was ill last week"]])
  await hear(guild, GENERAL, lines)
  const rows = await logRows(guild)
  return rows
    .toSorted((a, b) => Number(a.n) - Number(b.n))
    .map(({ verdict, reason, propensity }) => [verdict, reason, propensity])
}

interface Queue {
  items: { id: string; at_random: boolean; memory: { fact: string } }[]
}

test("a claim that chance chose waits for review, says why, and its decision labels its row", async () => {
  const guild = "81101"
  // The highest share that the settings allow; this window's second claim is among the chosen.
  expect(await learn(guild, { review_share: 0.5 })).toEqual([
    ["accepted", "fits", null],
    ["queued", "drawn", 0.5],
    ["rejected", "sensitive", null],
  ])
  const queue = await ok<Queue>("GET", `/v1/guilds/${guild}/review`)
  expect(queue.items.map(({ at_random, memory }) => [at_random, memory.fact])).toEqual([
    [true, "Ada paints boats"],
  ])
  const di: From = { guild, channel: GENERAL, user: "14", name: "Di", permissions: MANAGE_GUILD }
  const page = JSON.stringify(await replied(slash("keepsake", di, { path: "review" })))
  expect(page).toContain("Chosen at random: it would have been rejected.")
  await ok("POST", `/v1/guilds/${guild}/review/${queue.items[0]?.id}`, { decision: "approve" })
  expect((await logRows(guild)).find(({ reason }) => reason === "drawn")?.label).toBe("approved")
  expect((await memories(guild)).map(({ fact }) => fact).toSorted()).toEqual([
    "Ada paints boats",
    "Ada plays chess",
  ])
})

test("without a share nothing is drawn, and no row has a propensity", async () => {
  expect(await learn("81102", { review_share: 0 })).toEqual([
    ["accepted", "fits", null],
    ["rejected", "low_confidence", null],
    ["rejected", "sensitive", null],
  ])
})

test("a rejected claim that chance could have chosen has its propensity; one about a closed subject has none", async () => {
  const closed = { subjects: { "user:11": { write: false } } }
  expect(await learn("81103", { review_share: 0.5 }, closed)).toEqual([
    ["rejected", "subject_off", null],
    ["rejected", "subject_off", null],
    ["rejected", "sensitive", null],
  ])
  expect((await learn("81104", { review_share: 0.001 }))[1]).toEqual(["rejected", "low_confidence", 0.001])
})
