/**
 * The vector index loses nothing and keeps nothing deleted if the model, the index or the database fails or
 * the process dies.
 */
import { evictDurableObject } from "cloudflare:test"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { deep, everyFourth } from "../dice.ts"
import { hear, memories, ok, talk } from "./http.ts"
import {
  DIMENSIONS,
  embedder,
  equipIndex,
  expectIndexInSync,
  found,
  type Index,
  type IndexSetup,
  indexOf,
  marks,
  ownKeys,
} from "./indexing.ts"
import { alarmOf, DAY, MINUTE, pass, START, setClock } from "./live.ts"
import { breakDatabase, faultsOf, mendDatabase } from "./stand-ins.ts"
import { VectorizeStandIn } from "./vectorize.ts"

beforeEach(() => {
  setClock(START)
  vi.spyOn(console, "error").mockReturnValue()
  vi.spyOn(console, "warn").mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Ada likes hiking and Bo plays chess: two memories and a note. */
async function twoHobbies(guild: string): Promise<void> {
  const lines: [string, string, string][] = [
    ["11", "Ada", "I love hiking"],
    ["12", "Bo", "I play chess every week"],
  ]
  await hear(guild, "100", talk(1, START - 60 * MINUTE, lines))
}
async function tell(guild: string, text: string): Promise<void> {
  await ok("POST", `/v1/guilds/${guild}/members/11/remember`, { text })
}
async function forget(guild: string, word: string): Promise<void> {
  const memory = (await memories(guild)).find(({ fact }) => fact.includes(word))
  await ok("DELETE", `/v1/guilds/${guild}/memories/${memory?.id}`)
}
/** Runs the alarm until nothing is left to do. */
async function finish(index: Index): Promise<void> {
  await pass(index, Date.now() + 3 * DAY)
  expect(await alarmOf(index)).toBe(null)
}

test("rows wait with growing delays while the model fails, and a write in between does not shorten them", async () => {
  const model = embedder()
  model.refuse = () => {
    throw new Error("1031: internal error")
  }
  const index = indexOf("33101")
  await equipIndex(index, { model })
  await twoHobbies("33101")
  await index.wake("33101")
  await pass(index, START + 60 * MINUTE)
  const due = await alarmOf(index)
  expect(model.calls.length).toBeGreaterThan(5)
  expect(model.calls.length).toBeLessThan(30)
  expect(due).toBeGreaterThan(START + 60 * MINUTE)
  await index.wake("33101")
  expect(await alarmOf(index)).toBe(due)
  model.refuse = () => undefined
  await finish(index)
  await expectIndexInSync("33101", await ownKeys(index))
})

test("a model whose daily quota is spent is left alone until the next day", async () => {
  const model = embedder()
  model.refuse = () => {
    throw new Error("4006: you have used up your daily free allocation of 10,000 neurons")
  }
  const index = indexOf("33102")
  await equipIndex(index, { model })
  await twoHobbies("33102")
  await index.wake("33102")
  await pass(index, START + MINUTE)
  const midnight = START + DAY / 2
  expect(await alarmOf(index)).toBeGreaterThanOrEqual(midnight)
  expect(await alarmOf(index)).toBeLessThanOrEqual(midnight + 10 * MINUTE)
  expect(model.calls).toHaveLength(1)
})

test.each([
  ["refuses", "33103", "3006: Request is too large"],
  ["fails on", "33108", "1031: internal error"],
])("a text that the model %s does not block other texts forever", async (_what, guild, error) => {
  const model = embedder()
  model.refuse = (texts) => {
    if (texts.some((text) => text.includes("oboe"))) throw new Error(error)
  }
  const index = indexOf(guild)
  await equipIndex(index, { model })
  await twoHobbies(guild)
  for (const thing of ["the harp", "the oboe", "the cello"]) await tell(guild, `Ada plays ${thing}`)
  await index.wake(guild)
  await finish(index)
  const kept = await found(guild, "cello harp", { model }, 50)
  expect(kept.filter((name) => /cello|harp|oboe/.test(name))).toEqual([
    expect.stringMatching(/cello|harp/),
    expect.stringMatching(/cello|harp/),
  ])
  expect(await ownKeys(index)).toHaveLength(5)
  expect((await marks(guild)).filter(([, , mark]) => mark === null)).toEqual([])
})

test("no text is given up as unfit while the model refuses every text", async () => {
  const model = embedder()
  model.refuse = () => {
    throw new Error("3006: Request is too large")
  }
  const index = indexOf("33104")
  await equipIndex(index, { model })
  await twoHobbies("33104")
  await index.wake("33104")
  await pass(index, START + DAY)
  expect((await marks("33104")).map(([, , mark]) => mark)).toEqual([null, null, null])
  model.refuse = () => undefined
  await finish(index)
  await expectIndexInSync("33104", await ownKeys(index))
})

test("rows wait while Vectorize fails, and are embedded when it is back", async () => {
  const model = embedder()
  const vectorize = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  const index = indexOf("33105")
  await equipIndex(index, { model, vectorize })
  await twoHobbies("33105")
  vectorize.down = true
  await index.wake("33105")
  await pass(index, START + 10 * MINUTE)
  expect(vectorize.calls.upsert + vectorize.calls.deleteByIds).toBeGreaterThan(5)
  vectorize.down = false
  await finish(index)
  vectorize.process()
  await expectIndexInSync(
    "33105",
    vectorize.ids.map((id) => id.replace("33105:", "")),
  )
})

test("a fact forgotten while Vectorize fails loses its vector when it is back", async () => {
  const model = embedder()
  const vectorize = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  const index = indexOf("33106")
  await equipIndex(index, { model, vectorize })
  await twoHobbies("33106")
  await index.wake("33106")
  await finish(index)
  vectorize.down = true
  await forget("33106", "hiking")
  await index.wake("33106")
  await pass(index, Date.now() + 10 * MINUTE)
  vectorize.down = false
  await finish(index)
  vectorize.process()
  expect(vectorize.ids).toHaveLength(2)
  await expectIndexInSync(
    "33106",
    vectorize.ids.map((id) => id.replace("33106:", "")),
  )
})

test("a fact changed while the model embeds it gets the vector of its new words", async () => {
  const model = embedder()
  const index = indexOf("33107")
  await equipIndex(index, { model })
  await twoHobbies("33107")
  const hiking = (await memories("33107")).find(({ fact }) => fact.includes("hiking"))
  const chess = (await memories("33107")).find(({ fact }) => fact.includes("chess"))
  let changed: Promise<unknown> | null = null
  const slow = {
    run: async (...args: [string, { text: string[] }]) => {
      changed ??= ok("PATCH", `/v1/guilds/33107/memories/${hiking?.id}`, { fact: "Ada loves kayaking" }).then(
        () => ok("DELETE", `/v1/guilds/33107/memories/${chess?.id}`),
      )
      await changed
      // Calls the fake binding's own `run`.
      return (model.ai as unknown as { run(...args: unknown[]): Promise<unknown> }).run(...args)
    },
  }
  await equipIndex(index, { model: { ...model, ai: slow as unknown as Ai } })
  await index.wake("33107")
  await finish(index)
  expect((await found("33107", "kayaking", { model }))[0]).toBe("Ada loves kayaking")
  expect(await ownKeys(index)).toHaveLength(2)
  await expectIndexInSync("33107", await ownKeys(index))
})

test("a row number reused while the old vector waits for removal keeps its new vector", async () => {
  const model = embedder()
  const index = indexOf("33109")
  await equipIndex(index, { model })
  await twoHobbies("33109")
  await tell("33109", "Ada plays the oboe")
  await index.wake("33109")
  await finish(index)
  const numbers = await ownKeys(index)
  // The third call reads rows that wait for a vector; the second has just found none to remove.
  await breakDatabase(index, async (call) => {
    if (call !== 3) return null
    await forget("33109", "oboe")
    await tell("33109", "Ada plays the harp")
    return null
  })
  await index.wake("33109")
  await finish(index)
  expect(await ownKeys(index)).toEqual(numbers)
  expect(await found("33109", "harp", { model }, 1)).toContain("Ada plays the harp")
  await expectIndexInSync("33109", await ownKeys(index))
})

/** Each database call of one run, failing once before and once after it took effect. */
const FAULTS = everyFourth(faultsOf(9))

deep.each([
  ["a guild's own index", 0, () => null],
  ["Vectorize", 1, () => new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])],
] as [string, number, () => VectorizeStandIn | null][])(
  "%s matches the database again, whichever database call fails or is a process's last",
  async (_name, digit, standIn) => {
    let failed = 0
    for (const [n, { fault, at }] of FAULTS.entries()) {
      const guild = `332${digit}${n + 10}`
      const vectorize = standIn()
      const outfit: IndexSetup = { model: embedder(), ...(vectorize ? { vectorize } : {}) }
      const index = indexOf(guild)
      const kept = async (): Promise<string[]> => {
        vectorize?.process()
        return vectorize ? vectorize.ids.map((id) => id.replace(`${guild}:`, "")) : ownKeys(index)
      }
      setClock(START)
      await twoHobbies(guild)
      await equipIndex(index, outfit)
      await index.wake(guild)
      await finish(index)
      // A run with a vector to remove, one to replace and one to add, whose new fact is forgotten during the
      // outage.
      await forget(guild, "hiking")
      await tell(guild, "Ada plays the oboe")
      await breakDatabase(index, (call) => (call === at ? fault : null))
      await index.wake(guild)
      await pass(index, Date.now() + 1_200)
      failed += Number((await alarmOf(index)) !== null)
      await forget(guild, "oboe")
      if (n % 2 === 0) await evictDurableObject(index)
      await mendDatabase(index)
      await equipIndex(index, outfit)
      await index.wake(guild)
      await finish(index)
      await expectIndexInSync(guild, await kept())
      expect(await kept(), `${fault} call ${at}`).toHaveLength(2)
    }
    // Such a run takes at least six calls.
    expect(failed).toBeGreaterThanOrEqual(FAULTS.filter(({ at }) => at <= 6).length)
  },
  60_000,
)
