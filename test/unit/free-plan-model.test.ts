/** The model of the free plan: ten thousand messages a day fit. */
import { expect, test } from "vitest"
import { ALLOWANCES, FREE_DAILY, takenBy } from "../../src/runtime/allowances/free-plan.ts"
import { dayTakes, mostMessages } from "../eval/free-plan-model.ts"

const DAY = { answers: 20, hasShard: true, strong: "glm-4.7-flash" } as const
const AIM = 10_000

test("10,000 messages and 20 answers a day fit, with everything that is optional", () => {
  expect(mostMessages(DAY, "full").messages).toBeGreaterThanOrEqual(AIM)
  const shard = takenBy({ shardHour: 24 })
  const day = dayTakes({ ...DAY, messages: AIM }, "full")
  for (const name of ALLOWANCES) {
    const reserved = shard[name] ?? 0
    const share = ((day[name] ?? 0) - reserved) / (FREE_DAILY[name] - reserved)
    expect(share, name).toBeLessThan(0.8)
  }
})

test("neurons bind first, and rows once rules read", () => {
  expect(mostMessages(DAY, "full").binding).toBe("neurons")
  expect(mostMessages(DAY, "reading").binding).toBe("neurons")
  expect(mostMessages(DAY, "rules").binding).toBe("objectRowsWritten")
  expect(mostMessages(DAY, "rules").messages).toBeGreaterThan(mostMessages(DAY, "reading").messages)
})

test("the stronger model for answers and topics costs more than a fifth of the messages", () => {
  const most = (strong: "glm-4.7-flash" | "gpt-oss-120b") => mostMessages({ ...DAY, strong }, "full").messages
  expect(most("gpt-oss-120b")).toBeLessThan(0.8 * most("glm-4.7-flash"))
})

test("the shard leaves most of its allowances to messages, except time", () => {
  const shard = takenBy({ shardHour: 24 })
  expect((shard.gbSeconds ?? 0) / FREE_DAILY.gbSeconds).toBeCloseTo(0.85, 2)
  expect((shard.objectRowsWritten ?? 0) / FREE_DAILY.objectRowsWritten).toBeLessThan(0.1)
  expect((shard.objectRequests ?? 0) / FREE_DAILY.objectRequests).toBeLessThan(0.04)
})
