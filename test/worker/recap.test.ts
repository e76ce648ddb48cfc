/** /recap lists recent topics and conversations that its reader may read, and nothing else. */
import { expect, test } from "vitest"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OFFTOPIC, tell } from "./guild-structure.ts"
import { hear, ok, talk } from "./http.ts"
import { night, scripted } from "./night-stage.ts"
import { type Answer, asks, press, runCommand, type Somebody } from "./people-world.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ada = { id: "11", name: "Ada" }
const cleo = { id: "13", name: "Cleo", roles: [MODS] }
const TOMORROW = NOON + 22 * HOUR

let made = 0

function at(guild: string, who: Somebody, time = TOMORROW) {
  made += 1
  return asks(guild, who, { id: String(BigInt(snowflakeAt(time)) + BigInt(made)) })
}

function recap(guild: string, who: Somebody, given: { days?: number; time?: number } = {}): Promise<Answer> {
  return runCommand(at(guild, who, given.time), "recap", {
    values: given.days === undefined ? {} : { days: given.days },
  })
}

/**
 * Three conversations about the heater in #general, three about the gate among mods, one about cheese in
 * #off-topic, then a night.
 */
async function village(guild: string): Promise<void> {
  const members = [member("11", [], "Ada"), member("12", [], "Boris"), member("13", [MODS], "Cleo")]
  await tell(guild, guildStructure(guild, [], { members }))
  const said = (id: number, hours: number, of: string) =>
    talk(id, NOON + hours * HOUR, [
      ["11", "Ada", `the ${of} broke again`],
      ["12", "Boris", `then we should mend the ${of}`],
    ])
  for (const n of [0, 1, 2]) {
    await hear(guild, GENERAL, said(1_000 + n * 10, n, "greenhouse heater"), {})
    await hear(guild, MOD_ROOM, said(3_000 + n * 10, n, "zugzwang gate"), {})
  }
  await hear(guild, OFFTOPIC, said(2_000, 4, "cheese knife"), {})
  const chat = scripted(({ user }) => {
    const of = ["zugzwang gate", "greenhouse heater"].find((words) => user.includes(words)) ?? ""
    const own = [...user.matchAll(/^\[(\d+)\] (.*)$/gm)].filter(([, , told = ""]) => told.includes(of))
    const notes = own.map(([, number]) => Number(number))
    return { topics: [{ title: `Mending the ${of}`, summary: `The ${of} broke again.`, notes }] }
  })
  await night(guild, { at: NOON + 14 * HOUR, tools: { chat } })
}

test("a recap lists the day's topics with people and links, then other conversations, to those who may read them", async () => {
  const guild = "7612001"
  await village(guild)
  const { text } = await recap(guild, ada)
  expect(text).toContain("since Friday, November 20 · 2 entries")
  expect(text).toMatch(/Mending the greenhouse heater.*cheese knife/s)
  expect(text).toContain("<@11>, <@12>")
  for (const message of [1_000, 1_010, 1_020])
    expect(text).toContain(`https://discord.com/channels/${guild}/${GENERAL}/${message}`)
  expect(text).toContain("3 conversations:")
  expect(text).not.toContain("zugzwang")
  const mods = await recap(guild, cleo)
  expect(mods.text).toContain("Mending the zugzwang gate")
  expect(mods.text).toContain("3 entries")
})

test("a recap covers the requested days, and an empty one suggests what to do", async () => {
  const guild = "7612002"
  await village(guild)
  const later = NOON + 4 * DAY
  const none = await recap(guild, ada, { time: later })
  expect(none.text).toContain("no conversation notes that you can read from yesterday or today")
  expect(none.text).toContain("/recap")
  expect((await recap(guild, ada, { time: later, days: 3 })).text).toContain("the last 3 days")
  expect((await recap(guild, ada, { time: later, days: 4 })).text).toContain("Mending the greenhouse heater")
  expect((await recap(guild, ada, { time: NOON - DAY, days: 14 })).text).toContain("no conversation notes")
  expect((await recap(guild, { id: "77", name: "New" }, { time: NOON + DAY })).text).toContain(
    "greenhouse heater",
  )
})

test("a long recap has pages, and each is built for the person who presses", async () => {
  const guild = "7612003"
  await village(guild)
  const things = ["otter", "plough", "harbour", "lantern", "saddle", "kettle"]
  for (const [n, thing] of things.entries()) {
    const said: [string, string, string] = [
      "12",
      "Boris",
      `the ${thing} was painted green and yellow by my uncle`,
    ]
    await hear(
      guild,
      n % 2 === 0 ? OFFTOPIC : MOD_ROOM,
      talk(5_000 + n * 10, NOON - (n + 1) * DAY, [said]),
      {},
    )
  }
  const first = await recap(guild, cleo, { days: 14 })
  const next = first.buttons.find(({ label }) => label.startsWith("Next"))?.id ?? ""
  const second = await press(at(guild, cleo), next)
  const named = (text: string) => things.filter((thing) => text.includes(thing))
  expect([...named(first.text), ...named(second.text)].sort()).toEqual([...things].sort())
  expect(named(second.text).length).toBeGreaterThan(0)
  expect(first.text).toMatch(/Friday, November 20.*Thursday, November 19/s)
  const back = second.buttons.find(({ label }) => label.includes("Previous"))?.id ?? ""
  expect((await press(at(guild, cleo), back)).text).toBe(first.text)
  // Another user who can read more was shown this button.
  const seen = `${(await press(at(guild, ada), next)).text} ${(await press(at(guild, ada), back)).text}`
  expect(seen).not.toMatch(/plough|lantern|kettle|zugzwang/)
  expect((await press(at(guild, ada), "recap:99.s")).text).toBe("I don't remember anything about that.")
})

test("a recap does not name a member who opted out, and omits a deleted conversation", async () => {
  const guild = "7612004"
  await village(guild)
  await ok("PUT", `/v1/guilds/${guild}/members/12/consent`, { consent: "out" })
  const { text } = await recap(guild, ada)
  expect(text).toContain("greenhouse heater")
  expect(text).not.toMatch(/<@12>|Boris/)
  await ok("POST", `/v1/guilds/${guild}/channels/${OFFTOPIC}/messages/bulk-delete`, {
    messages: ["2000", "2001"],
  })
  await ok("POST", `/v1/guilds/${guild}/channels/${OFFTOPIC}/flush`)
  expect((await recap(guild, ada)).text).not.toContain("cheese")
})

test("who may no longer read where they last spoke is not told when that was", async () => {
  const guild = "7612005"
  await village(guild)
  const painted = (by: string, name: string, thing: string): [string, string, string] => [
    by,
    name,
    `the ${thing} was painted green and yellow by my uncle`,
  ]
  await hear(guild, MOD_ROOM, talk(4_900, NOON - 10 * DAY, [painted("13", "Cleo", "lantern")]), {})
  for (const [n, thing] of ["otter", "plough", "harbour", "saddle", "kettle", "anvil"].entries())
    await hear(
      guild,
      OFFTOPIC,
      talk(5_000 + n * 10, NOON - (n + 1) * DAY, [painted("12", "Boris", thing)]),
      {},
    )
  const first = await runCommand(at(guild, cleo), "recap", { values: { since: "last-spoke" } })
  const next = first.buttons.find(({ label }) => label.startsWith("Next"))?.id ?? ""
  expect((await press(at(guild, cleo), next)).text).toContain("since you last spoke")
  const demoted = await press(at(guild, { ...cleo, roles: [] }), next)
  expect(demoted.text).toBe("I don't remember anything about that.")
  expect(demoted.buttons).toEqual([])
})
