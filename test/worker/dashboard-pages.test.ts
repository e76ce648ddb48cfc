/** The dashboard shows each person what they may read, escaped, and changes only what they may change. */
import { env } from "cloudflare:workers"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OWNER, tell } from "./guild-structure.ts"
import { type MemoryBody, ok, type Page } from "./http.ts"

const GUILD = "9411"
const BASE = `/app/g/${GUILD}`
const [ADA, BO, MOD, MANAGER, ODD] = ["941110", "941111", "941112", "941113", "941114"]
const HOSTILE = `<img src=x onerror=alert(1)>"'&`

let at = Date.UTC(2026, 10, 20, 12)

/** Says something in a channel as a person, told to be remembered about themselves. */
async function says(person: string, name: string, channel: string, fact: string): Promise<void> {
  at += 60_000
  await ok("POST", `/v1/guilds/${GUILD}/channels/${channel}/messages`, {
    channel: { name: channel === MOD_ROOM ? "mods" : "general" },
    messages: [
      {
        id: String(BigInt(at) * 4_096n),
        author: { id: person, name },
        content: fact,
        timestamp: new Date(at).toISOString(),
      },
    ],
  })
  await ok("POST", `/v1/guilds/${GUILD}/channels/${channel}/flush`, {})
}

beforeAll(async () => {
  const members = [
    member(ADA, [], "Ada"),
    member(ODD, [], HOSTILE),
    member(BO, [], "Bo"),
    member(MOD, [MODS], "Mo"),
    member(MANAGER, ["73"], "Mana"),
  ]
  const told = guildStructure(GUILD, [], { members })
  const guild = told.guild as { roles: unknown[] }
  guild.roles.push({ id: "73", name: "managers", permissions: String(1n << 5n) })
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, {})
  await tell(GUILD, told)
  await says(ADA, "Ada", GENERAL, "I live in Oslo")
  await says(ADA, "Ada", GENERAL, "I love hiking")
  await says(ODD, HOSTILE, GENERAL, "I have a dog")
  const { items } = await ok<Page<MemoryBody>>("GET", `/v1/guilds/${GUILD}/memories?q=hiking`)
  // No way of writing accepts such a fact. If one got in all the same, pages must not execute it.
  const fact = `Ada is <b>bold</b> ${HOSTILE}`
  await env.DB.batch([
    env.DB.prepare("UPDATE memories SET fact = ? WHERE id = ?").bind(fact, items[0]?.id ?? ""),
    env.DB.prepare("UPDATE evidence SET fact = ? WHERE memory_id = ?").bind(fact, items[0]?.id ?? ""),
  ])
  await says(MOD, "Mo", MOD_ROOM, "I am allergic to walnuts")
}, 60_000)

afterEach(() => {
  vi.restoreAllMocks()
})

async function memoryOf(browser: PageBrowser, words: string): Promise<string> {
  const { html } = await browser.get(`${BASE}/memories?q=${encodeURIComponent(words)}`)
  const id = /\/memories\/(m_[0-9a-f]{24})/.exec(html)?.[1]
  if (id === undefined) throw new Error(`no memory says ${words}`)
  return id
}

test("names and facts of hostile people are text on every page", async () => {
  const odd = await PageBrowser.of(ODD)
  const id = await memoryOf(odd, "bold")
  for (const path of [
    "memories",
    "me",
    "people",
    `people/${ADA}`,
    `people/${ODD}`,
    `memories/${id}`,
    "conversations",
    "topics",
  ]) {
    const { status, html } = await odd.get(`${BASE}/${path}`)
    expect(status, path).toBe(200)
    expect(html, path).not.toContain("<img src=x")
    expect(html, path).not.toContain("<b>bold")
    expect(html, path).not.toMatch(/<script|javascript:| style="| on\w+="/i)
  }
})

test("a fact from a private channel is in no page of whoever cannot read the channel", async () => {
  const [bo, mod] = [await PageBrowser.of(BO), await PageBrowser.of(MOD)]
  const id = await memoryOf(mod, "walnuts")
  expect((await mod.get(`${BASE}/memories/${id}`)).text).toContain("Only people who can read #")
  const paths = [
    "me",
    "memories",
    "memories?q=walnuts",
    `memories?about=${MOD}`,
    "memories?about=Mo",
    "people",
    "conversations",
    `conversations?channel=${MOD_ROOM}`,
  ]
  for (const path of paths) {
    const { html } = await bo.get(`${BASE}/${path}`)
    expect(html.replaceAll("q=walnuts", "").replaceAll('value="walnuts"', ""), path).not.toMatch(
      /walnuts|allergic/,
    )
    expect(html, path).not.toContain(id)
  }
  const [hidden, missing] = [
    await bo.get(`${BASE}/memories/${id}`),
    await bo.get(`${BASE}/memories/m_${"0".repeat(24)}`),
  ]
  expect(hidden.status).toBe(403)
  expect(hidden.html).toBe(missing.html)
  expect((await bo.get(`${BASE}/people/${MOD}`)).status).toBe((await bo.get(`${BASE}/people/941199`)).status)
})

test("a search that is too long for its field is refused with the limit, and lists nothing", async () => {
  const ada = await PageBrowser.of(ADA)
  for (const [address, problem] of [
    [`memories?q=${"walnuts ".repeat(13).trim()}`, "Words must have at most 100 characters."],
    [`memories?by=${"x".repeat(101)}`, "Said by must have at most 100 characters."],
    [`memories?topic=${"x".repeat(41)}`, "Topic must have at most 40 characters."],
  ] as const) {
    const { status, text, html } = await ada.get(`${BASE}/${address}`)
    expect(status).toBe(400)
    expect(text).toContain(`That search is too long ${problem}`)
    expect(html).not.toContain("/memories/m_")
  }
  const asked = await (await PageBrowser.of(MANAGER)).get(`${BASE}/manage/lab?q=${"x".repeat(2_001)}`)
  expect([asked.status, asked.text]).toEqual([
    400,
    expect.stringContaining("Question must have at most 2,000 characters."),
  ])
  expect((await ada.get(`${BASE}/memories?q=${"x".repeat(100)}`)).status).toBe(200)
})

test("an address with a slash at its end leads to the page", async () => {
  const ada = await PageBrowser.of(ADA)
  const { status, location } = await ada.get(`${BASE}/me/`)
  expect(status).toBe(301)
  expect(new URL(location ?? "").pathname).toBe(`${BASE}/me`)
})

test("a manager without the channel's role cannot read it on pages either", async () => {
  const manager = await PageBrowser.of(MANAGER)
  expect((await manager.get(`${BASE}/memories?q=walnuts`)).text).toContain("Nothing matches")
})

test("a member corrects, forgets and restores their own fact, and nobody else's", async () => {
  const [ada, bo] = [await PageBrowser.of(ADA), await PageBrowser.of(BO)]
  const id = await memoryOf(ada, "Oslo")
  const fields = { fact: "Ada lives in Bergen", importance: "medium", lifetime: "permanent" }
  expect((await bo.post(`${BASE}/memories/${id}/correct`, fields)).status).toBe(403)
  expect((await bo.post(`${BASE}/memories/forget`, { id })).status).toBe(403)
  const corrected = await ada.submit(`${BASE}/memories/${id}/correct`, fields)
  expect(corrected.text).toContain("Corrected. You can undo this for ten minutes.")
  expect(corrected.text).toContain("Ada lives in Bergen")
  const undo = /name="undo" value="(w_[0-9a-f-]{36})"/.exec(corrected.html)?.[1] ?? ""
  const restored = await ada.submit(`${BASE}/undo`, { undo, back: `${BASE}/memories/${id}` })
  expect(restored.text).toContain("Restored as it was.")
  expect(restored.text).toContain("Oslo")
})

test("a form sent twice forgets once, and one press undoes it", async () => {
  const ada = await PageBrowser.of(ADA)
  const id = await memoryOf(ada, "bold")
  const act = crypto.randomUUID()
  const [first, second] = [
    await ada.post(`${BASE}/memories/forget`, { id, act }),
    await ada.post(`${BASE}/memories/forget`, { id, act }),
  ]
  expect(second.location).toBe(first.location)
  expect((await ada.get(`${BASE}/memories?q=bold`)).text).toContain("Nothing matches")
  await ada.post(`${BASE}/undo`, { undo: `w_${act}` })
  expect(await memoryOf(ada, "bold")).toBe(id)
})

test("a field that does not fit is named, and nothing changes", async () => {
  const ada = await PageBrowser.of(ADA)
  const id = await memoryOf(ada, "Oslo")
  const blank = await ada.post(`${BASE}/memories/${id}/correct`, {
    fact: " ",
    importance: "huge",
    lifetime: "7d",
  })
  expect(blank.status).toBe(400)
  expect(blank.text).toMatch(/Fact must not be empty\..*Importance must be one of the choices\./)
  const noForm = await ada.send(`${BASE}/memories/forget`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", origin: "http://127.0.0.1:8787" },
  })
  expect(noForm.status).toBe(415)
})

/** Stands in for Discord, which is asked for a member before each change. */
function discordSays(answer: () => Response): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer())
}

/** A browser that signed in before, at a deployment with Discord. */
async function deployed(person: string): Promise<PageBrowser> {
  const signedIn = await PageBrowser.of(person)
  const browser = new PageBrowser({
    DISCORD_CLIENT_SECRET: "secret",
    DISCORD_TOKEN: "bot-token",
    LOCAL_SIGN_IN: "",
  })
  for (const [name, value] of signedIn.cookies) browser.cookies.set(name, value)
  return browser
}

test("a role that was lost between reading and changing counts at the change", async () => {
  const manager = await deployed(MANAGER)
  const id = await memoryOf(manager, "Oslo")
  expect((await manager.get(`${BASE}/memories/${id}`)).html).toContain(`${BASE}/memories/${id}/correct`)
  discordSays(() => Response.json({ user: { id: MANAGER, username: "Mana" }, roles: [] }))
  expect((await manager.post(`${BASE}/memories/forget`, { id })).status).toBe(403)
  vi.restoreAllMocks()
  expect((await manager.get(`${BASE}/memories/${id}`)).html).not.toContain(`${BASE}/memories/${id}/correct`)
})

test("whoever left the server reads and changes nothing from then on", async () => {
  await tell(GUILD, { members: [member("941120", [], "Leo")] })
  const leo = await deployed("941120")
  expect((await leo.get(`${BASE}/memories`)).status).toBe(200)
  discordSays(() => Response.json({ message: "Unknown Member", code: 10007 }, { status: 404 }))
  expect((await leo.post(`${BASE}/me/consent`, { consent: "out", where: "here" })).status).toBe(403)
  expect((await leo.get(`${BASE}/memories`)).status).toBe(403)
})

test("while Discord is silent nothing is changed, and the page says so", async () => {
  const ada = await deployed(ADA)
  const id = await memoryOf(ada, "Oslo")
  discordSays(() => new Response("down", { status: 502 }))
  const answer = await ada.post(`${BASE}/memories/forget`, { id })
  expect(answer.status).toBe(503)
  expect(answer.text).toContain("Discord did not answer")
  vi.restoreAllMocks()
  expect(await memoryOf(ada, "Oslo")).toBe(id)
})

test("a person opts out and in, downloads their data, and sees how much is stored", async () => {
  const bo = await PageBrowser.of(BO)
  expect((await bo.submit(`${BASE}/me/consent`, { consent: "out", where: "here" })).text).toContain(
    "Not remembered",
  )
  expect((await bo.get(`${BASE}/people/${BO}`)).html).toMatch(/<h1>Bo\b/)
  expect((await bo.submit(`${BASE}/me/consent`, { consent: "in", where: "here" })).text).toContain(
    "You opted in.",
  )
  // An address that was kept says nothing that no longer holds.
  expect((await bo.get(`${BASE}/me/privacy?done=opted_out`)).location).toBe(`${BASE}/me/privacy`)
  const file = await bo.post(`${BASE}/me/export`, {})
  expect(file.headers.get("content-disposition")).toContain("keepsake-export.json")
  expect(JSON.parse(file.html)).toMatchObject({ format: "keepsake-export" })
})

test("somebody who is not remembered here can still opt out of every server, until they have", async () => {
  const person = "941150"
  await tell(GUILD, { members: [member(person, [], "Ida")] })
  const ida = await PageBrowser.of(person)
  const offer = "Opt out of every server"
  expect((await ida.get(`${BASE}/me/privacy`)).text).not.toContain(offer)
  const out = await ida.submit(`${BASE}/me/consent`, { consent: "out", where: "here" })
  expect(out.text).toContain(offer)
  const form = /<form(?:(?!<\/form>).)*Opt out of every server/s.exec(out.html)?.[0] ?? ""
  const fields = Object.fromEntries(
    [...form.slice(form.lastIndexOf("<form")).matchAll(/name="(\w+)" value="(\w+)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
  expect(fields).toMatchObject({ consent: "out", where: "everywhere" })
  const everywhere = await ida.submit(`${BASE}/me/consent`, { consent: "out", where: "everywhere" })
  expect(everywhere.text).toContain("You opted out of every server with this bot")
  expect(everywhere.text).not.toContain(offer)
  await ok("PUT", `/v1/people/${person}/consent`, { consent: null })
  await ok("PUT", `/v1/guilds/${GUILD}/members/${person}/consent`, { consent: null })
  // Where only people who agreed are remembered, it is offered to whoever said nothing.
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, { consent: "opt_in" })
  expect((await ida.get(`${BASE}/me/privacy`)).text).toContain(offer)
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, {})
})

test.each([
  ["out", `/v1/guilds/${GUILD}/members/941140/consent`, { consent: "out" }, { consent: null }],
  ["out of every server", "/v1/people/941140/consent", { consent: "out" }, { consent: null }],
  [
    "out by saying nothing where only people who agreed are remembered",
    `/v1/guilds/${GUILD}/settings`,
    { consent: "opt_in" },
    {},
  ],
])(
  "whoever opted %s is to others like somebody who was never there, managers included",
  async (_, path, put, back) => {
    await tell(GUILD, { members: [member("941140", [], "Tarquin"), member(MANAGER, ["73"], "Mana")] })
    await says("941140", "Tarquin", GENERAL, "I restore harpsichords")
    const [bo, mana, own] = [
      await PageBrowser.of(BO),
      await PageBrowser.of(MANAGER),
      await PageBrowser.of("941140"),
    ]
    const pages = ["people/ID", "conversations?person=ID", "memories?about=ID", "memories?by=ID"]
    const lab = "manage/lab?as=person&person=ID&q=harpsichords"
    const seen = async (browser: PageBrowser, page: string, id: string) => {
      const { status, text } = await browser.get(`${BASE}/${page.replace("ID", id)}`)
      return `${status} ${text.replaceAll(id, "ID")}`
    }
    expect(await seen(bo, "people/ID", "941140")).toMatch(/^200 .*Tarquin/)
    await ok("PUT", path, put)
    const readers = [
      ...pages.map((page) => [bo, page] as const),
      ...[...pages, lab].map((page) => [mana, page] as const),
    ]
    for (const [browser, page] of readers)
      expect(await seen(browser, page, "941140")).toBe(await seen(browser, page, "941149"))
    expect(await seen(bo, "people/ID", "941140")).toMatch(/^403 /)
    expect((await own.get(`${BASE}/people/941140`)).text).toContain("harpsichords")
    await ok("PUT", path, back)
  },
)

test("lifting the opt-out of every server says so where the person stays opted out of this one", async () => {
  const bo = await PageBrowser.of(BO)
  const consent = (to: "in" | "out", where: "here" | "everywhere") =>
    bo.submit(`${BASE}/me/consent`, { consent: to, where })
  await consent("out", "here")
  const lifted = await consent("in", "everywhere")
  expect(lifted.text).toContain("In this server you are still not remembered.")
  expect(lifted.text).toContain("You opted out of this server.")
  expect(lifted.text).not.toContain("You opted in.")
  await consent("out", "everywhere")
  expect((await consent("in", "here")).text).toContain("You have also opted out of every server")
  expect((await consent("in", "everywhere")).text).toContain("You opted in.")
})

test("an erasure says of what comes after what its request decided, whatever is typed into its address", async () => {
  await tell(GUILD, { members: [member("941131", [], "Fay"), member("941132", [], "Gil")] })
  const fay = await PageBrowser.of("941131")
  const stayed = await fay.post(`${BASE}/me/erase`, { consent: "stay" })
  expect(stayed.location).toMatch(/\/erasure\/e_[0-9a-f-]{36}$/)
  const gil = await PageBrowser.of("941132")
  const plain = await gil.get((await gil.post(`${BASE}/me/erase`, { consent: "out" })).location ?? "")
  expect(plain.text).toContain("This request also opted you out of")
  for (const typed of ["", "?consent=out", "?consent=everywhere"]) {
    const { text } = await fay.get(`${stayed.location}${typed}`)
    expect(text).toContain("This request did not opt you out")
    expect(text).not.toContain("also opted you out")
  }
})

test("an opt-out of every server shows on nobody's page of an erasure, whose id a server's operators can list", async () => {
  await tell(GUILD, { members: [member("941133", [], "Hal"), member("941134", [], "Ivo")] })
  const [hal, ivo] = [await PageBrowser.of("941133"), await PageBrowser.of("941134")]
  await hal.submit(`${BASE}/me/consent`, { consent: "out", where: "everywhere" })
  const pages = await Promise.all(
    [hal, ivo].map(async (one) => {
      const { location } = await one.post(`${BASE}/me/erase`, { consent: "out" })
      return /<p>This request.*?<\/p>/s.exec((await one.get(location ?? "")).html)?.[0]
    }),
  )
  expect(pages[0]).toContain("If you opted out of every server with this bot, that still applies.")
  expect(pages[1]).toBe(pages[0])
  await ok("PUT", "/v1/people/941133/consent", { consent: null })
})

test("a person who has themselves erased is signed out everywhere and follows it without a session", async () => {
  await tell(GUILD, { members: [member("941130", [], "Eve"), member(OWNER, [], "Olga")] })
  await says("941130", "Eve", GENERAL, "I live in Lisbon")
  const [desk, phone] = [await PageBrowser.of("941130"), await PageBrowser.of("941130")]
  const asked = (await desk.get(`${BASE}/me/erase`)).text
  const server = /Erase everything about you in (.+?)\?/.exec(asked)?.[1] ?? ""
  expect(asked).toMatch(
    /Other servers with this bot are not touched.*codes made of your names.*bare IDs of your/s,
  )
  const { location } = await desk.post(`${BASE}/me/erase`, { consent: "out" })
  expect(location).toMatch(new RegExp(`^/privacy/${GUILD}/erasure/e_[0-9a-f-]{36}$`))
  const report = await vi.waitFor(
    async () => {
      const { text } = await desk.get(location ?? "")
      expect(text).toContain("Everything about you in")
      return text
    },
    { timeout: 30_000, interval: 300 },
  )
  expect(report).toContain(`Everything about you in ${server} is erased.`)
  expect(report).toContain("Other servers with this bot are not touched.")
  expect(report).toContain(`This request also opted you out of ${server}`)
  expect(report).toContain("Facts about you, or that rested on your words 1")
  expect(report).toMatch(/What stays without you .*Log entries \d+/)
  expect(report).not.toMatch(/What was removed .*Log entries .*What stays/)
  const list = await (await PageBrowser.of(OWNER)).get(`${BASE}/run/erasures`)
  expect(list.text).toMatch(/A person Done .*\d+ records? removed \d+ records? changed/)
  expect(report).toContain("These numbers can differ from those under Privacy and data")
  expect((await phone.get("/app")).location).toBe("/app/sign-in")
  const { results } = await env.DB.prepare("SELECT 1 FROM dashboard_sessions WHERE user_id = '941130'").all()
  expect(results).toEqual([])
})
