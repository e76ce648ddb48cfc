/** What pages say after an action, of times, and of addresses that do not fit. */
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const GUILD = "9468"
const MEMBER = "946802"
/** Speaks for nobody until a manager says so. */
const OTHER_ACCOUNT = "946803"
const BASE = `/app/g/${GUILD}`
let olga: PageBrowser

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  await tell(
    GUILD,
    guildStructure(GUILD, [], { members: [member(OWNER, [], "Olga"), member(MEMBER, [], "Ben")] }),
  )
  olga = await PageBrowser.of(OWNER)
})

async function hikingPage(): Promise<string> {
  const { html } = await olga.get(`${BASE}/memories`)
  return `${BASE}/memories/${/memories\/(m_[0-9a-f]{24})/.exec(html)?.[1]}`
}

test("the short address of a server leads to what it knows of the visitor", async () => {
  expect((await olga.get(BASE)).location).toBe(`${BASE}/me`)
})

test("times name their zone, which a manager sets on the page Policy", async () => {
  const page = await hikingPage()
  expect((await olga.get(page)).text).toMatch(/\d\d:\d\d UTC/)
  const settings = { consent: "opt_out", retention_days: "7", notes_days: "0", timezone: "Europe/Oslo" }
  await olga.submit(`${BASE}/manage/settings`, settings)
  expect(await ok("GET", `/v1/guilds/${GUILD}/settings`)).toMatchObject({ timezone: "Europe/Oslo" })
  expect((await olga.get(page)).text).toMatch(/\d\d:\d\d Oslo time/)
})

test("pausing and resuming say so", async () => {
  expect((await olga.submit(`${BASE}/manage/pause`, { paused: "true" })).text).toContain("Saving is paused.")
  expect((await olga.submit(`${BASE}/manage/pause`, { paused: "false" })).text).toContain("Saving goes on.")
})

test.each(["memories?type=bogus", "memories?status=gone", "run/audit?action=nope", "memories?cursor=x"])(
  "a filter that does not exist is refused in plain words: %s",
  async (path) => {
    const { status, text } = await olga.get(`${BASE}/${path}`)
    expect(status).toBe(400)
    expect(text).toContain("Open the page from the menu again.")
  },
)

test.each(["5", "abc"])("the lab says that %s is no number of tokens", async (tokens) => {
  const { text } = await olga.get(`${BASE}/manage/lab?q=hiking&tokens=${tokens}`)
  expect(text).toContain("Tokens must be a whole number from 50 to 8,000")
})

test("whoever forgets is told that the message stays", async () => {
  expect((await olga.get(await hikingPage())).text).toContain("stay searchable until they expire")
})

test("a correction that begins with a pronoun is refused", async () => {
  const page = await hikingPage()
  const fields = { fact: "He owns a boat", importance: "low", lifetime: "7d" }
  const { status, text } = await olga.post(`${page}/correct`, { ...fields, page })
  expect(status).toBe(400)
  expect(text).toContain("Fact must begin with the name of the person, not with a pronoun.")
})

test("whoever opts out chooses what happens to what is known", async () => {
  const ben = await PageBrowser.of(MEMBER)
  const offer = "Erase, and remember me from now on"
  expect((await ben.get(`${BASE}/me/erase`)).text).toContain(offer)
  expect((await ben.get(`${BASE}/me/privacy`)).text).toContain(
    "Keep it, and show it only to me and the operator of the bot",
  )
  const kept = await ben.post(`${BASE}/me/consent`, { consent: "out", where: "here", known: "keep" })
  expect(kept.location).toContain("/me/privacy?done=opted_out")
  const erased = await ben.post(`${BASE}/me/consent`, { consent: "out", where: "here", known: "erase" })
  expect(erased.location).toContain("/me/erase?done=opted_out")
  expect((await ben.get(erased.location ?? "")).text).not.toContain(offer)
})

test("a person sees what a manager attributed to them, and rejects it for good", async () => {
  const ben = await PageBrowser.of(MEMBER)
  expect((await ben.get(`${BASE}/me`)).text).not.toContain("Accounts attributed by a manager")
  const attribute = () => olga.submit(`${BASE}/run/identities`, { account: OTHER_ACCOUNT, person: MEMBER })
  expect((await attribute()).text).toContain("Saved.")
  const shown = await ben.get(`${BASE}/me`)
  expect(shown.text).toContain("Accounts attributed by a manager")
  expect(shown.text).toContain(OTHER_ACCOUNT)
  const rejected = await ben.submit(`${BASE}/me/reject-account`, { account: OTHER_ACCOUNT })
  expect(rejected.text).toContain("Rejected.")
  expect(rejected.text).not.toContain(OTHER_ACCOUNT)
  expect((await attribute()).text).toContain("One of the two accounts rejected this")
  expect((await ben.post(`${BASE}/me/reject-account`, { account: OTHER_ACCOUNT })).status).toBe(404)
})

test("the audit log tells an approval from a rejection and from a correction", async () => {
  const id = (await hikingPage()).split("/").at(-1)
  await ok("PATCH", `/v1/guilds/${GUILD}/memories/${id}`, { status: "superseded" })
  expect((await olga.get(`${BASE}/run/audit`)).text).toContain("Rejected a memory")
})

test("a person whom no server here knows is told so at sign-in", async () => {
  const { status, text } = await new PageBrowser().post("/app/sign-in/local", { person: "424242" })
  expect(status).toBe(400)
  expect(text).toContain("Nobody here has this id")
})

test("the lab says the true minimum share of a question for several things", async () => {
  const { text } = await olga.get(`${BASE}/manage/lab?q=${"What%20hobbies%20does%20Ada%20have"}`)
  expect(text).toContain(
    "its share of the best is below 0.0075, an eighth of the policy&#39;s minimum share of the best, because the question asks for several things",
  )
  expect((await olga.get(`${BASE}/manage/policy`)).text).toContain(
    "For a question that asks for several things, an eighth of it applies.",
  )
})

test("the lab's legend explains each result", async () => {
  const { text } = await olga.get(`${BASE}/manage/lab?q=Does%20Ada%20love%20hiking`)
  expect(text).toContain("its share of the best is below 0.06, the policy&#39;s minimum share of the best")
  expect(text).toContain(
    "Neither limit applies to facts about the person who asks or about somebody in the best conversations found",
  )
  expect(text).toContain("Over the token limit: it was chosen")
})

test("the privacy page names the keys of administrators, uploaded files and members' own imports", async () => {
  const { text } = await olga.get(`/privacy/${GUILD}`)
  expect(text).toContain(
    "The server&#39;s administrators can create API keys. An admin key reads the whole server",
  )
  expect(text).toContain("Messages of an uploaded file")
  expect(text).toContain("Records of imports")
  expect(text).toContain("a member imports their own messages")
})

test("an id that is none finds no page, and as a filter is refused", async () => {
  for (const path of ["memories/x", "people/abc"])
    expect((await olga.get(`${BASE}/${path}`)).status).toBe(404)
  for (const filter of ["person=zzz", "channel=zzz"])
    expect((await olga.get(`${BASE}/conversations?${filter}`)).status).toBe(400)
})

test("the default policy is compared with none before it", async () => {
  const { text } = await olga.get(`${BASE}/manage/policy/versions/0`)
  expect(text).toContain("Policy version 0")
  expect(text).not.toContain("From the version in force before it")
})
