/**
 * Nothing learned in a channel is ever shown to a reader who cannot read it: random guilds are read as
 * everyone on every surface, and an oracle that asks every possible person judges. LEAK_RECALLS sets the
 * number of answered recalls; KEEPSAKE_SEED selects the guilds.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { AfterAnswers } from "../../src/runtime/after-answers.ts"
import { isDeep, seed } from "../dice.ts"
import { parrot } from "./digest-reader.ts"
import { call } from "./http.ts"
import { askBot } from "./leaks-answers.ts"
import { Asker, type Findings, type Scenery } from "./leaks-asking.ts"
import { isNoName, optOut, tellApart, withdrawOptOut } from "./leaks-consent.ts"
import { visitPages } from "./leaks-dashboard.ts"
import { runVisit } from "./leaks-deeds.ts"
import { Dice } from "./leaks-dice.ts"
import { reportEvents, tellAccounts, tellProjects } from "./leaks-events.ts"
import { ledgerOf } from "./leaks-ledger.ts"
import { readOverMcp } from "./leaks-mcp.ts"
import { repeatingModel, runNight } from "./leaks-nights.ts"
import { readersOf } from "./leaks-oracle.ts"
import { browse, exportOwn, forget, recallMuch } from "./leaks-reading.ts"
import { talkOf } from "./leaks-talk.ts"
import {
  addContradictions,
  clearContradictions,
  correctOne,
  hearScene,
  type Prompt,
  rememberDirectly,
  tell,
} from "./leaks-telling.ts"
import type { Seen } from "./leaks-tours.ts"
import { changed, type Line, type World, worldOf } from "./leaks-world.ts"
import { embedAll, type FakeModels, fakeModels } from "./recall-asker.ts"

// As in production: several readers ask at once, and an answer notes what it showed, which changes the next one's order.
AfterAnswers.waitMs = 250

/** Guild ids of this test start here. */
const FIRST_GUILD = 9_700_000
const RECALLS = Number(env.LEAK_RECALLS ?? (isDeep ? 800 : 60))
/** Few questions per guild, so that every kind of guild is asked. */
const QUESTIONS = isDeep ? 12 : 2
const ANSWERS = isDeep ? 2 : 1
const AT_ONCE = 4
/** Number of Discord users for each state of a guild. */
const VISITORS = RECALLS > 1_000 ? 2 : 1
const OVER_HTTP = [
  "answers",
  "digests",
  "digests in answers",
  "events",
  "export",
  "forget",
  "guild export",
  "judgments",
  "memories",
  "notes",
  "people in answers",
  "profile",
  "recall",
  "review",
  "windows",
]
const OVER_MCP = ["fetch", "forget", "profile", "prompt", "recall", "resources", "search"].map(
  (name) => `mcp ${name}`,
)
const COMMANDS = [
  "/ask",
  "/forget",
  "/help",
  "/keepsake",
  "/privacy",
  "/profile",
  "/recall",
  "/recap",
  "/remember",
  "/server",
]
const ON_DISCORD = [...COMMANDS, "buttons", "forms", "menus", "suggestions"]
const SURFACES = [...OVER_HTTP, ...OVER_MCP, ...ON_DISCORD, "pages"].sort()

/** Runs one guild: sends its structure, talks in it, reads it, then changes and reads it twice more. One person opts out. */
async function live(index: number, findings: Findings): Promise<void> {
  const dice = new Dice(seed * 1_000 + index)
  let world = worldOf(dice, FIRST_GUILD + seed * 1_000 + index)
  await tell(world)
  await tellProjects(world)
  await tellAccounts(world)
  const lines = await talk(dice, world, { findings, byModel: index % 2 === 0 })
  const model = index % 3 === 1 ? repeater() : null
  const seen: Seen = new Map()
  // Rules and the model alternate; the guild changes in between, while a night's results stay.
  const dreamer = index % 2 === 0 ? repeatingModel() : null
  for (const [round, change] of [false, true, true].entries()) {
    if (change) {
      world = changed(dice, world)
      await tell(world)
      await tellProjects(world)
      lines.push(...(await correctOne(dice, world, await ledgerOf(world.guildId))))
    }
    world = await optOut(dice, world, { isDue: round === index % 2 })
    if (round < 2) {
      await runNight(world, round, round === 0 ? dreamer : repeatingModel())
      findings.topics += await topicsIn(world.guildId)
    }
    if (index % 4 === 2) await addContradictions(dice, await ledgerOf(world.guildId))
    if (model) await embed(world.guildId, model)
    const bound = model ? { AI: model.ai } : {}
    const scenery = { world, lines, ledger: await ledgerOf(world.guildId), bound }
    await readAll(dice, scenery, findings)
    for (let n = 0; n < VISITORS && (index < 2 || change); n += 1)
      await runVisit(scenery, dice, { findings, seen })
  }
  await withdrawOptOut(world)
  await clearContradictions(world.guildId)
}

/** Returns the number of topics the guild's nights have made. */
async function topicsIn(guildId: string): Promise<number> {
  const row = await env.DB.prepare(
    "SELECT count(*) AS topics FROM notes WHERE guild_id = ? AND kind = 'topic_cluster'",
  )
    .bind(guildId)
    .first<{ topics: number }>()
  return row?.topics ?? 0
}

/** Models that find loosely similar texts by meaning and write digests that repeat all they see. */
function repeater(): FakeModels {
  const model = fakeModels()
  model.knows = isNoName
  const { ai } = parrot()
  // The stand-in reads only messages and returns only a response.
  const write = ai.run as unknown as (name: string, input: object) => Promise<{ response: unknown }>
  model.says = async (prompt) => (await write("", { messages: [{ content: prompt }] })).response
  return model
}

/** The index runs on a clock set by hand. */
async function embed(guildId: string, model: FakeModels): Promise<void> {
  await embedAll(guildId, model)
  vi.useRealTimers()
}

/** Delivers all messages of a guild, extracted by rules or by a model. */
async function talk(
  dice: Dice,
  world: World,
  { findings, byModel }: { findings: Findings; byModel: boolean },
): Promise<Line[]> {
  const prompts: Prompt[] = []
  const scenes = talkOf(dice, world)
  for (const scene of scenes) await hearScene(world, scene, { prompts, byModel })
  const lines = scenes.flatMap((scene) => scene.lines)
  scanPrompts({ world, lines, ledger: await ledgerOf(world.guildId), bound: {} }, prompts, findings)
  const direct = [await rememberDirectly(dice, world), await rememberDirectly(dice, world)]
  return [...lines, ...direct, ...(await reportEvents(dice, world))]
}

/** Reads as each reader in turn; forgetting comes last. */
async function readAll(dice: Dice, scenery: Scenery, findings: Findings): Promise<void> {
  const { guildId } = scenery.world
  const all = JSON.stringify((await call("GET", `/v1/guilds/${guildId}/memories?limit=200`)).body)
  const readers = dice.some(readersOf(dice, scenery.world), 0.45)
  const askers = readers.map((reader) => new Asker(scenery, reader, findings))
  const readAs = async (asker: Asker, own: Dice) => {
    if (asker.shown !== null) findings.withheld += asker.leaksIn(all).length
    await recallMuch(asker, own, QUESTIONS)
    await askBot(asker, own, ANSWERS)
    await browse(asker, own)
    await tellApart(asker, own)
    if (own.chance(0.5)) await readOverMcp(asker, own)
    // Exports are requested without a place, and pages are read alone.
    await exportOwn(asker.elsewhere(null))
    if (own.chance(0.3)) await visitPages(asker.elsewhere(null), own)
  }
  // Reads in parallel lanes with separate dice, so that results do not depend on timing.
  const lanes = askers.map((asker) => ({ asker, own: new Dice(dice.below(1_000_000)) }))
  const read = async () => {
    for (let next = lanes.shift(); next; next = lanes.shift()) await readAs(next.asker, next.own)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
  const left = async () => new Set((await ledgerOf(guildId)).memories.keys())
  for (const asker of askers) await forget(asker, dice, left)
}

/** Scans extraction prompts: a channel's prompt may hold only what may be shown in that channel. */
function scanPrompts(scenery: Scenery, prompts: readonly Prompt[], findings: Findings): void {
  for (const { channelId, text } of prompts) {
    const reader = { placeId: channelId, personId: null }
    const { guildId } = scenery.world
    for (const leak of new Asker(scenery, reader, findings).leaksIn(text))
      findings.leaks.push({ ...leak, surface: "prompt", guildId, reader, request: text, why: [] })
  }
}

/** Number of answered recalls; a stranger's are refused. */
function recalled({ answered }: Findings): number {
  return answered.recall ?? 0
}

test("no surface shows a reader anything they may not read, and everything they may read is found", {
  timeout: 1_800_000,
}, async () => {
  const findings: Findings = {
    answered: {},
    leaks: [],
    withheld: 0,
    facts: { sought: 0, found: 0 },
    messages: { sought: 0, found: 0 },
    elsewhere: 0,
    notes: { sought: 0, found: 0 },
    profiles: { sought: 0, found: 0 },
    visits: 0,
    topics: 0,
    forgotten: 0,
    refused: 0,
    compared: 0,
    uneven: [],
  }
  for (let index = 0; recalled(findings) < RECALLS; index += 1) await live(index, findings)
  console.log(JSON.stringify({ ...findings, leaks: findings.leaks.length, uneven: findings.uneven.length }))
  for (const one of findings.uneven.slice(0, 5)) console.error(one)
  for (const leak of findings.leaks.slice(0, 5)) console.error(JSON.stringify(leak, null, 1))
  expect(findings.leaks.slice(0, 20)).toEqual([])
  expect(findings.uneven.slice(0, 20)).toEqual([])
  expect(findings.withheld).toBeGreaterThan(recalled(findings))
  expect(findings.refused).toBeGreaterThan(0)
  expect(findings.compared).toBeGreaterThan(recalled(findings) / 2)
  expect(findings.topics).toBeGreaterThan(0)
  expect(findings.elsewhere).toBeGreaterThan(0)
  expect(findings.forgotten).toBeGreaterThan(0)
  expect(findings.profiles.found / findings.profiles.sought).toBeGreaterThan(0.99)
  expect(findings.notes.found / findings.notes.sought).toBe(1)
  expect(Object.keys(findings.answered).sort()).toEqual(SURFACES)
  expect(recalled(findings)).toBeGreaterThanOrEqual(RECALLS)
  expect(findings.facts.found / findings.facts.sought).toBeGreaterThan(0.99)
  expect(findings.messages.found / findings.messages.sought).toBeGreaterThan(0.99)
})
