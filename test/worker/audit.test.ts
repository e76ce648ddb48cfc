import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { call, hear, memories, ok, type Page, talk } from "./http.ts"
import { as, newKey, revoke } from "./key-holder.ts"

interface Row {
  at: string
  actor: string
  action: string
  target: string
  detail: unknown
}

async function rows(guild: string, query = ""): Promise<Row[]> {
  return (await ok<Page<Row>>("GET", `/v1/guilds/${guild}/audit${query}`)).items
}

test("an audit row names its actor: the operator, or a key with its id", async () => {
  const key = await newKey("5421", { name: "settings page", scope: "admin" })
  await as(key.token, "PUT", "/v1/guilds/5421/settings", { lull_seconds: 60 })
  await call("PUT", "/v1/guilds/5421/members/11/consent", { consent: "out", name: "Ada" })
  await revoke("5421", key.id)
  await revoke("5421", key.id)
  expect(await rows("5421")).toMatchObject([
    { actor: "admin", action: "key.revoke", target: key.id, detail: null },
    { actor: "admin", action: "consent.set", target: "11", detail: { consent: "out" } },
    { actor: `key settings page (${key.id})`, action: "settings.put", target: "5421" },
    { actor: "admin", action: "key.create", target: key.id, detail: { scope: "admin" } },
  ])
})

test("audit rows filter by action and by any one of their targets, in pages that neither repeat nor skip", async () => {
  const lines = ["I love hiking", "I work at Ikea", "I play the violin"]
  for (const [index, words] of lines.entries())
    await hear("5422", "100", talk(900 + index, NOON + index * 3_600_000, [["11", "Ada", words]]))
  const [one, ...others] = await memories("5422")
  for (const importance of ["low", "high"])
    await ok("PATCH", `/v1/guilds/5422/memories/${one?.id}`, { importance, fact: "Ada plays a Stradivari" })
  await ok("POST", "/v1/guilds/5422/members/11/forget", { text: "everything", confirm: true })
  expect((await rows("5422", `?target=${one?.id}`)).map((row) => row.action)).toEqual([
    "memory.forget",
    "memory.correct",
    "memory.correct",
  ])
  expect((await rows("5422", `?target=${others[0]?.id}`)).map((row) => row.action)).toEqual(["memory.forget"])
  expect(await rows("5422", `?target=${one?.id}&action=memory.correct`)).toHaveLength(2)
  expect(await rows("5422", `?target=${one?.id.slice(0, -1)}`)).toEqual([])
  const all = await rows("5422")
  const paged: Row[] = []
  let cursor = ""
  do {
    const page: Page<Row> = await ok("GET", `/v1/guilds/5422/audit?limit=1${cursor}`)
    for (const row of page.items) paged.push(row)
    cursor = page.next === null ? "" : `&cursor=${page.next}`
  } while (cursor !== "")
  expect(all.filter(({ action }) => action !== "read.all")).toHaveLength(3)
  expect(paged).toEqual(all)
  expect(JSON.stringify(all)).not.toMatch(/hiking|Ikea|violin|Stradivari/)
})

test("guilds share no audit log", async () => {
  await newKey("5423")
  await ok("PUT", "/v1/guilds/5424/settings", {})
  expect((await rows("5424")).map((row) => row.action)).toEqual(["settings.put"])
})
