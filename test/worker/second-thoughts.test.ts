/**
 * Opt-outs and edits between reading a window and writing its results decide by the state at the moment of
 * writing.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { promptLines } from "../prompt-lines.ts"
import { channelPath, hear, memories, ok, talk } from "./http.ts"
import { quietly } from "./live.ts"
import { guildRows } from "./snapshot.ts"
import { bindModel, breakDatabase, channelOf, claim, mendDatabase } from "./stand-ins.ts"

const START = Date.parse("2091-03-01T12:00:00Z")
const HOUR = 3_600_000
const LINES: [string, string, string][] = [
  ["12", "Bo", "I have a boat called Argo"],
  ["11", "Ada", "I play chess"],
  ["13", "Cy", "I bake bread"],
]

quietly({ silent: ["error"], at: START })

/** Claims about each person in the prompt, citing their own line. */
function honest(prompt: string) {
  const facts: Record<string, string> = { Bo: "has a boat", Ada: "plays chess", Cy: "bakes bread" }
  return promptLines(prompt).map(({ line, handle, name }) =>
    claim(handle, `${name} ${facts[name]}`, { lines: [line] }),
  )
}

/** A known channel in which three people have just spoken. */
async function spoken(guild: string) {
  const channel = channelOf(guild, "100")
  await hear(guild, "100", talk(1, START, [["11", "Ada", "hello"]]))
  await ok("POST", `${channelPath(guild, "100")}/messages`, { messages: talk(100, START + HOUR, LINES) })
  vi.setSystemTime(START + 2 * HOUR)
  return channel
}

function object(guild: string): Promise<unknown> {
  const objection =
    "INSERT INTO members (guild_id, id, name, consent, seen_at) VALUES (?, '12', 'B.', 'out', 0)"
  return env.DB.prepare(objection).bind(guild).run()
}

/** Returns everything stored about a guild except its members, as text. */
async function kept(guild: string): Promise<string> {
  const { members: _, ...rows } = await guildRows(guild)
  const verdicts = await env.DB.prepare("SELECT verdicts FROM windows WHERE guild_id = ?").bind(guild).all()
  const notes = await env.DB.prepare("SELECT * FROM notes WHERE guild_id = ?").bind(guild).all()
  return JSON.stringify([rows, verdicts.results, notes.results])
}

test("nothing is stored about a member who opts out while the model reads: no memory, note or record", async () => {
  const channel = await spoken("7301")
  await bindModel(channel, async (prompt) => {
    if (prompt.includes("Argo")) await object("7301")
    return honest(prompt)
  })
  await channel.flush()
  expect((await memories("7301")).map((memory) => memory.fact).sort()).toEqual([
    "Ada plays chess",
    "Cy bakes bread",
  ])
  expect(await kept("7301")).not.toMatch(/Argo|boat|Bo\b/)
})

test("a member who opts out just before the write is in no note either", async () => {
  const channel = await spoken("7302")
  await bindModel(channel, honest)
  // Calls 1 to 3 read; the fourth writes.
  await breakDatabase(channel, async (number) => {
    if (number === 4) await object("7302")
    return null
  })
  await channel.flush()
  expect(await memories("7302")).toHaveLength(2)
  expect(await kept("7302")).not.toMatch(/Argo|boat|Bo\b/)
})

test("claims that waited for the database keep their own lines after someone opts out", async () => {
  const channel = await spoken("7303")
  await bindModel(channel, honest)
  await breakDatabase(channel, (number) => (number >= 3 ? "before" : null))
  await channel.flush()
  await mendDatabase(channel)
  await object("7303")
  vi.setSystemTime(START + 5 * HOUR)
  await channel.flush()
  const found = await memories("7303")
  expect(Object.fromEntries(found.map((memory) => [memory.fact, memory.sources[0]?.excerpt]))).toEqual({
    "Ada plays chess": "I play chess",
    "Cy bakes bread": "I bake bread",
  })
  expect(await kept("7303")).not.toMatch(/Argo|boat|Bo\b/)
})

test("a line edited while its claims fail to be written is read again", async () => {
  const channel = await spoken("7304")
  const [edited, release] = gate()
  const model = await bindModel(channel, () => [claim("P1", "Bo has a boat")])
  const calls = await breakDatabase(channel, async (number) => {
    if (number === 3) await edited
    return number < 3 ? null : "before"
  })
  const flushing = channel.flush()
  await vi.waitFor(() => expect(calls.calls).toBe(3))
  expect(await channel.edit("100", "I have no boat, it sank")).toBe(true)
  release()
  await flushing
  await mendDatabase(channel)
  model.says = () => [claim("P1", "Bo has no boat, it sank")]
  vi.setSystemTime(START + 5 * HOUR)
  await channel.flush()
  expect((await memories("7304")).map((memory) => memory.fact)).toEqual(["Bo has no boat, it sank"])
  const { usage } = await guildRows("7304")
  expect(usage?.[0]).toMatchObject({ calls: 2, input_tokens: 200, output_tokens: 40 })
})

test("a discarded model reply is still charged", async () => {
  const channel = await spoken("7305")
  const [edited, release] = gate()
  const model = await bindModel(channel, async (prompt) => {
    await edited
    return honest(prompt)
  })
  const flushing = channel.flush()
  await vi.waitFor(() => expect(model.prompts).toHaveLength(1))
  await channel.edit("100", "I have a boat called Argus")
  release()
  await flushing
  expect(model.prompts).toHaveLength(2)
  const { usage } = await guildRows("7305")
  expect(usage?.[0]).toMatchObject({ calls: 2, input_tokens: 200, output_tokens: 40 })
})

function gate(): [passed: Promise<void>, open: () => void] {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return [passed, open]
}
