/** The privacy page explains a guild's own rules in plain words to anyone and reveals no memory. */
import { env, exports } from "cloudflare:workers"
import { expect, test } from "vitest"
import { pages } from "../../src/dashboard/pages.ts"
import { adaSays, ok } from "./http.ts"

async function page(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await exports.default.fetch(new Request(`https://keepsake.test${path}`))
  const text = (await response.text()).replace(/\s+/g, " ")
  return { status: response.status, text, headers: response.headers }
}

test("anyone may read the page, and it runs no script", async () => {
  const { status, text, headers } = await page("/privacy")
  expect(status).toBe(200)
  expect(headers.get("content-type")).toMatch(/text\/html/)
  expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/)
  expect(text).toMatch(/You are remembered unless you opt out/)
  expect(text).toMatch(
    /Messages as they were written, with an index of their words, from receipt on<\/th>\s*<td>7 days/,
  )
  expect(text).not.toMatch(/<script/)
})

test("a guild's page shows its own rules and nothing it remembers", async () => {
  await adaSays("8801", "100", "I love hiking", { name: "general", audience: "everyone" })
  await ok("PUT", "/v1/guilds/8801/settings", { consent: "opt_in", retention_days: 1, read_only: true })
  const { text } = await page("/privacy/8801")
  expect(text).toMatch(/You are remembered only if you opt in/)
  expect(text).toMatch(
    /Messages as they were written, with an index of their words, from receipt on<\/th>\s*<td>1 day</,
  )
  expect(text).toMatch(
    /The people who run this server have paused saving\. Until it is resumed, nothing that is said becomes a fact/,
  )
  expect(text).toMatch(/this server(?:'|&#39;)s own settings/)
  expect(text).not.toMatch(/hiking|Ada|general/)
})

test("the page says whether all channels are heard, and names none", async () => {
  const heard = async (channels: Record<string, unknown>) => {
    await ok("PUT", "/v1/guilds/8809/settings", { channels })
    return (await page("/privacy/8809")).text
  }
  expect(await heard({})).not.toMatch(/channels are (?:not )?read/)
  const most = await heard({ modes: { "4417": "off" } })
  expect(most).toMatch(/Some channels are not read/)
  expect(most).not.toContain("4417")
  expect(await heard({ default: "off", modes: { "4417": "full" } })).toMatch(/Only chosen channels are read/)
})

test("the page says how long each kind of data is kept in this guild", async () => {
  const usual = (await page("/privacy")).text
  expect(usual).toMatch(
    /Notes of a conversation or a day; without a language model, in people&#39;s words<\/th>\s*<td>until deleted</,
  )
  expect(usual).toMatch(/after they expire<\/th>\s*<td>30 days</)
  expect(usual).toMatch(/a newer one replaced<\/th>\s*<td>90 days</)
  expect(usual).toMatch(/about each possible fact, with the reasons and its words<\/th>\s*<td>30 days</)
  expect(usual).toMatch(/Figures of each nightly run<\/th>\s*<td>90 days</)
  await ok("PUT", "/v1/guilds/8803/settings", {
    retention_days: 0,
    retention: { notes_days: 14, expired_days: 1, history_days: null, windows_days: 2, runs_days: 5 },
  })
  const { text } = await page("/privacy/8803")
  expect(text).toMatch(
    /Messages as they were written, with an index of their words, from receipt on<\/th>\s*<td>only until they are processed</,
  )
  expect(text).toMatch(
    /Notes of a conversation or a day; without a language model, in people&#39;s words<\/th>\s*<td>14 days</,
  )
  expect(text).toMatch(/after they expire<\/th>\s*<td>1 day</)
  expect(text).toMatch(/a newer one replaced<\/th>\s*<td>until deleted</)
  expect(text).toMatch(/about each possible fact, with the reasons and its words<\/th>\s*<td>2 days</)
  expect(text).toMatch(/Figures of each nightly run<\/th>\s*<td>5 days</)
})

test("diets are named once", async () => {
  expect((await page("/privacy")).text.match(/diets and most allergies/gi)).toHaveLength(1)
})

test("the page mentions the nightly review if it runs, and a model if one is bound", async () => {
  const told = async (settings: Record<string, unknown>) => {
    await ok("PUT", "/v1/guilds/8805/settings", settings)
    return (await page("/privacy/8805")).text
  }
  const usual = await told({})
  expect(usual).toMatch(/At night, Keepsake reviews what it knows/)
  expect(usual).not.toMatch(/language model receives facts/)
  expect(await told({ night: { enabled: false } })).not.toMatch(/At night/)
  expect(await told({ read_only: true })).not.toMatch(/At night/)
  const withModel = await pages.fetch(new Request("https://keepsake.test/privacy"), {
    ...env,
    AI_BASE_URL: "http://127.0.0.1:1/v1",
  })
  expect((await withModel.text()).replace(/\s+/g, " ")).toMatch(
    /The language model receives facts and notes for this\./,
  )
})

test("the page lists what is not kept about people, by the guild's own policy", async () => {
  const usual = (await page("/privacy")).text
  expect(usual).toMatch(
    /facts about a person(?:'|&#39;)s health, sexuality, religion, politics, ethnicity, children, or money; diets and most allergies, such as to nuts or cats, are saved, allergies to medicines such as penicillin are not\./,
  )
  expect(usual).toMatch(/short list of slurs/)
  expect(usual).not.toMatch(/allows Keepsake to remember/)
  await ok("PUT", "/v1/guilds/8804/policy", {
    sensitive: { health: "allow", minors: "allow", slurs: "allow" },
  })
  const { text } = await page("/privacy/8804")
  expect(text).toMatch(/allows Keepsake to remember facts about people(?:'|&#39;)s health or children\./)
  expect(text).toMatch(
    /facts about a person(?:'|&#39;)s sexuality, religion, politics, ethnicity, or money; diets and most allergies, such as to nuts or cats, are saved, allergies to medicines such as penicillin are not\./,
  )
  expect(text).not.toMatch(/slurs/)
})

test("the page of a guild without Keepsake equals the page of no guild", async () => {
  const usual = (await page("/privacy")).text
  expect((await page("/privacy/8802")).text).toBe(usual)
  for (const none of ["abc", "%3Cscript%3E"]) {
    const { status, text } = await page(`/privacy/${none}`)
    expect(status).toBe(404)
    expect(text).toContain("There is no such page")
  }
})

test("the page shows the operator's contact as written, as plain text", async () => {
  const asked = await pages.fetch(new Request("https://keepsake.test/privacy"), {
    ...env,
    PRIVACY_CONTACT: "<b>mods</b> & co",
  })
  const text = await asked.text()
  expect(text).toMatch(/Ask &lt;b&gt;mods&lt;\/b&gt; &amp; co\./)
})

test("one network gets the page as often as its rate allows, and another is not held back", async () => {
  const taken: string[] = []
  const UNKNOWN_RATE = {
    limit: ({ key }: { key: string }) => {
      taken.push(key)
      return Promise.resolve({ success: taken.filter((one) => one === key).length <= 2 })
    },
  }
  const ask = (from: string) =>
    pages.request("/privacy/8801", { headers: { "cf-connecting-ip": from } }, { ...env, UNKNOWN_RATE })
  const answers = []
  for (const from of ["2001:db8::1", "2001:db8::2", "2001:db8::3", "198.51.100.7"])
    answers.push(await ask(from))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  expect(answers[2]?.headers.get("retry-after")).toBe("60")
  expect(answers[2]?.headers.get("cache-control")).toBe("no-store")
})
