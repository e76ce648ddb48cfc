/** Every change of policy is a version that says who changed what and why, and any version comes back with one call. */
import { expect, test } from "vitest"
import { call, ok } from "./http.ts"
import { quietly } from "./live.ts"

quietly({ silent: ["warn"] })

interface Version {
  version: number
  author: string
  note: string | null
  candidate: boolean
  in_force: boolean
  changes: { field: string; before: unknown; after: unknown }[]
}
interface Page {
  items: Version[]
  next: string | null
}

const policyOf = (guild: string) => `/v1/guilds/${guild}/policy`

/** Four versions: a threshold, a closed subject, the source design, and its own threshold again. */
async function changed(guild: string): Promise<string> {
  const policy = policyOf(guild)
  await ok("PUT", `${policy}?note=Too%20many%20guesses`, { gate: { min_confidence: 0.7 } })
  await ok("PATCH", policy, { subjects: { "user:12": { write: false } } })
  await ok("PATCH", `${policy}?preset=source&note=Try%20the%20source%20design`, {})
  await ok("PATCH", policy, { gate: { min_confidence: null }, subjects: { "user:12": null } })
  return policy
}

test("versions are listed newest first, each with its author, note and what it changed from the one before", async () => {
  const policy = await changed("81201")
  const { items, next } = await ok<Page>("GET", `${policy}/versions`)
  expect(next).toBeNull()
  expect(items.map(({ version, in_force, note }) => [version, in_force, note])).toEqual([
    [4, true, null],
    [3, false, "Try the source design"],
    [2, false, null],
    [1, false, "Too many guesses"],
  ])
  expect(items[3]?.changes).toEqual([{ field: "gate.min_confidence", before: 0.6, after: 0.7 }])
  expect(items[2]?.changes).toEqual([
    { field: "subjects.user:12", before: null, after: { write: false, read: true } },
  ])
  expect(items[1]?.changes.map(({ field }) => field)).toEqual([
    "gate.mode",
    "recall.relevance_steps",
    "recall.judge",
    "recall.format",
    "recall.style",
  ])
  expect(items[0]?.changes).toEqual([
    { field: "gate.min_confidence", before: 0.7, after: 0.6 },
    { field: "subjects.user:12", before: { write: false, read: true }, after: null },
  ])
})

test("pages of versions neither repeat nor skip one", async () => {
  const policy = await changed("81202")
  const seen: number[] = []
  let cursor = ""
  do {
    const page = await ok<Page>("GET", `${policy}/versions?limit=3${cursor}`)
    seen.push(...page.items.map(({ version }) => version))
    cursor = page.next === null ? "" : `&cursor=${page.next}`
  } while (cursor !== "")
  expect(seen).toEqual([4, 3, 2, 1])
})

test("a version is read whole and compared with any other, also with the default", async () => {
  const policy = await changed("81203")
  const second = await ok<Version & { policy: object }>("GET", `${policy}/versions/2?against=4`)
  expect(second.policy).toMatchObject({ gate: { min_confidence: 0.7 } })
  expect(second.changes.map(({ field }) => field).toSorted()).toEqual([
    "gate.min_confidence",
    "gate.mode",
    "recall.format",
    "recall.judge",
    "recall.relevance_steps",
    "recall.style",
    "subjects.user:12",
  ])
  expect((await ok<Version>("GET", `${policy}/versions/0`)).changes).toEqual([])
  expect((await call("GET", `${policy}/versions/9`)).status).toBe(404)
  expect((await call("GET", `${policy}/versions/1?against=9`)).status).toBe(404)
})

test("one call puts a version in force again, as a new version, unless another one came first", async () => {
  const policy = await changed("81204")
  const stale = await call("POST", `${policy}/versions/1/restore`, { expected: 3 })
  expect([stale.status, stale.body]).toEqual([
    409,
    expect.objectContaining({ type: "urn:keepsake:policy_changed" }),
  ])
  const restored = await ok<{ version: number; gate: object }>("POST", `${policy}/versions/1/restore`, {
    expected: 4,
  })
  expect(restored).toMatchObject({ version: 5, gate: { mode: "auto", min_confidence: 0.7 } })
  // The same again changes nothing.
  expect((await ok<Version>("POST", `${policy}/versions/1/restore`, {})).version).toBe(5)
  expect((await ok<Version>("POST", `${policy}/versions/0/restore`, { note: "Back" })).version).toBe(6)
  const { items } = await ok<Page>("GET", `${policy}/versions?limit=2`)
  expect(items.map(({ note, in_force }) => [note, in_force])).toEqual([
    ["Back", true],
    ["Restores version 1.", false],
  ])
  expect((await call("POST", `${policy}/versions/99/restore`, {})).status).toBe(404)
})

test("two people who restore different versions at once both get theirs, one after the other", async () => {
  const policy = await changed("81205")
  const [one, two] = await Promise.all([
    ok<Version>("POST", `${policy}/versions/1/restore`, {}),
    ok<Version>("POST", `${policy}/versions/2/restore`, {}),
  ])
  expect([one.version, two.version].toSorted()).toEqual([5, 6])
})

test("a preset of the source design is applied and taken back, and leaves every other field alone", async () => {
  const policy = await changed("81206")
  const { items } = await ok<{ items: { name: string }[] }>("GET", `${policy}/presets`)
  expect(items.map(({ name }) => name)).toEqual(["default", "source"])
  const back = await ok("PATCH", `${policy}?preset=default`, { gate: { min_evidence: 2 } })
  expect(back).toMatchObject({
    gate: { mode: "auto", min_evidence: 2 },
    recall: { judge: true, relevance_steps: 50, similarity_weight: 0.3 },
  })
})
