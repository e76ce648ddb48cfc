/** One viewer's facts from channels with different readers: each once, and the one that holds now. */
import { expect, test } from "vitest"
import { combineFacts } from "../../src/memory/facts/combine.ts"
import { evidence, found } from "./builders.ts"

const DAY = 86_400_000

/** A fact that Ada or somebody else stated in a channel on a day. */
function said(id: string, fact: string, { channel = "1", day = 0, by = "11", beside = [] as string[] } = {}) {
  const saidAt = day * DAY
  const line = evidence({ messageId: `${id}0`, channelId: channel, authorId: by, saidAt })
  const subject = { scope: "user" as const, id: "11" }
  return { ...found(id, fact, { subject, saidAt, lastSaidAt: saidAt }, [line]), beside }
}

const idsOf = (facts: readonly { memory: { id: string } }[]) => facts.map(({ memory }) => memory.id)

test("a fact found in two channels appears once, as it was said last, with the sources of both", () => {
  const facts = [said("a", "Ada loves rowing"), said("b", "Ada loves rowing!", { channel: "2", day: 1 })]
  const [one, ...others] = combineFacts(facts)
  expect(others).toEqual([])
  expect(one?.memory).toMatchObject({ id: "b", saidAt: 0, lastSaidAt: DAY })
  expect(one?.evidence.map(({ channelId }) => channelId)).toEqual(["1", "2"])
})

test("of two homes from different channels, only the person's later word remains", () => {
  const oslo = said("a", "Ada lives in Oslo")
  const bergen = { channel: "2", day: 1 }
  expect(idsOf(combineFacts([oslo, said("b", "Ada lives in Bergen", bergen)]))).toEqual(["b"])
  // Somebody else's report does not outweigh it, so both remain.
  const told = said("b", "Ada lives in Bergen", { ...bergen, by: "12" })
  expect(idsOf(combineFacts([oslo, told]))).toEqual(["a", "b"])
})

test("facts that were compared when they were written stay as that decided", () => {
  const oslo = said("a", "Ada lives in Oslo")
  const inOneChannel = said("b", "Ada lives in Bergen", { day: 1 })
  expect(idsOf(combineFacts([oslo, inOneChannel]))).toEqual(["a", "b"])
  const bothHold = said("b", "Ada lives in Bergen", { channel: "2", day: 1, beside: ["a"] })
  expect(idsOf(combineFacts([oslo, bothHold]))).toEqual(["a", "b"])
})

test("facts about different people are never combined", () => {
  const [mine, theirs] = [said("a", "loves rowing"), said("b", "loves rowing", { channel: "2" })]
  theirs.memory.subject = { scope: "user", id: "12" }
  expect(idsOf(combineFacts([mine, theirs]))).toEqual(["a", "b"])
})
