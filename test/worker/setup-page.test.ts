/** An owner without a checkout sets Keepsake up by one page: at once, again, and after each step failed. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { definitionsFor } from "../../src/discord/application/command-set.ts"
import { MIGRATION_FILES } from "../../src/setup/migration-files.ts"
import { refusal } from "./knocking.ts"
import { quietly } from "./live.ts"
import {
  application,
  BOT_TOKEN,
  Browser,
  deployment,
  emptyDatabase,
  migrationsIn,
  ORIGIN,
  partOf,
  TOKEN,
  tablesIn,
} from "./setup-stage.ts"

quietly({ silent: ["error", "warn"] })

let discord: ReturnType<typeof application>
beforeEach(async () => {
  await emptyDatabase()
  discord = application()
})
afterEach(() => {
  vi.useRealTimers()
})

const ALL = MIGRATION_FILES.map(({ name }) => name)

async function signedIn(change: Partial<Env> = {}): Promise<Browser> {
  const browser = new Browser(deployment(change))
  await browser.signIn()
  return browser
}

test("from an empty database, one press sets everything up, and a second one does nothing more", async () => {
  const owner = await signedIn()
  const before = await owner.get()
  expect(before.text).toContain("Set up everything")
  for (const title of [
    "Database",
    "Privileged Gateway Intents",
    "Commands",
    "Interactions Endpoint URL",
    "Connection to Discord",
  ])
    expect(partOf(before, title).state, title).toBe("todo")
  for (const title of ["Cron Triggers", "Your server"])
    expect(partOf(before, title).state, title).toBe("waiting")

  const after = await owner.press("all")
  for (const done of [
    /database was set up/,
    /intents were switched on/,
    /commands were registered/,
    /endpoint was set/,
    /began to connect/,
  ])
    expect(after.text).toMatch(done)
  for (const title of [
    "Database",
    "Discord values",
    "Privileged Gateway Intents",
    "Commands",
    "Interactions Endpoint URL",
    "Connection to Discord",
  ])
    expect(partOf(after, title).state, title).toBe("ok")
  expect(partOf(after, "Your server").text).toContain("Follow the link")
  expect(after.html).toMatch(
    /href="https:\/\/discord\.com\/oauth2\/authorize\?client_id=880000000000000001&amp;scope=bot/,
  )
  expect(after.text).not.toContain("Set up everything")
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL)
  expect(await tablesIn(env.EMPTY)).toEqual(await tablesIn(env.DB))
  expect(discord).toMatchObject({ endpoint: `${ORIGIN}/interactions` })
  expect(discord.commands).toHaveLength(definitionsFor({ guild: null, remove: false }).length)

  const told = discord.told.length
  const again = await owner.press("all")
  expect(again.text.match(/before\./g)).toHaveLength(5)
  expect(discord.told.slice(told).filter(({ method }) => method !== "GET")).toEqual([])
  discord.guilds = 1
  expect(partOf(await owner.get(), "Your server")).toMatchObject({
    state: "ok",
    text: expect.stringContaining("one server"),
  })
})

test.each([
  [
    "intents",
    "PATCH /applications/@me",
    () => refusal(403, 50_001),
    /could not switch on .*Developer Portal/,
  ],
  [
    "commands",
    "PUT /applications/880000000000000001/commands",
    () => refusal(500, 0),
    /could not register .*did not answer/,
  ],
  [
    "endpoint",
    "PATCH /applications/@me",
    () => refusal(400, 50_035),
    /could not set the endpoint: Discord tested this address/,
  ],
  [
    "endpoint",
    "PATCH /applications/@me",
    () => refusal(401, 0),
    /could not set the endpoint: Discord does not accept DISCORD_TOKEN/,
  ],
  [
    "endpoint",
    "PATCH /applications/@me",
    () => {
      throw new TypeError("connection lost")
    },
    /could not set the endpoint: Discord did not answer/,
  ],
])(
  "if %s fails at %s, the page says what to do, and pressing again completes",
  async (step, call, answer, said) => {
    const owner = await signedIn()
    for (const earlier of ["database", "intents", "commands", "endpoint"].slice(
      0,
      ["database", "intents", "commands", "endpoint"].indexOf(step),
    ))
      await owner.press(earlier)
    discord.fault = (one) => (one === call ? answer() : undefined)
    const failed = await owner.press("all")
    expect(failed.status).toBe(200)
    expect(failed.text).toMatch(said)
    expect(failed.text).toContain("Set up everything")
    discord.fault = () => undefined
    const after = await owner.press("all")
    expect(after.text).not.toContain("could not")
    expect(after.text).not.toContain("Set up everything")
  },
)

test("if the connection fails, the page says so, and pressing again connects", async () => {
  const broken = deployment()
  let isDown = true
  const first = broken.SHARDS.getByName("0")
  const getByName = () => ({
    statusOfAll: () => first.statusOfAll(),
    startAll: async () => {
      if (isDown) throw new Error("no answer")
      return first.startAll("asked")
    },
  })
  const owner = await signedIn({ SHARDS: { getByName } as unknown as Env["SHARDS"] })
  expect((await owner.press("all")).text).toMatch(/could not connect to Discord/)
  isDown = false
  expect((await owner.press("gateway")).text).toMatch(/began to connect/)
})

test("a database that fails in the middle of a migration keeps nothing of it, and pressing again completes", async () => {
  let left = Number.POSITIVE_INFINITY
  const flaky = new Proxy(env.EMPTY, {
    get: (db, name: keyof D1Database) => {
      if (name !== "batch")
        return typeof db[name] === "function" ? (db[name] as () => unknown).bind(db) : db[name]
      return async (statements: D1PreparedStatement[]) => {
        if (--left !== 0) return db.batch(statements)
        // A migration whose last statement fails, after all others ran.
        return db.batch([...statements, db.prepare("INSERT INTO nowhere VALUES (1)")])
      }
    },
  })
  const owner = await signedIn({ DB: flaky })
  left = 3
  const failed = await owner.press("all")
  expect(failed.text).toMatch(/could not set up the database: .*press the button again/)
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL.slice(0, 2))
  expect(partOf(failed, "Database").text).toContain(`${ALL.length - 2} migrations`)
  // Nothing was set at Discord before there is a database to serve it.
  expect(discord.told.filter(({ method }) => method !== "GET")).toEqual([])
  const after = await owner.press("all")
  expect(partOf(after, "Database").state).toBe("ok")
  expect(await tablesIn(env.EMPTY)).toEqual(await tablesIn(env.DB))
})

test("Discord values that are missing, refused or of different applications are named with what to do", async () => {
  const none = await signedIn({ DISCORD_TOKEN: "", DISCORD_PUBLIC_KEY: "" })
  expect(partOf(await none.get(), "Discord values").text).toMatch(
    /Not set: DISCORD_PUBLIC_KEY, DISCORD_TOKEN.*Public Key, on the page General Information/,
  )
  expect((await none.press("all")).text).toMatch(
    /database was set up.*could not switch on .*values are missing/,
  )

  discord.fault = () => refusal(401, 0)
  const refused = await signedIn()
  expect(partOf(await refused.get(), "Discord values").text).toMatch(
    /does not accept DISCORD_TOKEN.*Reset Token/,
  )
  expect((await refused.press("commands")).text).toMatch(
    /could not register the commands: Discord does not accept/,
  )

  discord.fault = () => {
    throw new TypeError("connection refused")
  }
  expect(partOf(await refused.get(), "Discord values").text).toContain("Discord did not answer")
  discord.fault = () => undefined

  discord.verify_key = "cd".repeat(32)
  const other = await signedIn()
  expect(partOf(await other.get(), "Discord values").text).toContain(
    `Edit DISCORD_PUBLIC_KEY: for this token it must be ${"cd".repeat(32)}`,
  )
  expect((await other.press("endpoint")).text).toContain("missing or wrong")
  expect(discord.endpoint).toBeNull()

  const unusable = await signedIn({ DISCORD_PUBLIC_KEY: "too short" })
  expect(partOf(await unusable.get(), "Variables").text).toContain(
    "DISCORD_PUBLIC_KEY: must be 64 hexadecimal digits",
  )
})

test("sign-in to the pages is optional, and the page shows what Discord must know for it", async () => {
  const redirect = `${ORIGIN}/app/sign-in/discord`
  const off = partOf(await (await signedIn()).get(), "Sign-in to the pages")
  expect(off.state).toBe("optional")
  expect(off.text).toContain(`enter ${redirect} and press`)
  expect(off.text).toContain("variable name DISCORD_CLIENT_SECRET")

  const owner = await signedIn({ DISCORD_CLIENT_SECRET: "a-client-secret" })
  expect(partOf(await owner.get(), "Sign-in to the pages")).toMatchObject({
    state: "ok",
    text: expect.stringContaining(`must list the redirect ${redirect}`),
  })
  discord.redirects = ["https://elsewhere.test/app/sign-in/discord"]
  expect(partOf(await owner.get(), "Sign-in to the pages").state).toBe("problem")
  discord.redirects = [redirect]
  const page = await owner.get()
  expect(partOf(page, "Sign-in to the pages").text).toContain("People sign in with Discord.")
  expect(page.html).not.toContain("a-client-secret")
})

test("commands in an older form are registered again, also if only a translation changed", async () => {
  const owner = await signedIn()
  await owner.press("all")
  discord.commands = (discord.commands as { name: string; description_localizations?: object }[]).map(
    (one) => (one.name === "ask" ? { ...one, description_localizations: { de: "Alt." } } : one),
  )
  expect(partOf(await owner.get(), "Commands")).toMatchObject({
    state: "todo",
    text: expect.stringContaining("older form: /ask"),
  })
  expect((await owner.press("commands")).text).toContain("commands were registered.")
  expect(partOf(await owner.get(), "Commands").state).toBe("ok")
})

test("without an admin token the page says how to set one, and nothing else", async () => {
  const anyone = new Browser(deployment({ ADMIN_TOKEN: "" }))
  const { text, status } = await anyone.get()
  expect(status).toBe(200)
  expect(text).toMatch(/has no admin token yet.*Variables and Secrets.*ADMIN_TOKEN.*Deploy/)
  expect((await anyone.signIn("")).text).toMatch(/has no admin token yet/)
  expect(anyone.cookie).toBe("")
})

test.each(["short", "a".repeat(40), "abcabcabcabcabcabcabcabc"])(
  "a weak admin token opens nothing: %s",
  async (weak) => {
    const owner = new Browser(deployment({ ADMIN_TOKEN: weak }))
    const { status, text } = await owner.signIn(weak)
    expect({ status, text }).toMatchObject({
      status: 403,
      text: expect.stringMatching(/too easy to guess.*at least 20 letters/),
    })
    expect(owner.cookie).toBe("")
    // Nobody learns from the page that the token is weak without knowing it.
    expect((await owner.signIn("something else")).text).toContain("That is not the admin token")
  },
)

test("without signing in nothing is readable and nothing is done", async () => {
  const anyone = new Browser(deployment())
  const page = await anyone.get()
  expect(page.text).toContain("Only the owner of this Worker may see this page")
  for (const answer of [
    page,
    await anyone.get("/setup?did=database.done"),
    await anyone.get("/setup?probe=models"),
    await anyone.press("all"),
  ])
    expect(answer.text).not.toMatch(/Database|880000000000000001|migrations/)
  const wrong = await anyone.signIn("not-the-admin-token-at-all")
  expect({ status: wrong.status, cookie: anyone.cookie }).toEqual({ status: 401, cookie: "" })
  anyone.cookie = `__Host-keepsake-setup=${Date.now() + 1_000_000}.${"A".repeat(43)}=`
  expect((await anyone.press("all")).text).toContain("Only the owner")
  expect(discord.told).toEqual([])
  expect(await tablesIn(env.EMPTY)).toEqual([])
})

test("a session ends after an hour, by signing out, and with another admin token", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const owner = await signedIn()
  const { cookie } = owner
  expect((await owner.get()).text).toContain("Check again")
  vi.setSystemTime(Date.now() + 61 * 60_000)
  expect((await owner.get()).text).toContain("Only the owner")
  await owner.signIn()
  await owner.post("/setup/sign-out")
  expect((await owner.get()).text).toContain("Only the owner")
  vi.setSystemTime(Date.now() - 61 * 60_000)
  const rotated = new Browser(deployment({ ADMIN_TOKEN: `${TOKEN}-new` }))
  rotated.cookie = cookie
  expect((await rotated.get()).text).toContain("Only the owner")
})

test("the cookie is for this host alone, and no script or other site can use it", async () => {
  const owner = new Browser(deployment())
  const ctx = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} }
  const { setup } = await import("../../src/setup/app.ts")
  const response = await setup.fetch(
    new Request(`${ORIGIN}/setup/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ token: TOKEN }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: ORIGIN },
    }),
    owner.env,
    ctx as unknown as ExecutionContext,
  )
  const cookie = response.headers.get("set-cookie") ?? ""
  expect(cookie).toMatch(/^__Host-keepsake-setup=/)
  for (const attribute of ["Max-Age=3600", "Path=/", "HttpOnly", "Secure", "SameSite=Strict"])
    expect(cookie).toContain(attribute)
  expect(cookie).not.toContain("Domain")
  expect(cookie).not.toContain(TOKEN)
})

test("a form from another site is refused, with or without the cookie", async () => {
  const owner = await signedIn()
  for (const origin of ["https://evil.test", "null", "https://keepsake.test.evil.test"]) {
    owner.origin = origin
    const { status, text } = await owner.press("all")
    expect({ status, text }).toMatchObject({ status: 403, text: expect.stringContaining("nothing was done") })
  }
  expect(await tablesIn(env.EMPTY)).toEqual([])
})

test("the page runs no script, loads nothing, sends forms only to itself, and is not stored", async () => {
  const owner = await signedIn()
  const { headers, html } = await owner.get()
  const policy = headers.get("content-security-policy") ?? ""
  expect(policy).toMatch(/default-src 'none'/)
  expect(policy).toMatch(/form-action 'self'/)
  expect(policy).toMatch(/frame-ancestors 'none'/)
  expect(headers.get("cache-control")).toBe("no-store")
  // Otherwise browsers send `Origin: null` with the form, and the origin could not be compared.
  expect(headers.get("referrer-policy")).toBe("same-origin")
  expect(html).not.toMatch(/<script|onclick|javascript:|<img|<link/)
})

test("no page holds a token, and a forged link shows no foreign words", async () => {
  const owner = await signedIn()
  const pages = [
    await owner.get(),
    await owner.press("all"),
    await owner.get("/setup?did=%3Cscript%3E.done&did=database.%22%3E&did=endpoint.rejected"),
  ]
  discord.fault = () => refusal(401, 0)
  pages.push(await owner.get(), await owner.press("all"))
  for (const { html } of pages) {
    expect(html).not.toContain(TOKEN)
    expect(html).not.toContain(BOT_TOKEN)
    expect(html).not.toContain("<script>")
  }
})

test("attempts to sign in are limited by network", async () => {
  const asked: string[] = []
  const limit = async ({ key }: { key: string }) => {
    asked.push(key)
    return { success: !key.startsWith("sign-in") }
  }
  const { setup } = await import("../../src/setup/app.ts")
  const response = await setup.fetch(
    new Request(`${ORIGIN}/setup/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ token: TOKEN }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: ORIGIN,
        "cf-connecting-ip": "203.0.113.9",
      },
    }),
    deployment({ UNKNOWN_RATE: { limit } }),
  )
  expect({ status: response.status, cookie: response.headers.get("set-cookie") }).toEqual({
    status: 429,
    cookie: null,
  })
  expect(asked).toEqual(["page 203.0.113.9", "sign-in 203.0.113.9"])
})
