/** A question that names somebody who opted out, and conversations in which only they spoke. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { hear, ok, recall, talk } from "./http.ts"

const PLACE = "channel_id=100"

function say(guild: string, consent: "in" | "out" | null, person = "2041099"): Promise<unknown> {
  return ok("PUT", `/v1/guilds/${guild}/members/${person}/consent`, { consent })
}

async function found(guild: string, query: string): Promise<string> {
  const { items } = await recall(guild, { query, channel_id: "100", max_tokens: 4_000 })
  return JSON.stringify(items)
}

test("a question that names an objector finds what it finds with a name nobody has", async () => {
  await hear(
    guildOf(1),
    "100",
    talk(2_041_001, NOON, [
      ["2041099", "Gundrax Holloway", "I collect lanterns"],
      ["2041012", "Bo", "Gundrax Holloway owns a zeppelin by the pier"],
      ["2041013", "Cy", "the lanterns by the pier burn all night"],
    ]),
  )
  expect(await found(guildOf(1), "what does Gundrax own")).toMatch(/zeppelin/)
  await say(guildOf(1), "out")
  for (const [known, never] of [
    ["Gundrax", "Hindrax"],
    ["gundrax", "hindrax"],
    ["GUNDRAX", "HINDRAX"],
    ["Gundrax's", "Hindrax's"],
    ["gundraxs", "hindraxs"],
    ["holloway", "hindraxy"],
    ["Gundrax Holloway", "Hindrax Hollowby"],
    ["gun drax", "hin drax"],
  ])
    for (const asked of ["NAME", "what does NAME own", "who saw NAME by the pier", "does NAME burn lanterns"])
      expect([known, await found(guildOf(1), asked.replace("NAME", known ?? ""))]).toEqual([
        known,
        await found(guildOf(1), asked.replace("NAME", never ?? "")),
      ])
  expect(await found(guildOf(1), "Gundrax zeppelin")).toMatch(/someone owns a zeppelin/)
  await say(guildOf(1), null)
  expect(await found(guildOf(1), "what does Gundrax own")).toMatch(/Gundrax Holloway owns a zeppelin/)
})

test("a name that somebody else has too is still asked for", async () => {
  const { items } = await twoOfOneName(guildOf(2))
  expect(JSON.stringify(items)).toMatch(/Gundrax Bell/)
})

/** Asks by the first name of two people of whom one opted out. */
async function twoOfOneName(guild: string) {
  await hear(
    guild,
    "100",
    talk(2_042_001, NOON, [
      ["2041099", "Gundrax Holloway", "I collect lanterns"],
      ["2041014", "Gundrax Bell", "I love marzipan"],
    ]),
  )
  await say(guild, "out")
  return recall(guild, { query: "what does Gundrax love", channel_id: "100" })
}

test("a note and a record of objectors alone are hidden until they opt in again; others stay", async () => {
  const guild = guildOf(3)
  await hear(
    guild,
    "100",
    talk(2_043_001, NOON, [
      ["2041099", "Gundrax", "Bo plays the flugelhorn"],
      ["2041099", "Gundrax", "and he plays it every day"],
      ["2041099", "Gundrax", "the flugelhorn is loud"],
    ]),
  )
  await hear(
    guild,
    "100",
    talk(2_043_011, NOON + 9_000_000, [
      ["2041099", "Gundrax", "Bo plays the sousaphone"],
      ["2041013", "Cy", "I love marzipan"],
    ]),
  )
  const notes = (reader: string) => ok<{ items: unknown[] }>("GET", `/v1/guilds/${guild}/notes?${reader}`)
  expect((await notes(PLACE)).items).toHaveLength(2)
  const shown = async (reader: string) =>
    JSON.stringify([
      await notes(reader),
      await ok("GET", `/v1/guilds/${guild}/windows?${reader}`),
      await recall(guild, {
        query: "flugelhorn marzipan",
        ...Object.fromEntries(new URLSearchParams(reader)),
      }),
    ])
  expect(await shown(PLACE)).toMatch(/flugelhorn/)
  await say(guild, "out")
  const after = await shown(PLACE)
  expect(after).not.toMatch(/flugelhorn/)
  expect(after).not.toMatch(/Gundrax|2041099/)
  expect(after).toMatch(/marzipan/)
  expect(await shown("viewer_id=2041099")).toMatch(/flugelhorn/)
  await say(guild, null)
  expect(await shown(PLACE)).toMatch(/flugelhorn/)
})

function guildOf(n: number): string {
  return `204100${n}`
}
