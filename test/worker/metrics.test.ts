/** Events reach Analytics Engine as ids and numbers: one point each, none per message, and nothing that anyone said. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import type { DataPoint } from "../../src/domain/metrics.ts"
import { runCronRound } from "../../src/health/cron.ts"
import { app } from "../../src/http/app.ts"
import { asks } from "./answering-world.ts"
import { GENERAL } from "./guild-structure.ts"
import { memories, ok } from "./http.ts"
import { line, MINUTE, pass, quietly, START } from "./live.ts"
import { isolate } from "./recall-asker.ts"
import { bindModel, channelOf, claim, DOWN, equip } from "./stand-ins.ts"

quietly({ silent: ["warn", "error"], at: START })

function dataset() {
  const points: DataPoint[] = []
  const ANALYTICS = { writeDataPoint: (point: DataPoint) => void points.push(point) }
  return { points, bound: { ANALYTICS } as unknown as Partial<Env> }
}

test("a window, a recall, an answer and a forgotten fact leave one point each, without words", async () => {
  const guild = "38901"
  const { points, bound } = dataset()
  const channel = channelOf(guild, GENERAL)
  const model = await bindModel(channel, () => [claim("P1", "Ada keeps a beagle called Biscuit")])
  await equip(channel, bound)
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  model.says = DOWN
  for (const [at, said] of ["I keep a beagle", "called Biscuit", "she is old"].entries())
    await channel.append({
      guildId: guild,
      channelId: GENERAL,
      info: null,
      messages: [line(at + 1, said, at)],
    })
  expect(points).toEqual([])
  await pass(channel, START + 6 * MINUTE)
  expect(points.map(({ blobs }) => [blobs[0], blobs[2]])).toContainEqual(["failure", "model"])
  model.says = () => [claim("P1", "Ada keeps a beagle called Biscuit")]
  await pass(channel, START + 90 * MINUTE)
  const window = points.find(({ blobs }) => blobs[0] === "window")
  expect(window).toMatchObject({
    indexes: [guild],
    blobs: ["window", "model", "", GENERAL, expect.any(String)],
  })
  expect(window?.doubles.slice(1, 4)).toEqual([3, 100, 20])
  expect(window?.doubles[5]).toBe(1)
  await isolate(bound).ask(guild, { query: "who keeps a beagle" })
  await asks(guild, "who keeps a beagle?", { bound })
  const [fact] = await memories(guild)
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test/v1/guilds/${guild}/memories/${fact?.id}`, {
    method: "DELETE",
    headers: { authorization: "Bearer dev" },
  })
  expect((await app.fetch(request, { ...env, ...bound }, ctx)).status).toBe(204)
  await waitOnExecutionContext(ctx)
  const events = points.map(({ blobs }) => blobs[0])
  expect(events.filter((event) => event === "window")).toHaveLength(1)
  expect(events.filter((event) => event === "answer")).toHaveLength(1)
  expect(points.at(-1)).toMatchObject({ blobs: ["removed", "forgotten", "", "", ""] })
  expect(events).toContain("recall")
  expect(JSON.stringify(points)).not.toMatch(/beagle|biscuit|ada/i)
})

test("a failed cron job is a point of the deployment, and a round is one line however many guilds there are", async () => {
  const { points, bound } = dataset()
  const jobs = {
    fine: async () => undefined,
    broken: async () => {
      throw new Error("down")
    },
  }
  await runCronRound("hourly", jobs, { ...env, ...bound })
  expect(points).toEqual([
    { indexes: ["0"], blobs: ["failure", "", "cron broken", "", ""], doubles: expect.any(Array) },
  ])
})
