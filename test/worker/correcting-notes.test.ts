/** A corrected fact stands in its new words in the notes of the talk it was learned in, until the correction is undone. */
import { afterEach, expect, test, vi } from "vitest"
import { guildStructure, member, tell } from "./guild-structure.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { ada, asks, buttonOf, press } from "./people-world.ts"

const START = Date.parse("2091-03-01T12:00:00Z")
const OLD = "Ada lives in Uppsala"
const NEW = "Ada lives in Bergen"

afterEach(() => void vi.useRealTimers())

async function home(guild: string): Promise<{ guild: string; id: string }> {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
  await tell(guild, guildStructure(guild, [], { members: [member("11", [], "Ada"), member("12", [], "Bo")] }))
  const lines: [string, string, string][] = [
    ["12", "Bo", "no snow at all this year, the lake never froze"],
    ["11", "Ada", "I live in Uppsala"],
  ]
  await hear(guild, "200", talk(Number(guild) * 1_000, START - 3_600_000, lines), {})
  const known = await memories(guild)
  return { guild, id: known.find(({ fact }) => fact === OLD)?.id ?? "" }
}

async function noteOf(guild: string): Promise<string> {
  const { items } = await ok<{ items: { title: string; summary: string }[] }>(
    "GET",
    `/v1/guilds/${guild}/notes`,
  )
  return items.map(({ title, summary }) => `${title}\n${summary}`).join("\n")
}

async function answerTo(guild: string, question: string): Promise<string> {
  const asked = { question, channel_id: "200", user_id: "12" }
  return (await ok<{ answer: string }>("POST", `/v1/guilds/${guild}/answers`, asked)).answer
}

test("a note tells the corrected fact, and no answer tells the old one from it", async () => {
  const { guild, id } = await home("847101")
  expect(await noteOf(guild)).toContain(OLD)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { fact: NEW })
  expect(await noteOf(guild)).not.toContain("Uppsala")
  expect(await noteOf(guild)).toContain(`${NEW}.`)
  const answer = await answerTo(guild, "Where does Ada live?")
  expect(answer).toContain(NEW)
  expect(answer).not.toContain(OLD)
})

test("undoing the correction restores the note", async () => {
  const { guild, id } = await home("847102")
  const before = await noteOf(guild)
  const done = await press(asks(guild, ada), `corrected:${id}`, { fields: { fact: NEW } })
  expect(await noteOf(guild)).toContain(NEW)
  await press(asks(guild, ada), buttonOf(done, "Undo"))
  expect(await noteOf(guild)).toBe(before)
})

test("a note tells no fact that waits, is hidden or was rejected", async () => {
  for (const [index, mode] of (["manual", "shadow"] as const).entries()) {
    const guild = String(847_104 + index)
    await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode } })
    await home(guild)
    expect(await noteOf(guild)).not.toContain(OLD)
    expect(await noteOf(guild)).toContain("Bo: no snow")
    expect(await answerTo(guild, "Where does Ada live?")).not.toContain(OLD)
  }
  const { guild, id } = await home("847106")
  expect(await noteOf(guild)).toContain(OLD)
  await ok("PATCH", `/v1/guilds/${guild}/memories/${id}`, { status: "superseded" })
  expect(await noteOf(guild)).not.toContain(OLD)
})

test("a note keeps a sentence's no, and quotes nobody for a fact that follows their words", async () => {
  const { guild } = await home("847103")
  const note = await noteOf(guild)
  expect(note).toContain("Bo: no snow at all")
  expect(note.indexOf(OLD)).toBeLessThan(note.indexOf("Bo: "))
  const answer = await answerTo(guild, "Where does Ada live?")
  expect(answer).not.toMatch(/Bo (?:wrote|said)[^\n]*Uppsala/)
})
