/** A burst of questions writes the row a few times; what it leaves unwritten is written later. */
import { expect, test } from "vitest"
import { QuestionCounter, REST_MS } from "../../src/vectors/question-counter.ts"

const NOON = Date.UTC(2026, 10, 20, 12)

function stored() {
  const rows = new Map<string, unknown>()
  let writes = 0
  const state = {
    get: (key: string) => rows.get(key) ?? null,
    set: (key: string, value: unknown) => {
      rows.set(key, value)
      writes += 1
    },
  }
  return { state: state as never, writes: () => writes }
}

function ask(counter: QuestionCounter, times: number, at: number): void {
  for (let n = 0; n < times; n++) counter.add({ event: "answer", outcome: "rules", degraded: [], ms: 30 }, at)
}

const countIn = (counter: QuestionCounter) => counter.days["2026-11-20"]?.answer?.rules

test("an object that ends after a burst loses nothing once the rest is written", () => {
  const { state, writes } = stored()
  const counter = new QuestionCounter(state)
  ask(counter, 12, NOON)
  expect(countIn(new QuestionCounter(state))).toBeLessThan(12)
  expect(counter.hasUnwritten).toBe(true)
  counter.writeRest()
  expect(countIn(new QuestionCounter(state))).toBe(12)
  expect(counter.hasUnwritten).toBe(false)
  const before = writes()
  counter.writeRest()
  expect(writes()).toBe(before)
})

test("questions far apart are written at once", () => {
  const { state } = stored()
  const counter = new QuestionCounter(state)
  for (let n = 0; n < 12; n++) {
    ask(counter, 1, NOON + n * REST_MS)
    expect(counter.hasUnwritten).toBe(false)
  }
})
