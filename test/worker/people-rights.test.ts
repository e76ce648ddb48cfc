/**
 * Rights to change a fact from Discord depend on everyone who stated it, including in channels the user
 * cannot read.
 */
import { expect, test } from "vitest"
import { GENERAL, guildStructure, MOD_ROOM, OFFTOPIC, tell, textChannel } from "./guild-structure.ts"
import { memories } from "./http.ts"
import {
  type Answer,
  ada,
  asks,
  bo,
  buttonOf,
  clubMembers,
  cy,
  manager,
  opensForm,
  press,
  runCommand,
  type Somebody,
  someone,
} from "./people-world.ts"

const FACT = "Ada restores harmoniums"
const NOT_YOURS =
  "You cannot change that. Only the person it is about, the only person who said it, or a server manager can."

/** Bo stated it in a public channel; with `echoed`, Cy stated the same where Bo cannot read. */
async function club(guild: string, { echoed }: { echoed: boolean }): Promise<{ id: string; told: Answer }> {
  const closed = guildStructure(guild, [], { members: clubMembers })
  const channels = [GENERAL, OFFTOPIC, MOD_ROOM].map((id) => textChannel(id))
  // The moderators' room is closed only after it echoed.
  await tell(guild, { ...closed, channels })
  const tellBy = (who: Somebody, channelId: string) =>
    runCommand(asks(guild, who, { channelId }), "remember", {
      values: { fact: FACT },
      people: { member: someone("11", "Ada") },
    })
  const told = await tellBy(bo, GENERAL)
  if (echoed) await tellBy(cy, MOD_ROOM)
  await tell(guild, closed)
  const known = await memories(guild)
  expect(known.map(({ fact, evidence_count }) => [fact, evidence_count])).toEqual([[FACT, echoed ? 2 : 1]])
  return { id: known[0]?.id ?? "", told }
}

const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact)

test("a user cannot change a fact that somebody else also stated in an unreadable channel, and nothing reveals who", async () => {
  const guild = "617204938105520001"
  const { id, told } = await club(guild, { echoed: true })
  const before = await press(asks(guild, bo), `open:${id}`)
  expect(before.text).toContain("said once")
  expect(before.text).not.toContain("<@13>")
  await expect(opensForm(asks(guild, bo), buttonOf(before, "Correct"))).rejects.toMatchObject({
    refusal: { reason: "not_yours" },
  })
  const changes = [
    await press(asks(guild, bo), buttonOf(before, "Forget")),
    await press(asks(guild, bo), buttonOf(told, "Forget")),
    await press(asks(guild, bo), "forget-picked", { values: [id] }),
    await press(asks(guild, bo), `corrected:${id}`, { fields: { fact: "Ada restores nothing" } }),
    await runCommand(asks(guild, bo), "forget", { values: { what: id } }),
  ]
  expect(changes.map(({ text }) => text)).toEqual(Array(5).fill(NOT_YOURS))
  expect(await facts(guild)).toEqual([FACT])
  expect((await press(asks(guild, bo), `open:${id}`)).text).toBe(before.text)
})

test("a fact with one author can be withdrawn by them; one with several by its subject or a manager", async () => {
  const alone = "617204938105520002"
  const { told } = await club(alone, { echoed: false })
  expect((await press(asks(alone, bo), buttonOf(told, "Forget"))).text).toContain("Forgotten")
  expect(await facts(alone)).toEqual([])
  for (const [guild, who] of [
    ["617204938105520003", ada],
    ["617204938105520004", manager],
  ] as const) {
    const { id } = await club(guild, { echoed: true })
    expect((await opensForm(asks(guild, who), `correct:${id}`)).custom_id).toBe(`corrected:${id}`)
    expect((await press(asks(guild, who), `forget:${id}`)).text, who.name).toContain("Forgotten")
    expect(await facts(guild)).toEqual([])
  }
})
