/** A form that is refused comes back as it was sent, with each problem at its field in the words of its label. */
import { exports } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { inPageWords } from "../../src/dashboard/kit/refused-form.tsx"
import { PageBrowser, type PageSeen } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const GUILD = "9467"
const BASE = `/app/g/${GUILD}`
let olga: PageBrowser
let memoryId = ""

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  await adaSays(GUILD, MOD_ROOM, "I love banning trolls", { name: "mods", audience: "restricted" })
  await tell(GUILD, guildStructure(GUILD, [], { members: [member(OWNER, [], "Olga")] }))
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, {
    projects: { fair: { name: "Fair", channels: [GENERAL] } },
  })
  olga = await PageBrowser.of(OWNER)
  const list = await olga.get(`${BASE}/memories`)
  memoryId = /memories\/(m_[0-9a-f]{24})/.exec(list.html)?.[1] ?? ""
})

/** Opens a page and returns the fields of its form to an address, as a browser would send them untouched. */
async function formOn(page: string, action: string): Promise<Record<string, string>> {
  const { html } = await olga.get(page)
  const forms = html.split("<form ").slice(1)
  const form = forms.find((one) => one.includes(`action="${action}"`))?.split("</form>")[0]
  if (form === undefined) throw new Error(`no form to ${action} on ${page}`)
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1]
    const name = of("name")
    if (name === undefined || (of("type") === "checkbox" && !/ checked/.test(input))) continue
    fields[name] = of("value") ?? ""
  }
  for (const [, name = "", options = ""] of form.matchAll(
    /<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/g,
  ))
    fields[name] =
      /<option value="([^"]*)" selected/.exec(options)?.[1] ??
      /<option value="([^"]*)"/.exec(options)?.[1] ??
      ""
  for (const [, name = "", text = ""] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/g,
  ))
    fields[name] = text
  return fields
}

const FORMS: {
  name: string
  page: () => string
  action: () => string
  wrong: Record<string, string>
  /** What the page says, in the words of the label. */
  says: string[]
  /** The text of another field that must not be lost. */
  kept?: Record<string, string>
}[] = [
  {
    name: "the policy",
    page: () => "manage/policy",
    action: () => "manage/policy",
    wrong: { "gate.min_confidence": "7", "recall.max_items": "many", intent: "save" },
    says: ["Minimum confidence must be at most 1.", "Maximum items must be a number."],
    kept: { note: "Fewer mistakes" },
  },
  {
    name: "consent, retention and time zone",
    page: () => "manage/policy",
    action: () => "manage/settings",
    wrong: { timezone: "Atlantis", retention_days: "31" },
    says: [
      "Messages are kept must be at most 30.",
      "Time zone must be a time zone name such as Europe/Oslo.",
    ],
  },
  {
    name: "caps on spend",
    page: () => "run/spend",
    action: () => "run/spend",
    wrong: { daily_tokens: "-5", monthly_usd: "ten" },
    says: ["Tokens a day must be at least 0.", "US dollars a month must be a number, or empty for no cap."],
    kept: { daily_neurons: "400" },
  },
  {
    name: "a new key",
    page: () => "run/keys/new",
    action: () => "run/keys",
    wrong: { name: " " },
    says: ["Name must not be empty."],
    kept: { days: "365" },
  },
  {
    name: "an admin key that reads as one person",
    page: () => "run/keys/new",
    action: () => "run/keys",
    wrong: { scope: "admin" },
    says: ["Reads must be “The whole server (each request says who reads)” for an admin key."],
    kept: { name: "Backup script", scope: "admin" },
  },
  {
    name: "an attribution to nobody",
    page: () => "run/identities",
    action: () => "run/identities",
    wrong: { account: "Ada", person: "99999" },
    says: ["Account id must be a Discord id, which has up to 19 digits."],
    kept: { person: "99999" },
  },
  {
    name: "an attribution to a person whom nobody knows",
    page: () => "run/identities",
    action: () => "run/identities",
    wrong: { person: "99999" },
    says: ["Person id is no account that has written in this server."],
    kept: { account: "94671" },
  },
  {
    name: "a new project",
    page: () => "run/projects",
    action: () => "run/projects",
    wrong: { id: "Bad Id!" },
    says: ["Id must be 1 to 40 lower-case letters, digits and hyphens."],
    kept: { name: "Winter fair" },
  },
  {
    name: "a project's channels",
    page: () => "run/projects/fair",
    action: () => "run/projects/fair",
    wrong: { channel: "424242" },
    says: ["Channels are not all channels that you can read."],
    kept: { name: "Summer fair" },
  },
  {
    name: "a channel's erasure without the tick",
    page: () => "run/erasures",
    action: () => "run/erasures",
    wrong: { channel: GENERAL },
    says: ["“I want to erase what was learned in this channel and its threads for good” must be ticked."],
    kept: { channel: GENERAL },
  },
  {
    name: "a channel's mode",
    page: () => `run/channels/${GENERAL}`,
    action: () => "run/channels",
    wrong: { mode: "loud" },
    says: ["Mode must be one of the choices."],
  },
  {
    name: "a correction without words",
    page: () => `memories/${memoryId}`,
    action: () => `memories/${memoryId}/correct`,
    wrong: { fact: "…" },
    says: ["Fact must not be empty."],
    kept: { importance: "high" },
  },
  {
    name: "a correction that is no sentence about the person",
    page: () => `memories/${memoryId}`,
    action: () => `memories/${memoryId}/correct`,
    wrong: { fact: "x".repeat(300) },
    says: ["Fact must begin with the name of the person."],
  },
  {
    name: "a correction of one word",
    page: () => `memories/${memoryId}`,
    action: () => `memories/${memoryId}/correct`,
    wrong: { fact: "Adaxxxxxxxxxxxx" },
    says: ["Fact must be a sentence."],
  },
  {
    name: "a correction with markup",
    page: () => `memories/${memoryId}`,
    action: () => `memories/${memoryId}/correct`,
    wrong: { fact: "Ada is a <i>welder</i> & poet" },
    says: ["Fact must be plain text, without markup such as bold or links."],
  },
  {
    name: "an attribution of an account to itself",
    page: () => "run/identities",
    action: () => "run/identities",
    wrong: { account: "94671", person: "94671" },
    says: ["Person id must not be the id of the account."],
  },
  {
    name: "a cap beyond what is stored",
    page: () => "run/spend",
    action: () => "run/spend",
    wrong: { daily_tokens: "9999999999999", daily_neurons: "1.5" },
    says: ["Tokens a day must be at most 1,000,000,000,000."],
  },
  {
    name: "a correction that names an illness",
    page: () => `memories/${memoryId}`,
    action: () => `memories/${memoryId}/correct`,
    wrong: { fact: "Ada was diagnosed with breast cancer" },
    says: ["policy does not allow saving it."],
    kept: { fact: "Ada was diagnosed with breast cancer", importance: "high" },
  },
  {
    name: "one's own consent",
    page: () => "me/privacy",
    action: () => "me/consent",
    wrong: { consent: "out", where: "nowhere" },
    says: ["Where must be one of the choices."],
  },
]

test.each(FORMS)(
  "a wrong form comes back filled in: $name",
  async ({ page, action, wrong, says, kept = {} }) => {
    const [at, to] = [`${BASE}/${page()}`, `${BASE}/${action()}`]
    const answer = await olga.post(to, { ...(await formOn(at, to)), ...kept, ...wrong })
    expect([400, 422]).toContain(answer.status)
    expect(answer.text).toContain("Nothing was changed.")
    for (const sentence of says) expect(answer.text).toContain(sentence)
    for (const [name, value] of Object.entries(kept)) expect(shownIn(answer, name)).toBe(value)
    const faults = [...answer.html.matchAll(/class="problem"[^>]*>([^<]*)/g)].map(([, one = ""]) => one)
    for (const sentence of [...says, ...faults]) expect(sentence).not.toMatch(/[a-z]_[a-z]|[a-z]\.[a-z]/)
  },
)

/** Returns what a field of the page holds. */
function shownIn({ html }: PageSeen, name: string): string | undefined {
  const tag = (pattern: string) => new RegExp(pattern.replace("NAME", `name="${name}"`), "s").exec(html)?.[1]
  return (
    tag(`<select[^>]* NAME[^>]*>(?:(?!</select>).)*<option value="([^"]*)" selected`) ??
    tag(`<textarea[^>]* NAME[^>]*>([^<]*)`) ??
    tag(`<input type="(?:text|number)" value="([^"]*)"[^>]* NAME`)
  )
}

test("the message is tied to its field, and the browser starts at the first one that needs a change", async () => {
  const to = `${BASE}/run/spend`
  const { html } = await olga.post(to, { ...(await formOn(to, to)), daily_tokens: "-5" })
  const field = /<input[^>]* name="daily_tokens"[^>]*>/.exec(html)?.[0] ?? ""
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain('aria-describedby="p-daily_tokens"')
  expect(field).toContain("autofocus")
  expect(html).toContain('<a href="#f-daily_tokens">Tokens a day must be at least 0.</a>')
})

test("a form from elsewhere, which names no page, gets the problem in words", async () => {
  const { status, text } = await olga.post(`${BASE}/run/spend`, { daily_tokens: "x", monthly_usd: "1" })
  expect(status).toBe(400)
  expect(text).toContain("Daily tokens must be a number, or empty for no cap.")
})

test("a form without its hidden parts is said to be out of date, with a way back", async () => {
  const { status, text, html } = await olga.send(`${BASE}/me/export`, {
    method: "POST",
    body: new URLSearchParams({ x: "1" }),
    headers: { origin: "http://127.0.0.1:8787" },
  })
  expect(status).toBe(400)
  expect(text).toContain("That form is out of date")
  expect(text).not.toContain("correct these fields")
  expect(html).toContain(`href="${BASE}"`)
})

test.each(["h_zzz", "h_zzz/start"])(
  "an unknown import is like one that may not be seen: %s",
  async (path) => {
    const page = `${BASE}/run/history/${path}`
    const { status, text } = path === "h_zzz" ? await olga.get(page) : await olga.post(page, {})
    expect(status).toBeGreaterThanOrEqual(403)
    expect(text).toContain("It does not exist, or you do not have access to it.")
    expect(text).not.toContain("h_zzz")
  },
)

test("a browser gets a page for an unknown address, and a program a problem", async () => {
  const open = (path: string, accept: string) =>
    exports.default.fetch(new Request(`https://keepsake.test${path}`, { headers: { accept } }))
  const page = await open("/nowhere", "text/html,application/xhtml+xml")
  expect(page.status).toBe(404)
  const html = await page.text()
  expect(html).toContain("There is no such page")
  expect(html).toContain('href="/"')
  for (const [path, accept] of [
    ["/nowhere", "*/*"],
    ["/v1/nowhere", "text/html"],
  ] as const)
    expect(await (await open(path, accept)).text()).toMatch(/^\{"type":"urn:keepsake/)
})

test("a page that a form names is opened only if it is one of the dashboard", async () => {
  const { status, text } = await olga.post(`${BASE}/run/spend`, {
    page: "https://example.com/app/",
    daily_tokens: "x",
  })
  expect(status).toBe(400)
  expect(text).toContain("Some fields need a change")
})

test("what one person sent is on nobody else's page", async () => {
  const to = `${BASE}/run/projects`
  const sent = { ...(await formOn(to, to)), id: "Bad!", name: "Secret party" }
  const [wrong, plain] = await Promise.all([olga.post(to, sent), olga.get(to)])
  expect(wrong.html).toContain("Secret party")
  expect(plain.html).not.toContain("Secret party")
})

test.each([
  ["must be of the form /^[0-9a-f]{16}$/", "does not have the right form"],
  ["Invalid UUID", "does not have the right form"],
  ["must have at least 1 characters", "must not be empty"],
  ["must be at least 0.5", "must be at least 0.5"],
  ["is not a known field: allowed are gate.mode", "does not have the right form"],
])("no words of the code are left of: %s", (problem, words) => {
  expect(inPageWords(problem)).toBe(words)
})
