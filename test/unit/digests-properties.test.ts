/** After any changes in any order, the served digest equals one built from scratch. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, localDate, localHour } from "../../src/domain/calendar.ts"
import { composeContext, composeDay, composeHistory } from "../../src/recall/digests/compose.ts"
import type {
  DigestFact,
  DigestInput,
  DigestLine,
  DigestPart,
  StoredDigest,
} from "../../src/recall/digests/fingerprint.ts"
import { planDigests } from "../../src/recall/digests/plan.ts"
import { propertyRuns } from "../dice.ts"
import { known, line } from "./digests-world.ts"

const START = Date.parse("2026-10-24T20:00:00Z")
const MINUTE = 60_000

type Change =
  | { kind: "say"; ago: number; text: string | null }
  | { kind: "unsay" | "reword" | "fact" | "correct" | "forget"; at: number }
  | { kind: "name"; name: string }
  | { kind: "zone"; zone: string }
  | { kind: "pass"; minutes: number }
  /** A model answers as of the state at the last read. */
  | { kind: "write"; down: boolean }

const text = fc.constantFrom("baked", "asked about flour", "talked about ovens", null)
const at = fc.nat(20)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("say" as const), ago: fc.nat(9 * 24 * 60), text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("say" as const), ago: fc.nat(90), text }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(["unsay", "reword", "fact", "correct", "forget"] as const)),
      at,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("name" as const), name: fc.constantFrom("Ada", "Ada L.") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("zone" as const),
      zone: fc.constantFrom("UTC", "Europe/Oslo", "Asia/Kolkata"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      minutes: fc.constantFrom(1, 10, 59, 60, 600, 1_440),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("write" as const), down: fc.nat(4).map((n) => n === 0) }),
  },
)

interface World {
  now: number
  timezone: string
  known: DigestInput
  count: number
}

function after(world: World, step: Change): World {
  const { now, known: ada, count } = world
  const next = { ...world, count: count + 1 }
  const pick = <T>(items: readonly T[], index: number) => items[index % Math.max(1, items.length)]
  switch (step.kind) {
    case "say": {
      const said = line(`n${count}`, now - step.ago * MINUTE, step.text)
      return { ...next, known: { ...ada, lines: latestFirst([...ada.lines, said]) } }
    }
    case "unsay": {
      const gone = pick(ada.lines, step.at)
      return { ...next, known: { ...ada, lines: ada.lines.filter((one) => one !== gone) } }
    }
    case "reword": {
      const old = pick(ada.lines, step.at)
      const lines = ada.lines.map((one) => (one === old ? { ...one, text: `mended ${count}` } : one))
      return { ...next, known: { ...ada, lines } }
    }
    case "fact":
      return {
        ...next,
        known: {
          ...ada,
          facts: [...ada.facts, { id: `m${count}`, version: 1, fact: `Ada has ${count} hens` }],
        },
      }
    case "correct": {
      const old = pick(ada.facts, step.at)
      const facts = ada.facts.map((one) =>
        one === old ? { ...one, version: one.version + 1, fact: `Ada has ${count} ducks` } : one,
      )
      return { ...next, known: { ...ada, facts } }
    }
    case "forget": {
      const gone = pick(ada.facts, step.at)
      return { ...next, known: { ...ada, facts: ada.facts.filter((one) => one !== gone) } }
    }
    case "name":
      return { ...next, known: { ...ada, name: step.name } }
    case "zone":
      return { ...next, timezone: step.zone }
    case "pass":
      return { ...next, now: now + step.minutes * MINUTE }
    case "write":
      return { ...next, known: { ...ada, stored: writtenBy(world, step.down) } }
  }
}

function latestFirst(lines: DigestLine[]): DigestLine[] {
  return lines.toSorted((a, b) => b.at - a.at)
}

/** Everything a fake model's digest was made of. It is stored as the digest's body, so a test can read it back. */
interface DigestSources {
  at: number
  timezone: string
  name: string | null
  lines: DigestLine[]
  facts: DigestFact[]
}

function writtenBy(world: World, down: boolean): StoredDigest[] {
  const plan = planDigests(world.known, world)
  const sourcesOf = (part: DigestPart): DigestSources => ({
    at: world.now,
    timezone: world.timezone,
    name: world.known.name,
    lines:
      part.kind === "day"
        ? plan.lines.day
        : part.kind === "history"
          ? plan.lines.history.flat()
          : [...plan.lines.day, ...plan.lines.history.flat()],
    facts: part.kind === "context" ? plan.facts : [],
  })
  const rows = [plan.day, plan.history, plan.context]
    .filter((part) => part.stale)
    .map((part) => ({
      kind: part.kind,
      print: down ? "" : part.print,
      body: down ? "" : JSON.stringify(sourcesOf(part)),
      updatedAt: world.now,
    }))
  return [...world.known.stored.filter((row) => !rows.some((one) => one.kind === row.kind)), ...rows]
}

/** Returns the lines a digest should contain, from the calendar alone. */
function linesNow({ known: { lines }, now, timezone }: World, kind: "day" | "history"): DigestLine[] {
  const today = localDate(now, timezone)
  return lines.filter(({ at: said }) => {
    const date = localDate(said, timezone)
    return kind === "day" ? date === today : date < today && date >= addDays(today, -6)
  })
}

function byDay(lines: DigestLine[], { timezone }: World): DigestLine[][] {
  return [...Map.groupBy(lines, ({ at: said }) => localDate(said, timezone)).values()]
}

/** Identifies a line by its note and text. */
const wordsOf = (lines: readonly DigestLine[]) =>
  lines.map(({ id, at: said, text: words }) => `${id} ${said} ${words}`)

function expectOfLines(world: World, part: DigestPart): void {
  const kind = part.kind === "day" ? "day" : "history"
  const now = linesNow(world, kind)
  const told = { name: world.known.name, timezone: world.timezone }
  if (part.method === "rule") {
    expect(part.body).toBe(kind === "day" ? composeDay(told, now) : composeHistory(told, byDay(now, world)))
    return
  }
  const made: DigestSources = JSON.parse(part.body ?? "")
  expect({ name: made.name, timezone: made.timezone }).toEqual(told)
  expect(localDate(made.at, world.timezone)).toBe(localDate(world.now, world.timezone))
  const added = wordsOf(now).filter((words) => !wordsOf(made.lines).includes(words))
  // Nothing deleted and nothing changed appears. Additions appear from the next hour or day on.
  expect(wordsOf(now)).toEqual(expect.arrayContaining(wordsOf(made.lines)))
  const sameTerm =
    kind === "history" || localHour(made.at, world.timezone) === localHour(world.now, world.timezone)
  if (!sameTerm) expect(added).toEqual([])
}

function expectOfContext(
  world: World,
  part: DigestPart,
  beside: { day: DigestLine[]; history: DigestLine[][] },
): void {
  const { name, facts } = world.known
  if (part.method === "rule") {
    const words = facts.map(({ fact }) => fact)
    expect(part.body).toBe(composeContext({ name, timezone: world.timezone }, words, beside))
    return
  }
  const made: DigestSources = JSON.parse(part.body ?? "")
  expect(made.name).toBe(name)
  expect(made.facts.map(({ id, fact }) => [id, fact])).toEqual(facts.map(({ id, fact }) => [id, fact]))
  expect(wordsOf(made.lines)).toEqual(wordsOf([...beside.day, ...beside.history.flat()]))
}

test("after any sequence of changes, the served digest says only what one built from scratch would", () => {
  let byModel = 0
  fc.assert(
    fc.property(fc.array(change, { minLength: 5, maxLength: 50 }), (changes) => {
      let world: World = { now: START, timezone: "Europe/Oslo", known: known({}), count: 0 }
      for (const step of changes) {
        world = after(world, step)
        const plan = planDigests(world.known, world)
        expectOfLines(world, plan.day)
        expectOfLines(world, plan.history)
        expectOfContext(world, plan.context, plan.lines)
        byModel += [plan.day, plan.history, plan.context].filter((part) => part.method === "model").length
      }
    }),
    { numRuns: propertyRuns(120) },
  )
  expect(byModel).toBeGreaterThan(propertyRuns(500))
})
