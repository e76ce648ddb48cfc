/** Signing in to the dashboard: nobody gets another person's session, and each session ends when it should. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { guildStructure, member, tell } from "./guild-structure.ts"
import { adaSays } from "./http.ts"

const GUILD = "9401"
const ADA = "940110"

beforeAll(async () => {
  await adaSays(GUILD, "200", "I love hiking", { name: "general", audience: "everyone" })
  await tell(GUILD, guildStructure(GUILD, [], { members: [member(ADA, [], "Ada P")] }))
})

function cookieOf(browser: PageBrowser): string {
  return browser.cookies.get("__Host-keepsake") ?? ""
}

test("a person signs in, sees their server, and is sent back to the page they wanted", async () => {
  const browser = new PageBrowser()
  const early = await browser.get(`/app/g/${GUILD}/me`)
  expect(early).toMatchObject({ status: 303, location: "/app/sign-in" })
  const choice = (await browser.get("/app/sign-in")).text
  expect(choice).toContain("On this machine nobody asks Discord")
  expect(choice).not.toContain("Keepsake asks Discord who you are")
  const signedIn = await browser.post("/app/sign-in/local", { person: ADA })
  expect(signedIn).toMatchObject({ status: 303, location: `/app/g/${GUILD}/me` })
  expect((await browser.get(`/app/g/${GUILD}/me`)).status).toBe(200)
  expect((await browser.get("/app")).text).toContain("A guild")
})

test("an id that somebody planted in a browser before is never signed in", async () => {
  const attacker = await PageBrowser.of(ADA)
  const planted = cookieOf(attacker)
  const victim = new PageBrowser()
  victim.cookies.set("__Host-keepsake", planted)
  await victim.post("/app/sign-in/local", { person: ADA })
  expect(cookieOf(victim)).not.toBe(planted)
  expect((await attacker.get("/app")).location).toBe("/app/sign-in")
  const invented = new PageBrowser()
  invented.cookies.set("__Host-keepsake", "A".repeat(43))
  await invented.post("/app/sign-in/local", { person: ADA })
  expect(cookieOf(invented)).not.toBe("A".repeat(43))
})

test("the cookie cannot be read by scripts, goes to this host alone, and its id is stored nowhere", async () => {
  const browser = new PageBrowser()
  const { headers } = await browser.post("/app/sign-in/local", { person: ADA })
  expect(headers.get("set-cookie")).toMatch(
    /^__Host-keepsake=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax/,
  )
  const { results } = await env.DB.prepare("SELECT * FROM dashboard_sessions WHERE user_id = ?")
    .bind(ADA)
    .all()
  expect(results.length).toBeGreaterThan(0)
  expect(JSON.stringify(results)).not.toContain(cookieOf(browser))
})

test("a session ends on sign-out, from another browser, and everywhere at once", async () => {
  const [desk, phone, tablet] = [
    await PageBrowser.of(ADA),
    await PageBrowser.of(ADA),
    await PageBrowser.of(ADA),
  ]
  const before = cookieOf(desk)
  expect((await desk.submit("/app/sign-out", {})).text).toContain("You are signed out.")
  desk.cookies.set("__Host-keepsake", before)
  expect((await desk.get("/app")).location).toBe("/app/sign-in")
  const lost = await desk.submit("/app/sessions/end-all", {})
  expect(lost.text).toContain("Your session had ended, so nothing was changed.")
  expect((await desk.submit("/app/sign-out", {})).text).not.toContain("Your session had ended")
  const ends = (await phone.get("/app/sessions")).html.match(/aria-label="End: [^"]*"/g) ?? []
  expect(ends.filter((label) => label.endsWith(', this browser"'))).toHaveLength(1)
  expect((await phone.submit("/app/sessions/end-all", {})).text).toContain("You are signed out.")
  expect((await tablet.get("/app")).location).toBe("/app/sign-in")
})

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["secretword/1.0 (another)", "Unknown browser"],
  ["", "Unknown browser"],
])(
  "a session is named after its browser and system, and nothing else of %j is kept",
  async (agent, named) => {
    const signedIn = new PageBrowser()
    await signedIn.post("/app/sign-in/local", { person: ADA }, { "user-agent": agent })
    const { text } = await signedIn.get("/app/sessions")
    expect(text).toContain(`${named} This browser`)
    const { results } = await env.DB.prepare(
      "SELECT browser FROM dashboard_sessions WHERE user_id = ? ORDER BY created_at",
    )
      .bind(ADA)
      .all()
    expect(results).toContainEqual({ browser: named === "Unknown browser" ? null : named })
    expect(JSON.stringify(results)).not.toMatch(/Mozilla|133|17|secretword|another/)
  },
)

test("nobody ends another person's session", async () => {
  const ada = await PageBrowser.of(ADA)
  const page = await ada.get("/app/sessions")
  const hash = /name="session" value="([0-9a-f]{64})"/.exec(page.html)?.[1] ?? ""
  await adaSays("9402", "200", "I love hiking", { name: "general", audience: "everyone" })
  await tell("9402", guildStructure("9402", [], { members: [member("940210", [], "Bo")] }))
  const bo = await PageBrowser.of("940210")
  await bo.post("/app/sessions/end", { session: hash })
  expect((await ada.get("/app")).status).toBe(200)
})

test("an expired session is no session", async () => {
  const browser = await PageBrowser.of(ADA)
  await env.DB.prepare("UPDATE dashboard_sessions SET expires_at = 1 WHERE user_id = ?").bind(ADA).run()
  expect((await browser.get("/app")).location).toBe("/app/sign-in")
})

test("a form of another site does nothing", async () => {
  const browser = await PageBrowser.of(ADA)
  const foreign = await browser.post("/app/sessions/end-all", {}, { origin: "https://evil.test" })
  expect(foreign).toMatchObject({ status: 403 })
  expect(foreign.text).toContain("came from another site")
  expect((await browser.get("/app")).status).toBe(200)
})

test.each([
  ["in a deployment", {}, "https://keepsake.test", {}],
  ["from another machine", {}, undefined, { "cf-connecting-ip": "203.0.113.9" }],
  ["with a client secret of Discord", { DISCORD_CLIENT_SECRET: "secret" }, undefined, {}],
  ["without the variable of npm start", { LOCAL_SIGN_IN: "" }, undefined, {}],
])("nobody signs in without Discord %s", async (_, change, origin, headers) => {
  const browser = new PageBrowser(change, origin)
  expect((await browser.post("/app/sign-in/local", { person: ADA }, headers)).status).toBe(403)
  expect(browser.cookies.has("__Host-keepsake")).toBe(false)
  expect((await browser.get("/app/sign-in", headers)).html).not.toContain('name="person"')
})

test("a guild of strangers and a guild that does not exist get the same page", async () => {
  const browser = await PageBrowser.of(ADA)
  const [strange, missing] = [await browser.get("/app/g/9402/me"), await browser.get("/app/g/9499/me")]
  expect(strange.status).toBe(403)
  expect(strange.html).toBe(missing.html)
})

test("whoever ends the session of their own browser is told that they are signed out", async () => {
  const ada = await PageBrowser.of(ADA)
  const { html } = await ada.get("/app/sessions")
  const hash = /This browser.*?name="session" value="([0-9a-f]{64})"/s.exec(html)?.[1] ?? ""
  const front = await ada.submit("/app/sessions/end", { session: hash })
  expect(front.text).toContain("You are signed out.")
  expect(front.text).toContain("Sign in with Discord")
})
