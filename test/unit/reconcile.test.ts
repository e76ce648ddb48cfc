/**
 * New claims meet known facts: a person's newer word wins, a report never does, and every replaced memory
 * links to its replacement.
 */
import { expect, test } from "vitest"
import { LIFETIMES } from "../../src/domain/types.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import { type Change, reconcile } from "../../src/memory/facts/reconcile.ts"
import { ana, DAY, GUILD, known, NOON, proposal } from "./builders.ts"

const meet = (said: ReturnType<typeof proposal>, ...memories: KnownMemory[]): Change =>
  reconcile(GUILD, said, memories, NOON)
const oslo = known("Kai lives in Oslo")
const byAna = { reportedBy: ana.id }

test("a lifetime starts when the fact was said, and a permanent one has no end", () => {
  expect(LIFETIMES.map((lifetime) => expiry({ lifetime, time: null }, 0))).toEqual(
    [1, 3, 7, 30, 90].map((days) => days * DAY).concat([null as never]),
  )
})

test("an unknown fact is created with the confidence of one statement", () => {
  const change = meet(proposal("Kai lives in Oslo", { confidence: 0.9, lifetime: "7d" }))
  expect(change).toMatchObject({
    kind: "create",
    memory: {
      factKey: "kai lives in oslo",
      certainty: 0.72,
      confidence: 0.72,
      evidenceCount: 1,
      version: 1,
      status: "active",
      expiresAt: NOON + 7 * DAY,
    },
  })
})

test("a repeated fact is strengthened and keeps its id and key", () => {
  const change = meet(proposal("kai lives in Oslo!"), oslo)
  expect(change).toMatchObject({
    kind: "reinforce",
    memory: {
      id: oslo.id,
      factKey: oslo.factKey,
      evidenceCount: 2,
      confidence: 0.88,
      lastSaidAt: NOON,
      saidAt: oslo.saidAt,
      version: 2,
    },
  })
})

test("a near duplicate keeps the more confident wording", () => {
  const tea = known("Kai likes tea", { certainty: 0.7 })
  expect(meet(proposal("Kai loves tea"), tea)).toMatchObject({
    kind: "reinforce",
    memory: { id: tea.id, fact: "Kai loves tea" },
  })
  expect(meet(proposal("Kai loves tea", { confidence: 0.8 }), tea)).toMatchObject({
    memory: { fact: "Kai likes tea" },
  })
})

test("a near duplicate with other readers stays separate", () => {
  expect(meet(proposal("Kai loves tea"), known("Kai likes tea", { merges: false })).kind).toBe("create")
})

test("a repeated expiring memory starts its lifetime again", () => {
  const plan = known("Kai is fixing the bot", { lifetime: "7d" })
  expect(meet(proposal("Kai is fixing the bot", { lifetime: "7d" }), plan)).toMatchObject({
    memory: { expiresAt: NOON + 7 * DAY },
  })
  const earlier = proposal("Kai is fixing the bot", { lifetime: "7d", saidAt: NOON - 2 * DAY })
  expect(meet(earlier, plan)).toMatchObject({
    memory: { expiresAt: plan.expiresAt, lastSaidAt: plan.lastSaidAt, saidAt: NOON - 2 * DAY },
  })
})

test("a person's own newer word replaces and links every memory it excludes", () => {
  const also = known("Kai lives in Oslo, Norway")
  const change = meet(proposal("Kai lives in Bergen"), oslo, also)
  expect(change).toMatchObject({
    kind: "supersede",
    old: { id: oslo.id, status: "superseded" },
    others: [{ id: also.id }],
  })
  expect(change.kind === "supersede" && change.old.supersededBy).toBe(
    change.kind === "supersede" && change.memory.id,
  )
})

test("a person's own older word, heard late, is history from the start", () => {
  const change = meet(proposal("Kai lives in Bergen", { saidAt: NOON - 2 * DAY }), oslo)
  expect(change).toMatchObject({ kind: "outdated", memory: { status: "superseded", supersededBy: oslo.id } })
})

test("older words heard twice stay history", () => {
  const bergen = known("Kai lives in Bergen", {
    status: "superseded",
    supersededBy: oslo.id,
    lastSaidAt: NOON - 9 * DAY,
  })
  const again = proposal("Kai lives in Bergen", { saidAt: NOON - 8 * DAY })
  expect(meet(again, oslo, bergen)).toMatchObject({
    kind: "outdated",
    memory: { id: bergen.id, status: "superseded", supersededBy: oslo.id },
  })
})

test("moving back restores the old memory and retires the one between", () => {
  const bergen = known("Kai lives in Bergen", {
    status: "superseded",
    supersededBy: oslo.id,
    lastSaidAt: NOON - 9 * DAY,
    evidenceCount: 4,
  })
  const change = meet(proposal("Kai lives in Bergen"), oslo, bergen)
  expect(change).toMatchObject({
    kind: "supersede",
    memory: { id: bergen.id, status: "active", evidenceCount: 1, version: 2 },
    old: { id: oslo.id, supersededBy: bergen.id },
  })
})

test("a restored memory is filed again, except for what a person set", () => {
  const decided = {
    set: { section: "skills", lifetime: "7d" },
    promoted: { days: 3, timezone: "UTC" },
  } as const
  const bergen = known("Kai lives in Bergen", { status: "superseded", supersededBy: oslo.id, decided })
  const change = meet(proposal("Kai lives in Bergen", { importance: "high" }), oslo, bergen)
  expect(change).toMatchObject({
    kind: "supersede",
    memory: {
      ...{ id: bergen.id, section: "skills", lifetime: "7d", expiresAt: NOON + 7 * DAY, importance: "high" },
      decided: { set: decided.set },
    },
  })
  expect(change.kind === "supersede" && change.memory.decided).toEqual({ set: decided.set })
})

test("an expired memory contests nothing", () => {
  const expired = known("Kai lives in Oslo", { lifetime: "1d", lastSaidAt: NOON - DAY })
  expect(meet(proposal("Kai lives in Bergen", byAna), expired).kind).toBe("create")
})

test("a memory that waits for review contests nothing and makes nothing outdated", () => {
  for (const status of ["queued", "shadow"] as const) {
    const waiting = known("Kai lives in Oslo", { status })
    expect(meet(proposal("Kai lives in Bergen", byAna), waiting).kind).toBe("create")
    expect(meet(proposal("Kai lives in Bergen", { saidAt: 1 }), waiting).kind).toBe("create")
    expect(meet(proposal("Kai lives in Bergen"), waiting).kind).toBe("supersede")
  }
})
