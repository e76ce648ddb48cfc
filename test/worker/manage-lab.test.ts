/** The recall lab: what was found and why, as others would see it, and nothing that the visitor may not read. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { FORMAT_NAMES } from "../../src/dashboard/manage/policy/policy-fields.ts"
import { NOON } from "./builders.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, hear, ok, talk } from "./http.ts"

const GUILD = "9472"
const [ADA, STEWARD, MOD] = ["11", "947220", "947230"]
const LAB = `/app/g/${GUILD}/manage/lab`
const SEE_AND_READ = String((1n << 10n) | (1n << 16n))
const MANAGE_SERVER = String(1n << 5n)

beforeAll(async () => {
  const roles = [
    { id: GUILD, name: "@everyone", permissions: SEE_AND_READ, color: 0 },
    { id: MODS, name: "mods", permissions: "0", tags: {} },
    { id: "75", name: "stewards", permissions: MANAGE_SERVER, tags: {} },
  ]
  await tell(
    GUILD,
    guildStructure(GUILD, [], {
      guild: { id: GUILD, owner_id: OWNER, roles, name: "A guild", features: [] },
      members: [
        member(ADA, [], "Ada"),
        member(STEWARD, ["75"], "Stew"),
        member(MOD, [MODS], "Moe"),
        member(OWNER, [], "Olive"),
      ],
    }),
  )
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "channel-200" })
  await adaSays(GUILD, MOD_ROOM, "I love climbing in the dolomites", { name: "channel-100" })
  await hear(GUILD, MOD_ROOM, talk(20_000, NOON, [[MOD, "Moe", "I love baking bread"]]), {
    name: "channel-100",
  })
  await hear(GUILD, MOD_ROOM, talk(30_000, NOON, [[OWNER, "Olive", "I love stamps"]]), {
    name: "channel-100",
  })
})

const ask = (browser: PageBrowser, more: Record<string, string>) =>
  browser.get(`${LAB}?${new URLSearchParams({ q: "what does Ada love?", ...more })}`)

test("a manager sees candidates with their scores, and the text in every format", async () => {
  const olive = await PageBrowser.of(OWNER)
  for (const [format, name] of Object.entries(FORMAT_NAMES)) {
    const page = await ask(olive, { as: "me", format })
    expect(page.status).toBe(200)
    expect(page.text).toContain("hiking")
    expect(page.text).toContain("Shown")
    expect(page.html).toContain(`aria-label="Text as ${name}"`)
  }
})

test("asked as everyone, what mods said is withheld and not in the text", async () => {
  const olive = await PageBrowser.of(OWNER)
  const page = await ask(olive, { as: "everyone" })
  const [shown = "", withheld = ""] = page.html.split("Withheld</h2>")
  expect(shown).toContain("hiking")
  expect(shown).not.toContain("dolomites")
  expect(withheld).toContain("dolomites")
})

test("withheld is what they would be shown, and not what the manager is shown about themselves", async () => {
  const olive = await PageBrowser.of(OWNER)
  const words = { q: "climbing in the dolomites?" }
  expect((await ask(olive, { ...words, as: "me" })).html).toContain("stamps")
  const [, withheld = ""] = (await ask(olive, { ...words, as: "everyone" })).html.split("Withheld</h2>")
  expect(withheld).toContain("dolomites")
  expect(withheld).not.toContain("stamps")
})

test("asked as a mod, the text holds what mods may read", async () => {
  const olive = await PageBrowser.of(OWNER)
  const page = await ask(olive, { as: "person", person: "moe" })
  expect(page.html.split("Withheld</h2>")[0]).toContain("dolomites")
  expect((await ask(olive, { as: "channel", channel: MOD_ROOM })).text).toContain("dolomites")
})

test("a manager who cannot read a channel learns nothing of it, whoever they ask as", async () => {
  const steward = await PageBrowser.of(STEWARD)
  const pages = await Promise.all(
    [
      { as: "me" },
      { as: "everyone" },
      { as: "channel", channel: MOD_ROOM },
      { as: "person", person: MOD },
      { as: "person", person: OWNER },
      { as: "person", person: "Ada" },
    ].map((more) => ask(steward, more)),
  )
  for (const page of pages) {
    expect(page.status).toBe(200)
    expect(page.html).not.toContain("dolomites")
    expect(page.html).not.toContain(`channel-${MOD_ROOM}`)
    expect(page.html).not.toContain(`value="${MOD_ROOM}"`)
    expect(page.html).not.toContain("Withheld")
  }
})

test("a candidate below a limit is marked with the limit that it missed", async () => {
  const olive = await PageBrowser.of(OWNER)
  const marks = async (recall: Record<string, number>) => {
    await ok("PUT", `/v1/guilds/${GUILD}/policy`, { recall })
    const { text } = await ask(olive, { q: "who loves climbing?", as: "channel", channel: MOD_ROOM })
    const [, lead = "", table = ""] =
      /Candidates In the order(.*?)Candidates with their scores(.*)$/s.exec(text) ?? []
    return { lead, unlikely: table.includes("Too unlikely"), far: table.includes("Far below the best") }
  }
  const byShare = await marks({ min_score: 0, min_share: 1 })
  expect(byShare).toMatchObject({ unlikely: false, far: true })
  expect(byShare.lead).toContain("its share of the best is below 1")
  const byScore = await marks({ min_score: 1, min_share: 0 })
  expect(byScore).toMatchObject({ unlikely: true, far: false })
  expect(byScore.lead).toContain("its chance is below 1")
  const byNone = await marks({ min_score: 0, min_share: 0 })
  expect(byNone).toMatchObject({ unlikely: false, far: false })
  expect(byNone.lead).toContain("No minimum applies")
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, {})
})

test("a share below the limit is shown with the decimals that tell it from the limit and from nothing", async () => {
  const olive = await PageBrowser.of(OWNER)
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, { recall: { min_score: 0, min_share: 1 } })
  const { html } = await ask(olive, { q: "who loves climbing?", as: "channel", channel: MOD_ROOM })
  const [, table = ""] = html.split("Candidates with their scores</caption>")
  const rows = table.split("<tr>").filter((row) => row.includes("Far below the best"))
  const shares = rows.map((row) => [...row.matchAll(/>(\d\.\d+)</g)].at(-1)?.[1] ?? "none")
  expect(rows.length).toBeGreaterThan(0)
  for (const share of shares) expect([share, Number(share) > 0 && Number(share) < 1]).toEqual([share, true])
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, {})
})

test("the lab shows the policy's format, with the tokens of the text that it shows", async () => {
  const olive = await PageBrowser.of(OWNER)
  const page = await ask(olive, { as: "me" })
  expect(page.html).toContain('aria-label="Text as JSON"')
  const tokens = /Tokens (\d+) of at most/.exec(page.text)?.[1]
  expect(page.text).toContain(`JSON: ${tokens} XML Plain text`)
  expect(page.text).toContain("Plain text, tagged lines, classic style")
  expect(page.text).not.toContain("tagged:classic")
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, { recall: { format: "narrative" } })
  expect((await ask(olive, { as: "me" })).html).toContain('aria-label="Text as Sentences"')
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, {})
})

test("a wrong number of tokens stays in its field with the problem", async () => {
  const olive = await PageBrowser.of(OWNER)
  const page = await ask(olive, { as: "me", tokens: "30" })
  const field = page.html.split('<label for="f-tokens">')[1]?.split("</div>")[0]
  expect(field).toContain('value="30"')
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain("Tokens must be a whole number from 50 to 8,000")
  expect(page.text).not.toContain("hiking")
})

test("a person or a channel that nobody knows comes back with its problem at the field", async () => {
  const olive = await PageBrowser.of(OWNER)
  const wrong = [
    ["person", "Nobody", "Nobody you may know of has this name or id."],
    ["person", "", "Enter a person&#39;s name or id."],
    ["channel", "999", "Choose a channel that you can read."],
  ] as const
  for (const [as, named, problem] of wrong) {
    const { html, text } = await ask(olive, { as, [as]: named })
    const field = html.split(`<label for="f-${as}">`)[1]?.split("</div>")[0]
    expect(field).toContain('aria-invalid="true"')
    expect(field).toContain(problem)
    expect(html.split(problem)).toHaveLength(2)
    expect(text).not.toContain("hiking")
  }
})

test.each([{ as: "<b>" }, { format: "doc" }])(
  "an unknown choice in the address is refused: %o",
  async (more) => {
    const page = await ask(await PageBrowser.of(OWNER), more)
    expect(page.status).toBe(400)
    expect(page.text).toContain("That address does not work")
  },
)

test("the lab counts in no statistics, and members cannot open it", async () => {
  const counts = () => env.INDEXES.getByName(GUILD).questionDays()
  const before = await counts()
  const olive = await PageBrowser.of(OWNER)
  await ask(olive, { as: "me" })
  expect(await counts()).toEqual(before)
  const ada = await PageBrowser.of(ADA)
  expect((await ask(ada, { as: "me" })).status).toBe(403)
})
