/** An import that is refused, cut off and begun again over and over ends exactly as one that nothing disturbed. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import type { DiscordDeps } from "../../src/discord/backfill/deps.ts"
import { takeStep } from "../../src/discord/backfill/take-step.ts"
import { RestLimited } from "../../src/discord/bot/rest-gate.ts"
import { channelStub } from "../../src/runtime/channels.ts"
import { deep } from "../dice.ts"
import { Backfill, MINUTE } from "./backfill-world.ts"
import { asShard } from "./gateway-told.ts"

const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")

/** Numbers in [0, 1) that repeat with their seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Talk in channels and an archived thread: bursts of messages with pauses between them. */
function talk(told: Backfill, messages: number): string[] {
  const { world } = told.shard
  const [general, garden] = [told.channel("general"), told.channel("garden")]
  told.shard.listens = false
  const thread = world.addThread(told.guild, general, { name: "plans", type: 11, ownerId: told.ada.id }).made
    .id
  const roll = dice(7)
  const places = [general, garden, thread]
  let at = LONG_AGO
  for (let nth = 0; nth < messages; nth++) {
    at += roll() < 0.05 ? 40 * MINUTE : Math.ceil(roll() * 20_000)
    const author = roll() < 0.5 ? told.ada : told.bo
    told.past(places[nth % places.length] ?? general, at, `line ${nth} about the harbor`, author)
  }
  world.changeThread(told.guild, thread, { archived: true })
  return places
}

/** The sizes and ids of a channel's windows and its messages with their times, without the guild's own ids. */
async function outcome(told: Backfill, places: readonly string[]) {
  return Promise.all(
    places.map((place) =>
      runInDurableObject(channelStub(env, told.guild, place), (_, { storage }) => ({
        messages: [...storage.sql.exec("SELECT at, content FROM messages ORDER BY at, id")],
        windows: [...storage.sql.exec("SELECT ids FROM windows ORDER BY seq")].map(
          ({ ids }) => (JSON.parse(String(ids)) as string[]).length,
        ),
      })),
    ),
  )
}

/** Fails a call before or after it took effect, or says that Discord's limits forbid it. */
function troubled(deps: DiscordDeps, roll: () => number): DiscordDeps {
  const cut = async <T>(call: () => Promise<T>): Promise<T> => {
    const fate = roll()
    if (fate < 0.15) throw new Error("cut off before the call")
    const result = await call()
    if (fate > 0.85) throw new Error("cut off after the call")
    return result
  }
  return {
    ...deps,
    discord: {
      get: (path, options) =>
        roll() < 0.2
          ? Promise.reject(new RestLimited(Date.now() + 1, false))
          : cut(() => deps.discord.get(path, options)),
    },
    channel: (id) => {
      const channel = deps.channel(id)
      return {
        append: (delivery) => cut(() => channel.append(delivery)),
        endHistory: () => cut(() => channel.endHistory()),
        status: () => cut(() => channel.status()),
      }
    },
    enter: () => cut(() => deps.enter()),
  }
}

async function importWith(messages: number, trouble: (() => number) | null) {
  let found: unknown
  await asShard({}, async (shard) => {
    const told = new Backfill(shard)
    await shard.hear()
    const places = talk(told, messages)
    await shard.reconnect()
    const id = await told.preview()
    await told.start(id)
    let failures = 0
    for (let steps = 0; steps < 20_000; steps++) {
      try {
        const deps = told.deps()
        const step = await takeStep(trouble === null ? deps : troubled(deps, trouble))
        if (step.kind === "idle") break
        // The channels read meanwhile.
        if (step.kind === "wait") await scheduler.wait(1)
      } catch {
        failures += 1
      }
    }
    const rows = (await told.rows(id)).map(({ state, total, read, accepted, duplicates }) => ({
      ...{ state, total, read, accepted, duplicates },
    }))
    for (const place of places) await told.flush(place)
    found = { rows, channels: await outcome(told, places) }
    if (trouble !== null) expect(failures).toBeGreaterThan(messages / 100)
  })
  return found
}

async function compare(messages: number) {
  vi.spyOn(console, "error").mockReturnValue()
  const calm = (await importWith(messages, null)) as { rows: { accepted: number }[] }
  expect(calm.rows.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(messages)
  expect(await importWith(messages, dice(11))).toEqual(calm)
}

test("240 messages arrive once, in the same windows, however often a call fails before or after it took effect", async () => {
  await compare(240)
}, 120_000)

deep("5,000 messages do so too", () => compare(5_000), 600_000)
