/**
 * Pages of `/keepsake` and `/privacy` fit Discord's limits at any size, and people's words cannot change
 * their layout.
 */

import { expect, test } from "vitest"
import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { channelPage, channelsPage } from "../../src/discord/features/admin/channel.ts"
import { formatConnection } from "../../src/discord/features/admin/connection-status.ts"
import { historyPage, policyDifferences } from "../../src/discord/features/admin/history.ts"
import { buildPersonaForm } from "../../src/discord/features/admin/persona.ts"
import { policyPage } from "../../src/discord/features/admin/policy.ts"
import { emptyReviewPage, reviewPage, rewordForm } from "../../src/discord/features/admin/review.ts"
import { statusPage } from "../../src/discord/features/admin/status.ts"
import { trialPage, tryPage } from "../../src/discord/features/admin/trial.ts"
import { erasurePage } from "../../src/discord/features/privacy/erase.ts"
import { collectText } from "../../src/discord/features/privacy/export.ts"
import { seePage } from "../../src/discord/features/privacy/see.ts"
import { EN } from "../../src/discord/texts/en.ts"
import type { FoundMemory } from "../../src/memory/read/search.ts"
import { NOTHING_SPENT } from "../../src/memory/write/usage.ts"
import { GuardrailsSchema } from "../../src/policy/guardrails.ts"
import { DEFAULT_POLICY, PolicySchema } from "../../src/policy/policy.ts"
import { type GuildSettings, SettingsSchema } from "../../src/policy/settings.ts"
import { shardOf } from "../../src/runtime/connection-status.ts"
import type { Entered } from "../../src/runtime/enter.ts"
import type { GatewayStatus, ShardStatus } from "../../src/runtime/gateway-status.ts"
import type { SpendReport } from "../../src/runtime/guild-stats.ts"
import { seriesOf } from "../../src/runtime/stats-series.ts"
import { formProblems, messageProblems } from "../discord/payload-problems.ts"
import { evidence, known } from "./builders.ts"
import { builtForm, builtMessage } from "./payload-builders.ts"

const MOST = { day: "2026-11-20", kind: "right", scope: "", n: Number.MAX_SAFE_INTEGER }
const WEEK = seriesOf(
  ["accepted", "label:corrected", "recall", "judged"].map((measure) => ({ ...MOST, measure })),
  { from: MOST.day, to: MOST.day, step: "day" },
).total
const GUILD = "9223372036854775807"
const BIG = Array.from({ length: 400 }, (_, at) => String(9_100_000_000_000_000_000n + BigInt(at)))

function taken(reply: Reply): string {
  const body = replyBody(reply)
  expect(messageProblems(body, reply.kind === "laid_out" ? reply.files : [])).toEqual([])
  expect(builtMessage(body.components)).toMatchObject(JSON.parse(JSON.stringify(body.components)))
  return JSON.stringify(body)
}

function guildWith(settings: Partial<GuildSettings> = {}): Entered {
  const guild = {
    id: GUILD,
    settings: { ...SettingsSchema.parse({}), ...settings },
    policy: DEFAULT_POLICY,
    policyVersion: 999_999,
    leavingAt: 4_102_444_800_000,
    restoring: false,
    attributions: new Map(),
    trial: null,
    stamp: "",
  }
  const structure = {
    guildId: GUILD,
    toldAt: 1,
    ownerId: null,
    roles: [],
    channels: [],
    named: [],
    icon: null,
    hasObjectors: false,
  }
  // No page queries the database.
  return { db: null as unknown as Entered["db"], guild, structure, channels: [], people: new Map() }
}

const CHANNELS = {
  default: "notes" as const,
  modes: Object.fromEntries(BIG.map((id, at) => [id, (["full", "notes", "off"] as const)[at % 3] ?? "full"])),
  quiet: BIG,
}

test("four hundred named, quiet channels fit one page", () => {
  expect(taken(channelsPage(guildWith({ channels: CHANNELS })))).toContain("and 375 more")
  taken(channelPage(guildWith({ channels: CHANNELS }), BIG[7] ?? ""))
  taken(channelsPage(guildWith()))
})

test("the policy page fits and shows settings made elsewhere", () => {
  const policy = PolicySchema.parse({ gate: { min_confidence: 0.123 }, sensitive: { health: "allow" } })
  const { guild } = guildWith({ retention_days: 21 })
  const page = taken(policyPage({ ...guild, policy }, "⚠️ Someone else changed the policy."))
  expect(page).toContain("0.123 (set elsewhere)")
  expect(page).toContain("21 (set elsewhere)")
})

test("eight versions that differ in everything fit, and an actor's name cannot change the page", () => {
  const other = PolicySchema.parse({
    gate: { mode: "manual", min_confidence: 0.9, max_writes_per_hour: 1, min_evidence: 3, allowed_types: [] },
    recall: { max_items: 3, max_tokens: 99, rerank: true, memory_weight: 0 },
  })
  expect(policyDifferences(DEFAULT_POLICY, other).length).toBe(9)
  const versions = Array.from({ length: 8 }, (_, at) => ({
    version: at,
    author: `key **@everyone** ${"[x](<https://a.example>) ".repeat(9)}`,
    at: 4_102_444_800_000,
    policy: other,
  }))
  const page = taken(historyPage(versions, { current: 99, policy: DEFAULT_POLICY, notice: "Version 9." }))
  expect(page).not.toContain("[x](<https")
  expect(page).toContain("4 more")
})

const HOSTILE = "*_~`|>#[]()<@1>".repeat(60)

function found(id: string, words: string): FoundMemory {
  const memory = { ...known(words.slice(0, 300)), id }
  const said = {
    ...evidence(),
    memoryId: id,
    messageId: GUILD,
    channelId: GUILD,
    authorId: GUILD,
    excerpt: words,
    fact: null,
    certainty: null,
    filing: null,
  }
  return { memory, subjectName: words, evidence: Array.from({ length: 6 }, () => said) }
}

test("a statement without stored words is listed without a quote", () => {
  const matter = { candidates: [], guildId: GUILD, index: 0, total: 1, notice: null, other: null }
  const page = (excerpt: string) => taken(reviewPage({ ...matter, found: found("m_1", excerpt) }))
  expect(page("I moved to Oslo")).toMatch(/(?:^|\n|\\n)> I moved to Oslo/)
  for (const excerpt of ["…", ""]) {
    expect(page(excerpt)).toContain("[message](<https://discord.com/channels/")
    expect(page(excerpt)).not.toMatch(/(?:^|\n|\\n)> /)
  }
})

test("the longest facts with the longest quotes fit one review page, whatever they contain", () => {
  const matter = { candidates: [], guildId: GUILD, index: 499, total: 500, notice: "Edited and approved." }
  const id = `m_${"f".repeat(24)}`
  for (const other of [null, found(id, HOSTILE)]) {
    const page = taken(reviewPage({ ...matter, found: found(id, HOSTILE), other }))
    // The page mentions the author. A mention in the author's words does not work.
    expect(page).not.toContain("<@1>")
  }
  taken(emptyReviewPage(null))
  const form = rewordForm(found(id, HOSTILE), { version: 999_999, index: 499 })
  expect(formProblems(form)).toEqual([])
  expect(() => builtForm(form)).not.toThrow()
})

test("forms accept the longest persona and rules, and empty ones", () => {
  for (const manner of [
    { persona: "x".repeat(500), house_rules: "y".repeat(1_000) },
    { persona: null, house_rules: null },
  ]) {
    expect(formProblems(buildPersonaForm(manner))).toEqual([])
    expect(() => builtForm(buildPersonaForm(manner))).not.toThrow()
  }
})

const SHARD: ShardStatus = {
  shard: 0,
  phase: "ready",
  sessionSince: 1,
  seq: 1,
  handledSeq: 1,
  lastHeardAt: 1_000,
  heartbeatAt: 1,
  latencyMs: 41,
  guilds: 1,
  handled: 1,
  setAside: 0,
  unreadable: 0,
  reconnects: 0,
  waiting: 0,
  lastClose: null,
  lastFailure: null,
  stoppedBy: null,
  toDo: null,
}
const MANY = 1_234_567_890

const nothingSpent = (): SpendReport => ({
  today: NOTHING_SPENT,
  month: NOTHING_SPENT,
  byPurpose: { today: [], month: [] },
  caps: {},
  state: { state: "within" },
  forecast: null,
})

test("the status page fits numbers of any size and reports every problem", () => {
  const amounts = {
    active: MANY,
    shadow: MANY,
    queued: MANY,
    notes: MANY,
    people: MANY,
    server: MANY,
    others: MANY,
    right: MANY,
    wrong: MANY,
    outdated: MANY,
  }
  const known = { tokens: MANY, neurons: MANY, usd: 12_345.678, unpriced: 0 }
  const page = taken(
    statusPage(guildWith({ read_only: true, daily_tokens: MANY }), {
      stats: {
        channels: { full: MANY, notes: MANY, roleplay: 0, off: MANY, quiet: MANY, heard: MANY },
        unread: { messages: MANY, windows: 1, again: 0, silent: 3 },
        amounts,
        spend: {
          ...nothingSpent(),
          today: known,
          month: { ...known, unpriced: 1 },
          caps: { daily_tokens: { limit: MANY, spent: MANY, left: 0 } },
          state: { state: "past", cap: "daily_tokens", until: 1_000_000 },
          forecast: { today: known, month: known, days: 28 },
        },
        reader: "model",
        allowances: null,
        pausedEverywhere: true,
      },
      connection: {
        gateway: { state: "running", lastFailure: null, toDo: null, shards: [SHARD] },
        waiting: 1,
      },
      reviewCount: MANY,
      week: WEEK,
      night: null,
    }),
  )
  for (const said of [
    "will be erased",
    "Paused",
    "everywhere",
    "Connected (41 ms)",
    "price unknown",
    "$12345.68",
    "Over the daily token cap",
    "based on 28 days",
  ])
    expect(page).toContain(said)
})

test.each([
  [0, "0 tokens ($0.00)"],
  [0.0004, "0 tokens (less than $0.01)"],
  [0.019, "0 tokens ($0.02)"],
  [null, "0 tokens (price unknown)"],
])("a cost of %s dollars appears in cents", (usd, said) => {
  const amounts = {
    active: 0,
    shadow: 0,
    queued: 0,
    notes: 0,
    people: 0,
    server: MANY,
    others: MANY,
    right: 0,
    wrong: 0,
    outdated: 0,
  }
  const spent = { tokens: 0, neurons: null, usd: usd ?? 0, unpriced: usd === null ? 1 : 0 }
  const page = taken(
    statusPage(guildWith(), {
      stats: {
        channels: { full: 1, notes: 0, roleplay: 0, off: 0, quiet: 0, heard: 0 },
        unread: { messages: 2, windows: 1, again: 0, silent: 0 },
        amounts,
        spend: { ...nothingSpent(), today: spent, month: spent },
        reader: "rules",
        allowances: null,
        pausedEverywhere: false,
      },
      connection: { gateway: null, waiting: null },
      reviewCount: 0,
      week: WEEK,
      night: null,
    }),
  )
  expect(page).toContain(`Today: ${said} · this month: ${said}`)
  expect(page).toContain("2 messages, 1 conversation waiting")
})

test.each<[string, GatewayStatus | null, RegExp]>([
  ["did not answer", null, /did not answer/],
  ["has no token", { state: "unset", lastFailure: null, toDo: null, shards: [] }, /not set a bot token/],
  [
    "was stopped",
    { state: "stopped", lastFailure: null, toDo: "Start it.", shards: [SHARD] },
    /Stopped.*The bot's operator must act: Start it/,
  ],
  [
    "is reconnecting",
    { state: "running", lastFailure: null, toDo: null, shards: [{ ...SHARD, phase: "connecting" }] },
    /Not connected yet/,
  ],
  [
    "is behind",
    { state: "running", lastFailure: null, toDo: null, shards: [{ ...SHARD, waiting: 9 }] },
    /9 events waiting/,
  ],
])("a gateway that %s is reported as such", (_, gateway, words) => {
  expect(formatConnection({ gateway, waiting: null }, GUILD)).toMatch(words)
})

test("a guild's shard follows from its id by Discord's formula", () => {
  expect(shardOf("197038439483310086", 10)).toBe(Number((197038439483310086n >> 22n) % 10n))
  expect(shardOf("197038439483310086", 1)).toBe(0)
})

test("a person's data fits the page at any amount, whether or not they object", () => {
  const entered = guildWith({ consent: "opt_in" })
  const counts = { memories: MANY, statements: MANY, notes: 1, topics: 2, digests: MANY, messages: MANY }
  const extent = { counts, missing: [{ channel_id: "1", messages: 0 }] }
  const self = { entered, consent: null, consentAt: null, linked: [], objectsSince: null, remembered: false }
  const terms = { reader: "other" as const, contact: HOSTILE.slice(0, 200) }
  const page = taken(seePage(self, { extent, terms, pausedBy: null, texts: EN }))
  expect(page).toContain("1 note about a conversation")
  expect(page).toContain("2 daily topics you took part in")
  expect(
    taken(seePage({ ...self, objectsSince: 5 }, { extent, terms, pausedBy: null, texts: EN })),
  ).toContain("opted out everywhere")
  expect(
    taken(seePage(self, { extent: { counts: {}, missing: [] }, terms, pausedBy: null, texts: EN })),
  ).toContain("Nothing.")
})

test("the erasure page covers each state of an erasure", () => {
  const job = {
    id: "e_1449000000000000000",
    guildId: GUILD,
    kind: "person" as const,
    target: "11",
    step: "listen",
    requestedBy: "member 11",
    requestedAt: 1,
    finishedAt: null,
  }
  const report = { counts: { messages: 1_234, surprises: 2, keys: 0 }, left: null, rounds: 1, detail: null }
  for (const state of ["waiting", "running"] as const) {
    const page = taken(erasurePage({ ...job, state, report }, EN))
    expect(page).toContain("privacy-erasure:e_1449000000000000000")
    expect(page).toContain("- Messages: 1,234")
    expect(page).not.toContain("API keys")
  }
  const done = { ...job, state: "done" as const, finishedAt: 2 }
  expect(taken(erasurePage({ ...done, report: { ...report, left: 0 } }, EN))).toContain("found nothing left")
  expect(taken(erasurePage({ ...done, report: { ...report, left: 2 } }, EN))).toContain(
    "still found data in 2 places",
  )
})

test("a document is collected whole or not at all", async () => {
  async function* pieces() {
    yield "äö"
    yield "12"
  }
  expect(await collectText(pieces(), 6)).toBe("äö12")
  expect(await collectText(pieces(), 5)).toBeNull()
})

test("the pages of a trial fit at any size, and facts cannot change their layout", () => {
  const n = Number.MAX_SAFE_INTEGER
  const arm = { claims: n, kept: n, judged: n, bad: n, tokens: n, latencyMs: n }
  const trial = {
    ...{
      id: `t_${"f".repeat(32)}`,
      version: 999_999,
      baseVersion: 999_998,
      stage: "rollout" as const,
      share: 0.1,
    },
    guardrails: GuardrailsSchema.parse({}),
    ...{
      author: "member 1",
      startedAt: 1,
      stageAt: 1,
      endedAt: null,
      endedBy: null,
      outcome: null,
      reason: null,
    },
    note: null,
  }
  const decision = {
    verdict: "accepted",
    reason: "fits",
    trialVerdict: "rejected",
    trialReason: "low_confidence",
  }
  const example = {
    ...decision,
    ...{
      type: "profile",
      at: 1,
      memory: { id: "m", fact: "**# @everyone** [x](https://example.com) ".repeat(60) },
    },
  }
  const report = {
    ...{ live: arm, candidate: arm, leaks: 0, decisions: [], broken: "max_rejected_share" as const },
    judged: { claims: n, same: 1, wouldAccept: n, wouldReject: n, wouldQueue: n, wouldShadow: n },
    examples: [example, example, example],
  } as unknown as Parameters<typeof trialPage>[0]["report"]
  const changes = Array.from({ length: 400 }, (_, at) => ({
    ...{ field: `subjects.user:${BIG[at]}`, before: "`x`".repeat(200), after: null },
  }))
  const page = taken(trialPage({ trial, changes, report, notice: "x".repeat(900) }))
  expect(page).toContain("and 395 more")
  expect(page).not.toContain("](https://example.com)")
  expect(taken(trialPage({ trial, changes: [], report: null, notice: null }))).toContain(
    "only administrators",
  )
  expect(taken(tryPage(guildWith().guild, "x".repeat(900)))).toContain(
    "follows the current policy until you apply the change",
  )
})
