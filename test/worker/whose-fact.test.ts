/** A name that two members have: the context tells whom it means, or else a manager picks whose the fact is. */
import { expect, test } from "vitest"
import { says } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { eraseThrough } from "./erasing-world.ts"
import { GENERAL, guildStructure, MOD_ROOM, tell } from "./guild-structure.ts"
import { call, channelPath, hear, type MemoryBody, memories, ok, type RecallBody, talk } from "./http.ts"
import { quietly } from "./live.ts"
import { asks, buttonOf, clubMembers, cy, manager, press, runCommand } from "./people-world.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

type Line = [id: string, name: string, words: string]
interface Item {
  id: string
  kind: string
  memory: MemoryBody & { version: number }
  candidates: MemoryBody[]
}

quietly({ silent: ["error", "warn"] })

const BELL: Line = ["31", "Ana Bell", "I like tea"]
const CRUZ: Line = ["32", "Ana Cruz", "I like coffee"]
const TOLD: Line = ["11", "Ada", "Ana moved to Porto"]
const DAY = 86_400_000

let heard = 0
async function listen(guild: string, lines: Line[], { channel = GENERAL, at = NOON } = {}): Promise<void> {
  heard += 1
  await hear(guild, channel, talk(20_000 + 100 * heard, at + heard * 3_600_000, lines))
}

/** The club, with both Anas and Ada in one conversation. */
async function bothPresent(guild: string, channel = GENERAL): Promise<void> {
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await listen(guild, [BELL, CRUZ, TOLD], { channel })
}

const about = async (guild: string) =>
  (await memories(guild))
    .filter(({ fact }) => fact.includes("Porto"))
    .map(({ subject_id, status }) => `${subject_id} ${status}`)
    .sort()
const waiting = async (guild: string, query = "") =>
  (await ok<{ items: Item[] }>("GET", `/v1/guilds/${guild}/review${query}`)).items
const decide = (guild: string, id: string, decision: string) =>
  call("POST", `/v1/guilds/${guild}/review/${id}`, { decision })

test("“Ana moved to Porto”, told by a third with both Anas present, waits as one item and is recalled by nobody", async () => {
  const guild = "98101"
  await bothPresent(guild)
  expect(await about(guild)).toEqual(["31 queued", "32 queued"])
  const [item, ...more] = await waiting(guild)
  expect(more).toEqual([])
  expect(item).toMatchObject({ kind: "whose", memory: { fact: "Ana moved to Porto" } })
  expect(item?.candidates.map(({ subject_id }) => subject_id).sort()).toEqual(["31", "32"])
  for (const query of ["who moved to Porto?", "where does Ana Bell live?", "where does Ana Cruz live?"]) {
    const { items } = await ok<RecallBody>("POST", `/v1/guilds/${guild}/recall`, { query })
    expect(
      items
        .filter(({ kind }) => kind === "memory")
        .map(({ text }) => text)
        .join(),
    ).not.toContain("Porto")
  }
  expect(
    (
      await runCommand(asks(guild, cy), "profile", {
        people: { member: { ...clubMember("31", "Ana Bell") } },
      })
    ).text,
  ).not.toContain("Porto")
})

const clubMember = (id: string, name: string) => ({ id, name, bot: false, roles: [] })

test("before a manager picks, only the people it may be about see it in lists", async () => {
  const guild = "98114"
  await bothPresent(guild)
  const seenBy = async (viewer: string) =>
    (await ok<{ items: MemoryBody[] }>("GET", `/v1/guilds/${guild}/memories?viewer_id=${viewer}`)).items
      .filter(({ fact }) => fact.includes("Porto"))
      .map(({ subject_id }) => subject_id)
  expect([await seenBy("12"), await seenBy("31"), await seenBy("32")]).toEqual([[], ["31"], ["32"]])
  const [item] = await waiting(guild)
  await decide(guild, item?.id ?? "", "approve")
  expect([await seenBy("12"), await seenBy("31"), await seenBy("32")]).toEqual([["31"], ["31"], ["31"]])
})

test("a manager picks whose it is with a button, and it is rejected about the other", async () => {
  const guild = "98102"
  await bothPresent(guild)
  const page = await runCommand(asks(guild, manager), "keepsake", { path: "review" })
  expect(page.text).toContain("Whose is it?")
  expect(page.buttons.map(({ label }) => label)).toEqual(["Ana Bell", "Ana Cruz", "Reject", "Next"])
  const done = await press(asks(guild, manager), buttonOf(page, "Ana Cruz"))
  expect(done.text).toContain("Nothing to review")
  expect(await about(guild)).toEqual(["32 active"])
  const again = await press(asks(guild, manager), buttonOf(page, "Ana Bell"))
  expect(again.text).toContain("already decided")
  expect(await about(guild)).toEqual(["32 active"])
})

test("said again after a manager picked, it is known; a rejected one is about nobody", async () => {
  const guild = "98103"
  await bothPresent(guild)
  const [item] = await waiting(guild)
  expect((await decide(guild, item?.id ?? "", "approve")).status).toBe(204)
  await listen(guild, [BELL, CRUZ, TOLD])
  expect(await about(guild)).toEqual(["31 active"])
  expect(await waiting(guild)).toEqual([])
  const other = "98104"
  await bothPresent(other)
  const [refused] = await waiting(other)
  expect((await decide(other, refused?.id ?? "", "reject")).status).toBe(204)
  expect(await about(other)).toEqual([])
  expect(await waiting(other)).toEqual([])
})

test("who of them spoke in the conversation, or lately in the channel, is meant", async () => {
  const guild = "98105"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await listen(guild, [BELL], { at: NOON - 60 * DAY })
  await listen(guild, [CRUZ], { at: NOON - 59 * DAY })
  await listen(guild, [TOLD])
  expect(await about(guild)).toEqual(["31 queued", "32 queued"])
  const here = "98106"
  await tell(here, guildStructure(here, [], { members: clubMembers }))
  await listen(here, [BELL], { at: NOON - 60 * DAY })
  await listen(here, [CRUZ], { at: NOON - DAY })
  await listen(here, [TOLD])
  expect(await about(here)).toEqual(["32 active"])
  const inside = "98107"
  await tell(inside, guildStructure(inside, [], { members: clubMembers }))
  await listen(inside, [CRUZ])
  await listen(inside, [BELL, TOLD])
  expect(await about(inside)).toEqual(["31 active"])
  const self = "98108"
  await tell(self, guildStructure(self, [], { members: clubMembers }))
  await listen(self, [BELL, CRUZ, ["31", "Ana Bell", "Ana moved to Porto"]])
  expect(await about(self)).toEqual(["32 active"])
})

test("a model's claim about “Ana” waits too, and its handle decides", async () => {
  const guild = "98109"
  await tell(guild, guildStructure(guild, [], { members: clubMembers }))
  await bindModel(channelOf(guild, GENERAL), () => [claim("Ana", "Ana moved to Porto", { lines: [3] })])
  await listen(guild, [BELL, CRUZ, TOLD])
  expect(await about(guild)).toEqual(["31 queued", "32 queued"])
})

test("what was said in a room that a manager cannot read is not theirs to pick, nor counted", async () => {
  const guild = "98111"
  await bothPresent(guild, MOD_ROOM)
  expect(await waiting(guild)).toHaveLength(1)
  expect(await waiting(guild, "?viewer_id=14")).toEqual([])
  const page = await runCommand(asks(guild, manager), "keepsake", {
    path: "review",
  })
  expect(page.text).toContain("Nothing to review")
})

test("deleting the message takes it from both", async () => {
  const guild = "98115"
  await bothPresent(guild)
  const [kept] = (await memories(guild)).filter(({ fact }) => fact.includes("Porto"))
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/${kept?.sources[0]?.message_id}`)
  await expect.poll(() => about(guild), { timeout: 10_000 }).toEqual([])
  expect(await waiting(guild)).toEqual([])
})

test("one of them who opts out is no candidate any more", async () => {
  const guild = "98116"
  await bothPresent(guild)
  await ok("PUT", `/v1/guilds/${guild}/members/31/consent`, { consent: "out" })
  const shown = await waiting(guild, `?viewer_id=${cy.id}`)
  expect(shown).toMatchObject([{ candidates: [], memory: { subject_id: "32" } }])
})

test("somebody's own word settles whose it was", async () => {
  const guild = "98112"
  await bothPresent(guild)
  await listen(guild, [["32", "Ana Cruz", "I moved to Porto"]])
  expect(await about(guild)).toContain("32 active")
  expect(await about(guild)).not.toContain("31 active")
})

test("a wish to remember an Ana of two asks, and stores nothing", async () => {
  const guild = "98113"
  await bothPresent(guild)
  const before = await memories(guild)
  expect(await says(guild, "remember that Ana moved to Porto")).toMatch(/Several members are called Ana/)
  expect(await memories(guild)).toEqual(before)
})

test("erasing one of them leaves it about the other, still unseen until a manager approves it", async () => {
  const guild = "98110"
  await bothPresent(guild)
  await ok("PUT", `/v1/guilds/${guild}/members/31/consent`, { consent: "out", known: "erase" })
  // The eraser's own alarm may be running already.
  const left = async () => {
    await eraseThrough(guild)
    return about(guild)
  }
  await expect.poll(left, { timeout: 20_000 }).toEqual(["32 queued"])
  const [item] = await waiting(guild)
  expect(item).toMatchObject({ kind: "approval", candidates: [], memory: { subject_id: "32" } })
}, 30_000)
