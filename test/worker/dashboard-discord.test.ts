/** Signing in with Discord: the answer must belong to this browser, and nothing that opens an account is kept. */
import { env } from "cloudflare:workers"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { guildStructure, member, tell } from "./guild-structure.ts"
import { ok } from "./http.ts"

const GUILD = "9421"
const ADA = "942110"
const ORIGIN = "https://keepsake.test"
const TOKEN = "access-token-that-nobody-may-keep"
const CALLBACK = "/app/sign-in/discord"
const DEPLOYED = {
  DISCORD_APPLICATION_ID: "880000000000000009",
  DISCORD_CLIENT_SECRET: "client-secret",
  LOCAL_SIGN_IN: "",
}

beforeAll(async () => {
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, {})
  await tell(GUILD, guildStructure(GUILD, [], { members: [member(ADA, [], "Ada")] }))
}, 60_000)

afterEach(() => {
  vi.restoreAllMocks()
})

/** Stands in for Discord; returns the addresses that were asked. */
function discordKnows(
  user: object = { id: ADA, username: "ada", global_name: "Ada P", avatar: null },
): string[] {
  const asked: string[] = []
  vi.spyOn(globalThis, "fetch").mockImplementation(async (to) => {
    const { pathname } = new URL(String(to))
    asked.push(pathname)
    if (pathname.endsWith("/oauth2/token"))
      return Response.json({
        access_token: TOKEN,
        token_type: "Bearer",
        expires_in: 600,
        refresh_token: "r",
        scope: "identify guilds",
      })
    if (pathname.endsWith("/oauth2/@me")) return Response.json({ user })
    if (pathname.endsWith("/users/@me/guilds"))
      return Response.json([
        { id: GUILD, name: "Harbor" },
        { id: "9429", name: "Elsewhere" },
      ])
    return new Response(null, { status: 200 })
  })
  return asked
}

async function begun(): Promise<{ browser: PageBrowser; state: string; to: URL }> {
  const browser = new PageBrowser(DEPLOYED, ORIGIN)
  const to = new URL((await browser.get(CALLBACK)).location ?? "")
  return { browser, state: to.searchParams.get("state") ?? "", to }
}

test("a person signs in with Discord, which is asked for no more than who they are and their servers", async () => {
  const { browser, state, to } = await begun()
  expect(to.origin).toBe("https://discord.com")
  expect(to.searchParams.get("scope")).toBe("identify guilds")
  expect(to.searchParams.get("redirect_uri")).toBe(`${ORIGIN}${CALLBACK}`)
  const asked = discordKnows()
  const answer = await browser.get(`${CALLBACK}?code=abc&state=${state}`)
  expect(answer).toMatchObject({ status: 303, location: "/app" })
  expect(asked).toContain("/api/oauth2/token/revoke")
  const servers = (await browser.get("/app")).text
  expect(servers).toContain("Signed in as Ada P")
  expect(servers).toContain("Harbor")
  // The deployment does not know it, so it is not stored.
  expect(servers).not.toContain("Elsewhere")
  const { results } = await env.DB.prepare("SELECT * FROM dashboard_sessions WHERE user_id = ?")
    .bind(ADA)
    .all()
  expect(JSON.stringify(results)).not.toMatch(/access-token|Elsewhere/)
})

test("an answer of Discord that another browser asked for signs nobody in", async () => {
  const [{ state }, { browser }] = [await begun(), await begun()]
  discordKnows()
  const answer = await browser.get(`${CALLBACK}?code=abc&state=${state}`)
  expect(answer.status).toBe(401)
  expect(answer.text).toContain("Sign-in did not work")
  expect(browser.cookies.has("__Host-keepsake")).toBe(false)
  const bare = new PageBrowser(DEPLOYED, ORIGIN)
  expect((await bare.get(`${CALLBACK}?code=abc&state=${state}`)).status).toBe(401)
})

test("whoever presses Cancel at Discord comes back to the page with the button", async () => {
  const { browser, state } = await begun()
  const answer = await browser.get(`${CALLBACK}?error=access_denied&state=${state}`)
  expect(answer.location).toBe("/app/sign-in")
})

test("without a client secret the page says that sign-in is not set up", async () => {
  const browser = new PageBrowser({ ...DEPLOYED, DISCORD_CLIENT_SECRET: "" }, ORIGIN)
  expect((await browser.get(CALLBACK)).status).toBe(503)
  expect((await browser.get("/app/sign-in")).text).toContain("has not set up sign-in yet")
})
