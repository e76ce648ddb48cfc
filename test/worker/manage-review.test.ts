/** The review inbox of the dashboard: both sides, one item after another, each decided once, and undone if asked. */
import { beforeEach, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000
const ADA = "11"
let nth = 0
let guild = ""
let base = ""

beforeEach(async () => {
  nth += 1
  guild = `66231${nth}`
  base = `/app/g/${guild}/manage`
  await tell(
    guild,
    guildStructure(guild, [], { members: [member(ADA, [], "Ada"), member(OWNER, [], "Olive")] }),
  )
})

/** Ada and Bo say a line each; the model claims a fact about Ada from one of them. */
async function learn(window: number, line: 1 | 2, fact: string, channel = GENERAL): Promise<void> {
  await bindModel(channelOf(guild, channel), (prompt) => [
    claim(/(P\d)\b.*Ada/.exec(prompt)?.[1] ?? "P1", fact, { lines: [line] }),
  ])
  const words = (place: number) => (place === line ? fact : "hm")
  await hear(
    guild,
    channel,
    talk(1_000 * window, NOON + window * HOUR, [
      [ADA, "Ada", words(1)],
      ["12", "Bo", words(2)],
    ]),
  )
}

async function proposed(fact = "Ada is an introvert", channel = GENERAL): Promise<void> {
  await ok("PATCH", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await learn(1, 1, fact, channel)
}

/** The hidden fields of the page's decision. */
function shownItem(html: string): { id: string; version: string; at: string } {
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""
  return { id: field("id"), version: field("version"), at: field("at") }
}

const statusOf = async (fact: string) =>
  (await memories(guild, "?status=active")).some((one) => one.fact === fact) ? "active" : "other"

test("an empty inbox says why it is empty and what to do", async () => {
  const olive = await PageBrowser.of(OWNER)
  expect((await olive.get(`${base}/review`)).text).toContain("Nothing waits for you")
})

test("a manager approves what was proposed, and the undo puts it back in the queue", async () => {
  await proposed()
  const olive = await PageBrowser.of(OWNER)
  const page = await olive.get(`${base}/review`)
  expect(page.text).toContain("Ada is an introvert")
  const after = await olive.submit(`${base}/review`, { ...shownItem(page.html), decision: "approve" })
  expect(after.text).toContain("Approved.")
  expect(after.text).toContain("Nothing waits for you")
  expect(await statusOf("Ada is an introvert")).toBe("active")
  const undo = /name="undo" value="([^"]+)"/.exec(after.html)?.[1] ?? ""
  const undone = await olive.submit(`/app/g/${guild}/undo`, { undo, back: `${base}/review` })
  expect(undone.text).toContain("Ada is an introvert")
  expect(await statusOf("Ada is an introvert")).toBe("other")
})

test("a contradiction shows both sides, and the new one replaces the old one", async () => {
  await learn(1, 1, "Ada is an introvert")
  await learn(2, 2, "Ada is an extrovert")
  const olive = await PageBrowser.of(OWNER)
  const page = await olive.get(`${base}/review`)
  expect(page.text).toContain("Ada is an introvert")
  expect(page.text).toContain("Ada is an extrovert")
  // The button that accepts what was said later.
  const accept = /value="(\w+)" aria-label="Accept the proposed fact"/.exec(page.html)?.[1] ?? ""
  const after = await olive.submit(`${base}/review`, { ...shownItem(page.html), decision: accept })
  expect(after.text).toContain("Approved.")
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada is an extrovert"])
})

test("a decision on an item that changed meanwhile changes nothing and says so", async () => {
  await proposed()
  const olive = await PageBrowser.of(OWNER)
  const page = await olive.get(`${base}/review`)
  const item = { ...shownItem(page.html), decision: "reject" }
  const stale = await olive.submit(`${base}/review`, { ...item, version: "99" })
  expect(stale.text).toContain("changed or was decided in the meantime")
  expect((await olive.submit(`${base}/review`, item)).text).toContain("Rejected.")
  const again = await olive.submit(`${base}/review`, item)
  expect(again.text).toContain("changed or was decided in the meantime")
})

test("one press that arrives twice decides once and tells the same", async () => {
  await proposed()
  const olive = await PageBrowser.of(OWNER)
  const page = await olive.get(`${base}/review`)
  const press = { ...shownItem(page.html), decision: "approve", act: crypto.randomUUID() }
  const first = await olive.post(`${base}/review`, press)
  expect((await olive.post(`${base}/review`, press)).location).toBe(first.location)
})

test("a manager corrects the words and approves them in one step", async () => {
  await proposed()
  const olive = await PageBrowser.of(OWNER)
  const page = await olive.get(`${base}/review`)
  const item = shownItem(page.html)
  const blank = await olive.post(`${base}/review/reword`, { ...item, fact: "   " })
  expect(blank.status).toBe(400)
  for (const [fact, problem] of [
    ["Ada is a <i>welder</i> & poet", "without markup"],
    ["y".repeat(300), "must begin with the name of the person"],
  ] as const) {
    const refused = await olive.post(`${base}/review/reword`, { ...item, fact })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(problem)
  }
  const after = await olive.submit(`${base}/review/reword`, { ...item, fact: "Ada is quite an introvert" })
  expect(after.text).toContain("Edited and approved.")
  expect(await statusOf("Ada is quite an introvert")).toBe("active")
})

test("members decide nothing", async () => {
  await proposed()
  const ada = await PageBrowser.of(ADA)
  const olive = await PageBrowser.of(OWNER)
  const item = shownItem((await olive.get(`${base}/review`)).html)
  expect((await ada.post(`${base}/review`, { ...item, decision: "approve" })).status).toBe(403)
  expect(await statusOf("Ada is an introvert")).toBe("other")
})

test("a manager who cannot read a channel neither sees nor decides what was said there", async () => {
  const manager = "948900"
  const roles = [
    { id: guild, name: "@everyone", permissions: String((1n << 10n) | (1n << 16n)), color: 0 },
    { id: "71", name: "mods", permissions: "0", tags: {} },
    { id: "75", name: "stewards", permissions: String(1n << 5n), tags: {} },
  ]
  await tell(
    guild,
    guildStructure(guild, [], {
      guild: { id: guild, owner_id: OWNER, roles, name: "A guild", features: [] },
      members: [member(manager, ["75"], "Stew"), member(OWNER, [], "Olive")],
    }),
  )
  await proposed("Ada is an introvert", MOD_ROOM)
  const olive = await PageBrowser.of(OWNER)
  const item = shownItem((await olive.get(`${base}/review`)).html)
  expect(item.id).not.toBe("")
  const steward = await PageBrowser.of(manager)
  const page = await steward.get(`${base}/review`)
  expect(page.text).toContain("Nothing waits for you")
  expect(page.html).not.toContain("introvert")
  const tried = await steward.submit(`${base}/review`, { ...item, decision: "approve" })
  expect(tried.html).not.toContain("introvert")
  expect(await statusOf("Ada is an introvert")).toBe("other")
})
