/** A guild's policy has sound defaults and exact limits, and nothing unknown is accepted silently. */
import { expect, test } from "vitest"
import { DEFAULT_LIFETIME, SCOPES, TYPES } from "../../src/domain/types.ts"
import { DEFAULT_POLICY, PolicySchema, tellsTone } from "../../src/policy/policy.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../../src/policy/settings.ts"

test("the default gate is the documented one", () => {
  expect(DEFAULT_POLICY.gate).toEqual({
    enabled: true,
    mode: "auto",
    min_confidence: 0.6,
    confidence_by_type: {},
    max_fact_chars: 300,
    min_evidence: 1,
    allowed_types: [...TYPES],
    approval_types: [],
    scopes: [...SCOPES],
    second_reading: true,
    max_writes_per_window: 15,
    max_writes_per_hour: 50,
    max_memories_per_subject: 200,
    max_expiring_per_person: 50,
  })
})

test("by default every subject is written and read, and each type lasts as long as it always did", () => {
  expect(DEFAULT_POLICY.subjects).toEqual({})
  expect(DEFAULT_POLICY.lifetimes).toEqual(DEFAULT_LIFETIME)
  expect(DEFAULT_POLICY.recall).toMatchObject({ enabled: true, scopes: [...SCOPES] })
})

test("recall uses no model by default", () => {
  expect(DEFAULT_POLICY.recall).toMatchObject({ rerank: false, expand_query: false })
  expect(PolicySchema.safeParse({ recall: { rerank: "yes" } }).success).toBe(false)
})

test("the default settings are the documented ones", () => {
  expect(DEFAULT_SETTINGS).toMatchObject({
    timezone: "UTC",
    lull_seconds: 180,
    max_messages: 30,
    max_minutes: 30,
    retention_days: 7,
    extraction_rate: 1,
    daily_tokens: null,
    daily_neurons: null,
    monthly_usd: null,
    consent: "opt_out",
    read_only: false,
  })
})

test.each([
  ["min_confidence", 0, 1],
  ["min_evidence", 1, 10],
  ["max_writes_per_window", 0, 15],
  ["max_writes_per_hour", 0, 10_000],
  ["max_memories_per_subject", 1, 2_000],
  ["max_expiring_per_person", 0, 2_000],
])("the gate's %s ranges from %d to %d", (name, low, high) => {
  const takes = (value: unknown) => PolicySchema.safeParse({ gate: { [name]: value } }).success
  expect([low, high].map(takes)).toEqual([true, true])
  expect([low - 0.5, high + 0.5, low - 1, high + 1, `${low}`, null, Number.NaN].map(takes)).not.toContain(
    true,
  )
})

test.each([
  ["lull_seconds", 30, 1_800],
  ["max_messages", 2, 100],
  ["max_minutes", 1, 120],
  ["retention_days", 0, 30],
  ["extraction_rate", 0, 1],
])("the setting %s ranges from %d to %d", (name, low, high) => {
  const takes = (value: unknown) => SettingsSchema.safeParse({ [name]: value }).success
  expect([low, high].map(takes)).toEqual([true, true])
  expect([low - 0.5, high + 0.5, low - 1, high + 1, `${low}`, null].map(takes)).not.toContain(true)
})

test.each([
  ["UTC", true],
  ["Europe/Oslo", true],
  ["America/Argentina/Ushuaia", true],
  ["Oslo", false],
  ["", false],
  ["Europe/Oslo; DROP", false],
])("%j as a time zone: %s", (timezone, fine) => {
  expect(SettingsSchema.safeParse({ timezone }).success).toBe(fine)
})

test("an older document gets the missing defaults, and an unknown field is refused", () => {
  expect(PolicySchema.parse({ gate: { mode: "shadow" } })).toEqual({
    ...DEFAULT_POLICY,
    gate: { ...DEFAULT_POLICY.gate, mode: "shadow" },
  })
  expect(PolicySchema.safeParse({ gates: {} }).success).toBe(false)
  expect(PolicySchema.safeParse({ gate: { min_confidense: 0.9 } }).success).toBe(false)
  expect(SettingsSchema.safeParse({ readonly: true }).success).toBe(false)
})

test("a field of an earlier version is accepted and has no effect", () => {
  const stored = { recall: { other_channels: 9, max_items: 7 } }
  expect(PolicySchema.parse(stored)).toEqual(PolicySchema.parse({ recall: { max_items: 7 } }))
  expect(PolicySchema.safeParse({ recall: { other_chanels: 9 } }).success).toBe(false)
})

test("a list keeps each entry once", () => {
  expect(PolicySchema.parse({ gate: { scopes: ["user", "user"] } }).gate.scopes).toEqual(["user"])
  expect(PolicySchema.safeParse({ gate: { scopes: ["users"] } }).success).toBe(false)
})

test("digests tell a mood only if the guild wants it and health is not refused", () => {
  const tells = (given: object) => tellsTone(PolicySchema.parse(given))
  expect(tells({})).toBe(false)
  expect(tells({ digests: { tone: true } })).toBe(false)
  expect(tells({ sensitive: { health: "allow" } })).toBe(false)
  expect(tells({ digests: { tone: true }, sensitive: { health: "allow" } })).toBe(true)
})
