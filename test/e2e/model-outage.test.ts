/**
 * What a user sees while a model does not answer: nothing is lost, nothing is invented, and waiting windows
 * are read once it is back.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { ADA } from "./model-path/room.ts"
import { Stage } from "./model-path/stage.ts"

const BY_MODEL = ["Ada: Ada lives in Oslo. [1] model", "Ben: Ben works as a baker. [2] model"]

/** Every failure after which a retry in the next minutes may succeed. */
const OUT = [
  "hang",
  "capacity",
  "timeout",
  "broken",
  "reset",
  "rest_long",
  "unauthorized",
  "no_model",
  "html",
]

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open({ timeoutSeconds: 1.5 })
})
afterAll(() => stage.close())

test.each(["capacity", "timeout", "rest_briefly"])(
  "a brief failure (%s) is retried at once",
  async (behavior) => {
    const room = stage.room(`${behavior},good`)
    await room.say()
    expect((await room.flush()).windows).toMatchObject([{ method: "model" }])
    expect(await room.memories()).toEqual(BY_MODEL)
    expect(stage.calls(room)).toHaveLength(2)
  },
)

test("a window waits while the daily allowance is spent, and the model reads it once allowance is back", async () => {
  const room = stage.room("quota,good")
  await room.say()
  expect(await room.flush()).toEqual({ windows: [], waiting: 1 })
  expect(await room.windows()).toEqual([])
  expect(await room.memories()).toEqual([])
  expect((await room.flush()).windows).toMatchObject([{ method: "model", messages: 2 }])
  expect(await room.memories()).toEqual(BY_MODEL)
})

test("beyond 2,000 waiting messages, the rules read the oldest windows and the rest wait", async () => {
  for (const behavior of ["quota", "broken"]) {
    const room = stage.room(behavior)
    await room.settings({ max_messages: 100 })
    await room.say([{ author: ADA, content: "I live in Oslo" }])
    for (let part = 0; part < 6; part++)
      await room.say(
        Array.from({ length: 360 }, (_, n) => ({ author: ADA, content: `so it goes ${part}.${n}` })),
      )
    const flushed = await room.flush()
    // 2,161 messages are 21 full windows and one of 61. The rules must read two to leave no more than 2,000.
    expect(flushed.waiting).toBe(20)
    expect(await room.windows()).toMatchObject([
      { method: "rule", messages: 100 },
      { method: "rule", messages: 100 },
    ])
    expect(await room.memories()).toEqual(["Ada: Ada lives in Oslo [1] rule"])
  }
})

test("windows wait through every kind of model outage, and the model reads them when it is back", async () => {
  const rooms = OUT.map((behavior) => stage.room(behavior))
  await Promise.all(rooms.map((room) => room.say()))
  const flushed = await Promise.all(rooms.map((room) => room.flush()))
  for (const [index, room] of rooms.entries()) {
    expect(flushed[index], OUT[index]).toEqual({ windows: [], waiting: 1 })
    expect(await room.windows(), OUT[index]).toEqual([])
    expect(await room.memories(), OUT[index]).toEqual([])
  }
  await stage.modelWell()
  for (const room of rooms) {
    expect(await room.windowsWritten(1), room.name).toMatchObject([{ method: "model", messages: 2 }])
    expect(await room.memories(), room.name).toEqual(BY_MODEL)
  }
  const [hung] = rooms
  // Three questions without an answer count as paid too, as far as is known.
  expect(hung && stage.usage(hung)[0]?.calls).toBeGreaterThanOrEqual(4)
})

test("windows wait while nobody listens at the model's address, and no message is requested twice", async () => {
  const room = stage.room("good")
  await stage.modelGone()
  await room.say()
  expect(await room.flush()).toEqual({ windows: [], waiting: 1 })
  expect(await room.memories()).toEqual([])
  await room.say([{ author: ADA, content: "I work as a diver" }])
  await stage.modelWell()
  expect(await room.windowsWritten(1)).toMatchObject([{ method: "model", messages: 2 }])
  expect((await room.flush()).windows).toMatchObject([{ messages: 2 }, { messages: 1 }])
  expect(await room.memories()).toEqual([
    "Ada: Ada lives in Oslo. [1] model",
    "Ada: Ada works as a diver. [3] model",
    "Ben: Ben works as a baker. [2] model",
  ])
})
