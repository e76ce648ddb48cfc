/**
 * A context never exceeds its token budget. The least important parts go first, and no more go than
 * necessary.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { FORMATS, type Format } from "../../src/domain/recalls.ts"
import { fitToBudget } from "../../src/recall/budget.ts"
import type { ContextPerson, PersonRole, RecallContext } from "../../src/recall/context.ts"
import { render } from "../../src/recall/render/formats.ts"
import { tokensOf } from "../../src/text/tokens.ts"
import { propertyRuns } from "../dice.ts"
import { hostileContext } from "./hostile.ts"
import { contextOf, item, person } from "./render-context.ts"

const fitted = (context: RecallContext, format: Format, limit: number) =>
  fitToBudget(context, (part) => render(part, format), limit)
const limits = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2_000 }))
const voiced = ({ people }: RecallContext) =>
  people.filter(({ digests }) => digests.context ?? digests.today ?? digests.history).map(({ id }) => id)

test("the text fits the requested tokens, matches its rendered context and keeps the best items", () => {
  fc.assert(
    fc.property(hostileContext, limits, fc.constantFrom(...FORMATS), (context, limit, format) => {
      const { text, tokens, context: kept } = fitted(context, format, limit)
      expect(tokens).toBeLessThanOrEqual(limit)
      expect(tokens).toBe(tokensOf(text))
      expect(text).toBe(render(kept, format))
      expect(kept.items).toEqual(context.items.slice(0, kept.items.length))
      expect(kept.people.map(({ id }) => id)).toEqual(context.people.map(({ id }) => id))
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

test("a context that fits stays whole and is rendered once", () => {
  fc.assert(
    fc.property(hostileContext, fc.constantFrom(...FORMATS), (context, format) => {
      let renderings = 0
      const counting = (part: RecallContext) => {
        renderings += 1
        return render(part, format)
      }
      expect(fitToBudget(context, counting, tokensOf(render(context, format))).context).toEqual(context)
      expect(renderings).toBe(1)
    }),
  )
})

/** Five words each, so that all steps have equal size. */
const facts = (count: number) =>
  Array.from({ length: count }, (_, index) => item(`Ada likes tea of kind ${index + 1}`))

test("no item goes that could have stayed", () => {
  const context = contextOf(facts(40))
  for (const format of FORMATS) {
    for (let limit = 0; limit < 700; limit += 7) {
      const { context: kept } = fitted(context, format, limit)
      if (kept.items.length === 40) continue
      const oneMore = { ...context, items: context.items.slice(0, kept.items.length + 1) }
      expect(tokensOf(render(oneMore, format)), `${format} ${limit}`).toBeGreaterThan(limit)
    }
  }
})

const speaking = (id: string, standing: PersonRole): ContextPerson =>
  person(id, `P${id}`, {
    role: standing,
    digests: {
      context: "They have been painting the boat and fixing its sails all week.",
      today: null,
      history: null,
    },
  })

test("digests of noted people go first, then lesser items, mentioned people, asking people, and the best items last", () => {
  const people = [
    speaking("3", "noted"),
    speaking("2", "mentioned"),
    speaking("1", "asking"),
    speaking("4", "noted"),
  ]
  const context = contextOf(facts(8), people)
  const seen = new Set<string>()
  const whole = tokensOf(render(context, "block"))
  for (let limit = whole; limit >= 0; limit -= 1) {
    const { context: kept } = fitted(context, "block", limit)
    seen.add(`${kept.items.length}:${voiced(kept).toSorted().join("")}`)
  }
  expect([...seen]).toEqual([
    "8:1234",
    "8:123",
    "8:12",
    "7:12",
    "6:12",
    "5:12",
    "5:1",
    "5:",
    "4:",
    "3:",
    "2:",
    "1:",
    "0:",
  ])
})

test("one very long item costs only a few extra renderings", () => {
  const long = item("very ".repeat(5_000))
  for (const place of [0, 1, 25, 49]) {
    let renderings = 0
    const items = facts(50).with(place, long)
    const { context } = fitToBudget(
      contextOf(items),
      (part) => {
        renderings += 1
        return render(part, "json")
      },
      1_500,
    )
    expect(context.items.length).toBe(Math.min(place, context.items.length))
    expect(renderings).toBeLessThanOrEqual(14)
  }
})
