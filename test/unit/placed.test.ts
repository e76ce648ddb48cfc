/** Durable Objects live where the operator chose before the first deployment. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { placed } from "../../src/runtime/object/placed.ts"

const NAMES = ["CHANNELS", "INDEXES", "ERASERS", "SHARDS", "RESPONDERS", "NIGHT_ALARMS", "HISTORIES"] as const

/** Bindings whose namespaces tell how an object was asked for. */
function bindings(variables: Partial<Record<keyof Env, string>>): Env {
  const asked = (where: string) => ({
    getByName: (name: string, options?: object) => `${where} ${name} ${JSON.stringify(options ?? {})}`,
    jurisdiction: (region: string) => asked(`${where} in ${region}`),
  })
  const namespaces = Object.fromEntries(NAMES.map((name) => [name, asked(name)]))
  return { ...namespaces, ...variables } as unknown as Env
}
const objects = (env: Env) => NAMES.map((name) => String(env[name].getByName("11")))

test("without a choice, the bindings are as they were given", () => {
  const env = bindings({})
  expect(placed(env)).toBe(env)
})

test("JURISDICTION keeps the objects of every namespace in its region", () => {
  expect(objects(placed(bindings({ JURISDICTION: "eu" })))).toEqual(
    NAMES.map((name) => `${name} in eu 11 {}`),
  )
})

test("LOCATION_HINT asks for a region, also within a jurisdiction", () => {
  expect(objects(placed(bindings({ LOCATION_HINT: "weur" })))[0]).toBe(`CHANNELS 11 {"locationHint":"weur"}`)
  expect(objects(placed(bindings({ JURISDICTION: "eu", LOCATION_HINT: "eeur" })))[0]).toBe(
    `CHANNELS in eu 11 {"locationHint":"eeur"}`,
  )
})

test("an unusable variable gives no object rather than one elsewhere", () => {
  const env = placed(bindings({ JURISDICTION: "europe" }))
  expect(() => env.CHANNELS.getByName("11")).toThrow(/JURISDICTION/)
})

test("what is placed stays the same object, so that settings are read once", () => {
  const env = bindings({ JURISDICTION: "eu" })
  expect(placed(env)).toBe(placed(env))
  expect(placed(placed(env))).toBe(placed(env))
})

test("one's own machine has no regions", () => {
  const env = bindings({ JURISDICTION: "eu", NIGHTS_SINCE: "1" })
  expect(placed(env)).toBe(env)
})

test("every namespace of Durable Objects in wrangler.toml is placed, and every class and entry point places its own", () => {
  const toml = readFileSync("wrangler.toml", "utf8").split("\n[env.local]\n")[0] ?? ""
  const bound = [...toml.matchAll(/\[\[durable_objects\.bindings\]\]\nname = "(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect(bound.toSorted()).toEqual([...NAMES].sort())
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, text: readFileSync(join("src", name), "utf8") }))
  const objectsOrDoors = sources.filter(({ text }) =>
    /extends (?:DurableObject|WorkflowEntrypoint)|^export default \{\s*(?:async )?fetch\b/m.test(text),
  )
  expect(objectsOrDoors.length).toBe(NAMES.length + 2)
  expect(objectsOrDoors.filter(({ text }) => !text.includes("placed(")).map(({ name }) => name)).toEqual([])
})
