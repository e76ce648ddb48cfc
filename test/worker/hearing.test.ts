/** Buffers messages in a real Durable Object with a real D1 database. */
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { delivery, said } from "./builders.ts"

test("a message delivered twice is buffered once and survives eviction", async () => {
  const channel = env.CHANNELS.getByName("1:100")
  const hello = delivery("1", "100", [said("900", "11", "Ada", "hello there", 0)])
  expect(await channel.append(hello)).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
  expect(await channel.append(hello)).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
  await evictDurableObject(channel)
  expect((await channel.status()).open).toBe(1)
  expect(await runDurableObjectAlarm(channel)).toBe(true)
})
