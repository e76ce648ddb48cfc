/** The policy's pages: a manager changes rules by name, sees and restores versions, and tries a candidate. */
import { beforeEach, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const ADA = "11"
let nth = 0
let guild = ""
let base = ""
let olive: PageBrowser

interface PolicyBody {
  version: number
  gate: { mode: string; min_confidence: number; approval_types: string[] }
  recall: { max_items: number; max_tokens: number }
  sensitive: Record<string, string>
}

beforeEach(async () => {
  nth += 1
  guild = `949${nth}`
  base = `/app/g/${guild}/manage`
  await tell(
    guild,
    guildStructure(guild, [], { members: [member(ADA, [], "Ada"), member(OWNER, [], "Olive")] }),
  )
  await adaSays(guild, GENERAL, "I love hiking", { name: "channel-200" })
  olive = await PageBrowser.of(OWNER)
})

const policy = () => ok<PolicyBody>("GET", `/v1/guilds/${guild}/policy`)
const save = (fields: Record<string, string>) =>
  olive.submit(`${base}/policy`, { expected: "0", intent: "save", ...fields })

test("a manager changes fields by name, and the version says what, who and why", async () => {
  const before = await policy()
  expect((await olive.get(`${base}/policy`)).text).toContain("Minimum confidence")
  const page = await save({ "gate.mode": "manual", "gate.min_confidence": "0.7", note: "Too much junk" })
  expect(page.text).toContain("Saved.")
  const after = await policy()
  expect(after).toMatchObject({ version: 1, gate: { mode: "manual", min_confidence: 0.7 } })
  expect(after.recall).toEqual(before.recall)
  const versions = await olive.get(`${base}/policy/versions`)
  expect(versions.text).toContain("Too much junk")
  expect(versions.text).toContain("Olive")
  expect((await olive.get(`${base}/policy/versions/1`)).text).toContain("Minimum confidence")
})

test("a list that the form has is emptied or filled, and one that it lacks stays", async () => {
  await save({ lists: "sensitive", sensitive: "health" })
  expect((await policy()).sensitive).toMatchObject({ health: "allow", politics: "refuse" })
  await save({ expected: "1", lists: "gate.approval_types", "gate.approval_types": "episode" })
  expect(await policy()).toMatchObject({
    sensitive: { health: "allow" },
    gate: { approval_types: ["episode"] },
  })
  await save({ expected: "2", lists: "sensitive" })
  expect((await policy()).sensitive).toMatchObject({ health: "refuse" })
})

test("a value that does not fit is refused by name and changes nothing", async () => {
  const refused = await olive.post(`${base}/policy`, {
    ...{ expected: "0", intent: "save", "gate.min_confidence": "7", "gate.mode": "manual" },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain("Min confidence must be at most 1.")
  const empty = await olive.post(`${base}/policy`, {
    ...{ expected: "0", intent: "save", "recall.max_items": "", page: `${base}/policy` },
  })
  expect(empty.status).toBe(400)
  expect(empty.html).toMatch(/id="p-recall\.max_items"[^>]*>[^<]*must be a number/)
  expect((await policy()).version).toBe(0)
})

test("of two managers at once, the second is told and overwrites nothing", async () => {
  await save({ "gate.mode": "manual" })
  const second = await save({ "gate.mode": "shadow" })
  expect(second.text).toContain("The policy was changed after you opened this page")
  expect(await policy()).toMatchObject({ version: 1, gate: { mode: "manual" } })
})

test("an earlier version is restored as a new one", async () => {
  await save({ "gate.mode": "manual" })
  const restored = await olive.submit(`${base}/policy/versions/0/restore`, { expected: "1" })
  expect(restored.text).toContain("Saved.")
  expect(await policy()).toMatchObject({ version: 2, gate: { mode: "auto" } })
})

test("a preset shows its changes before and applies them as a version", async () => {
  expect((await olive.get(`${base}/policy`)).text).toContain("Apply “Trial run with hidden facts”?")
  await olive.submit(`${base}/policy/preset`, { preset: "source", expected: "0" })
  expect(await policy()).toMatchObject({ version: 1, gate: { mode: "shadow" } })
  expect((await olive.get(`${base}/policy/versions`)).text).toContain("Preset “Trial run with hidden facts”.")
})

test("the standard preset is in force only if nothing was changed, and sets every setting back", async () => {
  expect((await olive.get(`${base}/policy`)).text).not.toContain("Apply “Standard”?")
  const before = await policy()
  await save({ "gate.min_confidence": "0.8", lists: "sensitive", sensitive: "health" })
  const changed = await olive.get(`${base}/policy`)
  expect(changed.text).toContain("Apply “Standard”?")
  expect(changed.text).not.toContain("In force")
  await olive.submit(`${base}/policy/preset`, { preset: "default", expected: "1" })
  expect(await policy()).toEqual({ ...before, version: 2 })
  const versions = await olive.get(`${base}/policy/versions`)
  expect(versions.text).toContain("Preset “Standard”.")
  expect(versions.text).toMatch(/Version 1 .*Version 0 The default/)
  expect(versions.html).toContain(`${base}/policy/versions/0"`)
})

test("consent and retention are settings of their own", async () => {
  const fields = { consent: "opt_in", retention_days: "3", notes_days: "90", timezone: "Europe/Oslo" }
  const before = await ok("GET", `/v1/guilds/${guild}/settings`)
  const preview = await olive.post(`${base}/settings`, fields)
  expect(preview.text).toContain("Nothing is changed yet.")
  expect(preview.text).toMatch(/\d+ (?:person has|people have) not opted in\./)
  for (const change of [
    "Who is remembered Everyone who did not opt out → Only people who opted in",
    "Messages are kept For 7 days → For 3 days",
    "Notes of conversations are kept Until deleted → For 90 days",
    "Time zone UTC → Europe/Oslo",
  ])
    expect(preview.text).toContain(change)
  expect(preview.text).toContain("Messages that Keepsake received more than 3 days ago are deleted for good")
  expect(preview.text).toMatch(/\d+ notes? of conversations older than 90 days/)
  expect(await ok("GET", `/v1/guilds/${guild}/settings`)).toEqual(before)
  expect(preview.html).toContain('name="confirmed" value="yes"')
  const saved = await olive.submit(`${base}/settings`, { ...fields, confirmed: "yes" })
  expect(saved.text).toContain("Saved.")
  await olive.submit(`${base}/settings`, { ...fields, timezone: "Europe/Berlin" })
  const log = await olive.get(`/app/g/${guild}/run/audit?action=settings.change`)
  // Only the values that changed.
  expect(log.text).toMatch(/Changed a setting \S+ Olive [^→]*? Time zone Europe\/Berlin Changed a setting/)
  expect(await ok("GET", `/v1/guilds/${guild}/settings`)).toMatchObject({
    consent: "opt_in",
    retention_days: 3,
    retention: { notes_days: 90 },
  })
})

test("settings that hide and delete nothing are saved without a question", async () => {
  const fields = { consent: "opt_out", retention_days: "30", notes_days: "0" }
  expect((await olive.submit(`${base}/settings`, fields)).text).toContain("Saved.")
  expect(await ok("GET", `/v1/guilds/${guild}/settings`)).toMatchObject({ retention_days: 30 })
})

test("a trial runs beside the policy in force, is rolled out, and adopted", async () => {
  const started = await olive.submit(`${base}/policy`, {
    ...{ expected: "0", intent: "try", "gate.min_confidence": "0.8", note: "Stricter" },
  })
  expect(started.text).toContain("Started.")
  expect((await policy()).gate.min_confidence).toBe(0.6)
  const path = new RegExp(`${base}/trials/[\\w]+`).exec(started.html)?.[0] ?? ""
  expect((await olive.get(path)).text).toContain("Minimum confidence")
  expect((await olive.submit(`${path}/rollout`, { share: "0.5" })).text).toContain("Decides 50 %")
  expect((await olive.submit(`${path}/adopt`, {})).text).toContain("Adopted")
  expect((await policy()).gate.min_confidence).toBe(0.8)
  const log = await olive.get(`/app/g/${guild}/run/audit?action=policy.put`)
  expect(log.text).toMatch(/Changed the policy .*Version 1 Why Stricter Minimum confidence 0\.6 → 0\.8/)
})

test("a trial is stopped and the policy stays", async () => {
  const started = await olive.submit(`${base}/policy`, {
    ...{ expected: "0", intent: "try", "gate.min_confidence": "0.8" },
  })
  const path = new RegExp(`${base}/trials/[\\w]+`).exec(started.html)?.[0] ?? ""
  expect((await olive.submit(`${path}/stop`, {})).text).toContain("Stopped")
  expect((await policy()).version).toBe(0)
})

test("a change of the policy says before and after that it ends the trial, and the trial says why it ended", async () => {
  await save({ "gate.min_confidence": "0.7" })
  const ended = "the trial ends"
  expect((await olive.get(`${base}/policy`)).text).not.toContain(ended)
  const started = await olive.submit(`${base}/policy`, {
    ...{ expected: "1", intent: "try", "gate.min_confidence": "0.8" },
  })
  const path = new RegExp(`${base}/trials/[\\w]+`).exec(started.html)?.[0] ?? ""
  for (const page of ["policy", "policy/versions/0"])
    expect((await olive.get(`${base}/${page}`)).text).toContain(ended)
  const unchanged = await save({ expected: "1", "gate.min_confidence": "0.7" })
  expect(unchanged.text).toContain("Nothing was changed.")
  expect((await olive.get(path)).text).toContain("Only notes its decisions")
  const saved = await save({ expected: "1", "gate.mode": "manual" })
  expect(saved.text).toContain("Saved. The trial that ran has ended")
  const trial = await olive.get(path)
  expect(trial.text).toContain("The policy was changed by Olive")
  expect(trial.text).toContain("Stopped: the policy was changed")
  const again = await save({ expected: String((await policy()).version), "gate.mode": "auto" })
  expect((await policy()).gate.mode).toBe("auto")
  expect(again.text).not.toMatch(/the trial (?:ends|that ran)/i)
})

test("a version is compared with the past", async () => {
  await save({ "gate.min_confidence": "0.9" })
  await olive.submit(`${base}/policy/versions/0/restore`, { expected: "1" })
  const page = await olive.get(`${base}/policy/versions/1?compare=1`)
  expect(page.text).toContain("Only the candidate saves")
  // Nobody has judged a fact here, so no percentage is shown.
  expect(page.text).toMatch(/In force \d+ No judgments yet Candidate \d+ No judgments yet/)
})

test("drift and unknown versions have their pages, and members open none", async () => {
  expect((await olive.get(`${base}/policy/drift`)).text).toContain("No week is finished yet")
  expect((await olive.get(`${base}/policy/versions/77`)).status).toBe(403)
  expect((await olive.get(`${base}/trials/t_none`)).status).toBe(403)
  const ada = await PageBrowser.of(ADA)
  for (const path of ["policy", "policy/versions", "policy/drift", "trials"])
    expect((await ada.get(`${base}/${path}`)).status).toBe(403)
  expect((await ada.post(`${base}/policy`, { expected: "0", intent: "save" })).status).toBe(403)
})
