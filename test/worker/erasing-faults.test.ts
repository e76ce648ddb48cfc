/**
 * An erasure ends the same wherever a call fails, whether or not it took effect, and wherever the object is
 * evicted. The clock is set by hand.
 */
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect } from "vitest"
import { deep } from "../dice.ts"
import { dumpAll, found } from "./dump.ts"
import {
  ADA,
  CHANNELS,
  type ErasureBody,
  eraseThrough,
  erasure,
  expectCounted,
  heldOf,
  line,
  markedGuild,
  markerOf,
} from "./erasing-world.ts"
import { channelPath, memories, ok } from "./http.ts"
import { indexOf } from "./indexing.ts"
import { alarmOf, quietly, setClock } from "./live.ts"
import { breakDatabase, channelOf, equip, type Fault, faultyChannels } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })

const eraserOf = (guild: string) => env.ERASERS.getByName(guild)

/**
 * Fails after one call, then after two more, then after three more, and so on, until `most` calls have
 * failed.
 */
function everLater(fault: Fault, most: number) {
  const state = { since: 0, failed: 0 }
  const next = (): Fault => {
    state.since += 1
    if (state.failed >= most || state.since <= state.failed) return null
    state.since = 0
    state.failed += 1
    return fault
  }
  return { state, next }
}

/**
 * Runs due alarms until the erasure is done. `prepare` sets up the Eraser before each alarm, and the Eraser
 * is evicted after each.
 */
async function eraseDisturbed(guild: string, prepare: () => Promise<unknown>): Promise<string[]> {
  const eraser = eraserOf(guild)
  const details: string[] = []
  const held = await heldOf(guild)
  const [{ id }] = [await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/11/erase`, {})]
  for (let rings = 0; rings < 200; rings++) {
    const due = await alarmOf(eraser)
    if (due === null) break
    setClock(Math.max(due, Date.now()) + 1)
    await prepare()
    await runDurableObjectAlarm(eraser)
    await evictDurableObject(eraser)
    const { report } = await erasure(guild, id)
    if (report.detail !== null) details.push(report.detail)
    if ((await alarmOf(indexOf(guild))) !== null) await runDurableObjectAlarm(indexOf(guild))
    for (const channel of CHANNELS)
      if ((await alarmOf(channelOf(guild, channel))) !== null)
        await runDurableObjectAlarm(channelOf(guild, channel))
  }
  const done = await erasure(guild, id)
  expect(done).toMatchObject({ state: "done", report: { left: 0, detail: null } })
  await expectCounted(guild, held, done)
  return details
}

async function expectErased(guild: string): Promise<void> {
  expect(found(await dumpAll(), [markerOf(guild)])).toEqual([])
  expect((await memories(guild)).map(({ fact, evidence_count }) => [fact, evidence_count])).toEqual([
    ["Bo flies kites", 1],
    ["Cyrus plays chess with someone", 1],
  ])
}

deep.each([
  ["9641", "before"],
  ["9642", "after"],
] as const)(
  "guild %s is erased though database calls fail one after the other, %s taking effect, and the Eraser is evicted after each",
  async (guild, fault) => {
    await markedGuild(guild)
    const { state, next } = everLater(fault, 25)
    const details = await eraseDisturbed(guild, () => breakDatabase(eraserOf(guild), next))
    expect(state.failed).toBeGreaterThan(9)
    expect(details.some((detail) => /^step \w+ failed (once|\d+ times); next try at /.test(detail))).toBe(
      true,
    )
    expect(details.join(" ")).not.toMatch(/Ada|club/)
    await expectErased(guild)
  },
  60_000,
)

deep.each([
  ["9643", "before"],
  ["9644", "after"],
] as const)(
  "guild %s is erased though channel calls fail one after the other, %s taking effect",
  async (guild, fault) => {
    await markedGuild(guild)
    const { state, next } = everLater(fault, 12)
    await eraseDisturbed(guild, () => equip(eraserOf(guild), { CHANNELS: faultyChannels(next) }))
    expect(state.failed).toBeGreaterThan(5)
    await expectErased(guild)
  },
  60_000,
)

deep(
  "a stuck erasure hears nothing of its subject, still hears others, and reports what it waits for",
  async () => {
    await markedGuild("9645")
    const eraser = eraserOf("9645")
    const { id } = await ok<ErasureBody>("POST", "/v1/guilds/9645/members/11/erase", { opt_out: false })
    const stuck = faultyChannels((method) => (method === "erasePerson" ? "before" : null))
    await equip(eraser, { CHANNELS: stuck })
    await runDurableObjectAlarm(eraser)
    expect(await erasure("9645", id)).toMatchObject({
      state: "running",
      step: "silence",
      target: "11",
      report: { detail: expect.stringMatching(/^step silence failed once/) },
    })
    const old = Date.now() - 60_000
    const messages = [
      line(500, ADA, `a ${markerOf("9645")} club`, old),
      line(501, ["12", "Bo"], "I sail", old),
    ]
    for (const channel of ["103", "777"])
      expect(await ok("POST", `${channelPath("9645", channel)}/messages`, { messages })).toMatchObject({
        accepted: 1,
        rejected: [{ index: 0, reason: "erased" }],
      })
    await equip(eraser, { CHANNELS: env.CHANNELS })
    await eraseThrough("9645")
    expect(await erasure("9645", id)).toMatchObject({ state: "done", report: { left: 0, detail: null } })
    expect(found(await dumpAll(), [markerOf("9645")])).toEqual([])
  },
)
