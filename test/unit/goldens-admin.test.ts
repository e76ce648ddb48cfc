/** Pages of `/keepsake` and `/privacy` in every state. */

import { test } from "vitest"
import { channelPage, channelsPage } from "../../src/discord/features/admin/channel.ts"
import { formatConnection } from "../../src/discord/features/admin/connection-status.ts"
import { historyPage } from "../../src/discord/features/admin/history.ts"
import { lastNightLine } from "../../src/discord/features/admin/memory-section.ts"
import { buildPersonaForm } from "../../src/discord/features/admin/persona.ts"
import { policyPage } from "../../src/discord/features/admin/policy.ts"
import { emptyReviewPage, reviewPage, rewordForm } from "../../src/discord/features/admin/review.ts"
import { type StatusDetails, statusPage } from "../../src/discord/features/admin/status.ts"
import { erasurePage } from "../../src/discord/features/privacy/erase.ts"
import { seePage } from "../../src/discord/features/privacy/see.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { NOTHING_SPENT } from "../../src/memory/write/usage.ts"
import { PolicySchema } from "../../src/policy/policy.ts"
import { type GuildSettings, SettingsSchema } from "../../src/policy/settings.ts"
import { allowanceUses } from "../../src/runtime/allowances/free-plan.ts"
import type { ConnectionStatus } from "../../src/runtime/connection-status.ts"
import type { Entered } from "../../src/runtime/enter.ts"
import { seriesOf } from "../../src/runtime/stats-series.ts"
import { DAY, NOON } from "./builders.ts"
import { expectGolden, layout, sections } from "./golden.ts"
import { found, HOSTILE, type Part, reply, rich } from "./golden-pages.ts"

function guildWith(settings: Partial<GuildSettings> = {}, given: Partial<Entered["guild"]> = {}): Entered {
  const guild = {
    id: "900",
    settings: { ...SettingsSchema.parse({}), ...settings },
    policy: PolicySchema.parse({}),
    policyVersion: 3,
    trial: null,
    leavingAt: null,
    restoring: false,
    attributions: new Map(),
    stamp: "",
    ...given,
  }
  const channel = (id: string, parentId: string | null) => ({ id, parentId })
  const channels = [channel("41", null), channel("42", "41"), channel("43", "42")]
  // Pages read only a channel's parents and query no database.
  return { db: null, guild, structure: { guildId: "900", channels } } as unknown as Entered
}

const CHANNELS = {
  default: "notes" as const,
  modes: { "41": "off" as const, "43": "full" as const, "50": "notes" as const },
  quiet: ["41", "50"],
}
const SHARD = {
  shard: 0,
  phase: "ready" as const,
  sessionSince: 1,
  seq: 1,
  handledSeq: 1,
  lastHeardAt: NOON,
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
const CONNECTIONS: [string, ConnectionStatus][] = [
  ["silent", { gateway: null, waiting: null }],
  ["unset", { gateway: { state: "unset", lastFailure: null, toDo: null, shards: [] }, waiting: 0 }],
  [
    "stopped",
    { gateway: { state: "stopped", lastFailure: null, toDo: "Start it.", shards: [SHARD] }, waiting: 1 },
  ],
  [
    "without a shard",
    { gateway: { state: "running", lastFailure: null, toDo: null, shards: [] }, waiting: 2 },
  ],
  ["ready", { gateway: { state: "running", lastFailure: null, toDo: null, shards: [SHARD] }, waiting: 0 }],
  [
    "ready and late",
    {
      gateway: {
        state: "running",
        lastFailure: null,
        toDo: null,
        shards: [{ ...SHARD, waiting: 9, latencyMs: null }],
      },
      waiting: 0,
    },
  ],
  [
    "connecting",
    {
      gateway: {
        state: "running",
        lastFailure: null,
        toDo: null,
        shards: [{ ...SHARD, phase: "connecting", toDo: "Look.", lastHeardAt: null }],
      },
      waiting: 0,
    },
  ],
]

const spent = (tokens: number, usd: number, unpriced = 0) => ({ tokens, neurons: null, usd, unpriced })
const ready = CONNECTIONS[4]?.[1] ?? { gateway: null, waiting: null }
const counted = { day: "2026-11-20", kind: "", scope: "" }
const SERIES = { from: "2026-11-20", to: "2026-11-26", step: "day" } as const
const WEEK = seriesOf(
  [
    { ...counted, measure: "accepted", n: 41 },
    { ...counted, measure: "label:corrected", n: 2 },
    { ...counted, measure: "label:forgotten", n: 1 },
    { ...counted, measure: "recall", kind: "useful", n: 1_200 },
    { ...counted, measure: "recall", kind: "empty", n: 34 },
    { ...counted, measure: "judged", kind: "right", n: 12 },
    { ...counted, measure: "judged", kind: "wrong", n: 3 },
  ],
  SERIES,
).total
const STANDING: StatusDetails["stats"] = {
  channels: { full: 4, notes: 2, roleplay: 0, off: 1, quiet: 1, heard: 5 },
  unread: { messages: 1, windows: 2, again: 0, silent: 0 },
  amounts: {
    active: 1,
    shadow: 2,
    queued: 3,
    notes: 1_234,
    people: 1,
    server: 0,
    others: 0,
    right: 12,
    wrong: 3,
    outdated: 1,
  },
  spend: {
    today: NOTHING_SPENT,
    month: spent(1_234_567, 0.004),
    byPurpose: { today: [], month: [] },
    caps: {},
    state: { state: "within" },
    forecast: null,
  },
  allowances: null,
  reader: "model",
  pausedEverywhere: false,
}
const FREE_WORK = { message: 4_000, window: 220, answer: 20, nightStep: 40, cronRound: 150, shardHour: 0 }
const onFreePlan = (neurons: number): StatusDetails["stats"] => ({
  ...STANDING,
  allowances: { uses: allowanceUses(FREE_WORK, { neurons, hasShard: true }), until: NOON },
})
const CAPPED: StatusDetails["stats"] = {
  ...STANDING,
  unread: { messages: 0, windows: 0, again: 0, silent: 3 },
  spend: {
    ...STANDING.spend,
    today: spent(900, 1.5),
    month: spent(9_000, 15, 1),
    caps: { daily_tokens: { limit: 1_000, spent: 900, left: 100 } },
    state: { state: "reserve", cap: "daily_tokens", until: NOON },
    forecast: { today: spent(950, 1.6), month: spent(30_000, 50), days: 28 },
  },
  reader: "rules",
  pausedEverywhere: true,
}
const PAST: StatusDetails["stats"] = {
  ...CAPPED,
  spend: { ...CAPPED.spend, state: { state: "past", cap: "monthly_usd", until: NOON } },
}

const RUN: NonNullable<StatusDetails["night"]> = {
  guildId: "900",
  id: "r_1",
  kind: "night",
  date: "2026-11-02",
  state: "done",
  startedAt: NOON - 9_000,
  finishedAt: NOON,
  totals: {
    ...{ steps: 3, errors: 0, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedTokens: 0 },
    counts: {},
  },
} as unknown as NonNullable<StatusDetails["night"]>
const totals = (given: Partial<typeof RUN.totals>) => ({ ...RUN.totals, ...given })
const ALL_DONE = {
  people: 1,
  merged: 2,
  promoted: 1,
  retired: 1,
  topics: 3,
  written: 1,
  by_rules: 1,
  postponed: 2,
}
const NIGHTS: [string, StatusDetails["night"]][] = [
  ["none", null],
  ["running", { ...RUN, state: "running" }],
  ["nothing to do", RUN],
  ["all kinds", { ...RUN, totals: totals({ counts: ALL_DONE, calls: 2, costUsd: 0.0123 }) }],
  ["cheap", { ...RUN, totals: totals({ counts: { people: 2, unpaid: 1 }, calls: 1, costUsd: 0.0001 }) }],
  ["without a price", { ...RUN, totals: totals({ calls: 1, unpricedTokens: 9 }) }],
  ["partly priced", { ...RUN, totals: totals({ calls: 1, costUsd: 1, unpricedTokens: 9 }) }],
  ["cut short", { ...RUN, state: "failed" }],
  ["one part failed", { ...RUN, state: "failed", totals: totals({ errors: 1 }) }],
  ["two parts failed", { ...RUN, state: "failed", totals: totals({ errors: 2 }) }],
]

test("pages of /keepsake match their golden file", async () => {
  const other = PolicySchema.parse({
    gate: {
      mode: "manual",
      min_confidence: 0.123,
      min_evidence: 3,
      allowed_types: [],
      max_writes_per_hour: 1,
    },
    recall: { max_items: 3, rerank: true },
    sensitive: { health: "allow" },
  })
  const night = NIGHTS[3]?.[1] ?? null
  const paused = guildWith({ read_only: true, consent: "opt_in", retention_days: 0 }, { leavingAt: NOON })
  const versions = [
    { version: 3, author: "member 11", at: NOON, policy: PolicySchema.parse({}) },
    { version: 2, author: HOSTILE, at: NOON - DAY, policy: other },
  ]
  const policy = PolicySchema.parse({})
  const matter = { candidates: [], guildId: "900", index: 0, total: 2, notice: null }
  const asking = guildWith({ retention_days: 21, consent: "opt_in" }, { policy: other }).guild
  await expectGolden(
    "discord/admin-pages.txt",
    sections([
      reply(
        "status",
        statusPage(guildWith(), {
          stats: STANDING,
          connection: ready,
          reviewCount: 0,
          night: null,
          week: seriesOf([], SERIES).total,
        }),
      ),
      ...[3_000, 8_000, 10_000].map((neurons) =>
        reply(
          `status on the free plan, ${neurons} neurons used`,
          statusPage(guildWith(), {
            stats: onFreePlan(neurons),
            connection: ready,
            reviewCount: 0,
            night: null,
            week: WEEK,
          }),
        ),
      ),
      reply(
        "status, capped",
        statusPage(paused, { stats: CAPPED, connection: ready, reviewCount: 7, night, week: WEEK }),
      ),
      reply(
        "status, past",
        statusPage(paused, { stats: PAST, connection: ready, reviewCount: 1, night, week: WEEK }),
      ),
      reply(
        "status, to someone who does not read everything",
        statusPage(guildWith(), {
          stats: STANDING,
          connection: ready,
          reviewCount: 0,
          night,
          week: null,
        }),
      ),
      ...CONNECTIONS.map(([state, of]): Part => [`connection, ${state}`, formatConnection(of, "900")]),
      ...NIGHTS.map(([state, of]): Part => [`night, ${state}`, String(lastNightLine(of))]),
      reply("channels, none named", channelsPage(guildWith())),
      reply("channels", channelsPage(guildWith({ channels: CHANNELS }))),
      ...["41", "42", "43", "44", "50"].map((id) =>
        reply(`channel ${id}`, channelPage(guildWith({ channels: CHANNELS }), id)),
      ),
      reply("policy", policyPage(guildWith().guild)),
      reply("policy, set elsewhere", policyPage(asking, "⚠️ Someone else changed the policy.")),
      reply("versions", historyPage(versions, { current: 3, policy, notice: null })),
      reply("versions, none", historyPage([], { current: 0, policy, notice: "Version 9." })),
      reply("to approve", reviewPage({ ...matter, found: found("Kai sails", rich), other: null })),
      reply(
        "a contradiction",
        reviewPage({
          ...{ ...matter, index: 1, notice: "Approved." },
          found: found(HOSTILE, { subject: { scope: "guild", id: "900" } }),
          other: found("Kai sails", {}, 1),
        }),
      ),
      reply("nothing waits", emptyReviewPage(null)),
      reply("nothing waits any more", emptyReviewPage("Rejected.")),
      ["form to reword", layout(rewordForm(found("Kai sails"), { version: 4, index: 1 }))],
      ["form of a persona, none", layout(buildPersonaForm({ persona: null, house_rules: null }))],
      ["form of a persona", layout(buildPersonaForm({ persona: "a pirate", house_rules: "no spoilers" }))],
    ]),
  )
})

test("pages of /privacy match their golden file", async () => {
  const self = { consent: null, consentAt: null, linked: [], objectsSince: null, remembered: true }
  const own = { ...self, entered: guildWith() }
  const counts = { memories: 1, statements: 2, notes: 1, topics: 2, digests: 1, messages: 1_234 }
  const extent = { counts, missing: [{ channel_id: "1", messages: 0 }] }
  const nothing = { counts: {}, missing: [] }
  const terms = { reader: "cloudflare", contact: null } as const
  const unpaused = { pausedBy: null, texts: EN }
  const short = { retention: { ...SettingsSchema.parse({}).retention, notes_days: 1, expired_days: null } }
  const paused = guildWith({ read_only: true, consent: "opt_in", retention_days: 0, ...short })
  const job = {
    ...{ id: "e_1449000000000000000", guildId: "900", kind: "person" as const, target: "11", step: "listen" },
    ...{ requestedBy: "member 11", requestedAt: NOON, finishedAt: null },
    report: { counts: { messages: 1_234, surprises: 2, keys: 0 }, left: null, rounds: 1, detail: null },
  }
  const done = (left: number | null) => ({
    ...{ ...job, state: "done" as const, finishedAt: NOON + 60_000 },
    report: { ...job.report, left },
  })
  await expectGolden(
    "discord/privacy-pages.txt",
    sections([
      reply("remembered", seePage(own, { extent, terms, ...unpaused })),
      reply(
        "agreed, paused",
        seePage(
          { ...self, entered: paused, consent: "in" },
          { extent, terms, ...unpaused, pausedBy: "server" },
        ),
      ),
      reply(
        "not agreed",
        seePage(
          { ...self, entered: paused, remembered: false },
          { extent: nothing, terms: { reader: "rules", contact: HOSTILE }, ...unpaused },
        ),
      ),
      reply(
        "opted out",
        seePage(
          { ...own, consent: "out", remembered: false },
          { extent: nothing, terms: { reader: "other", contact: "Ada" }, ...unpaused },
        ),
      ),
      reply(
        "objects",
        seePage({ ...own, objectsSince: NOON, remembered: false }, { extent: nothing, terms, ...unpaused }),
      ),
      reply("erasure waits", erasurePage({ ...job, state: "waiting" }, EN)),
      reply("erasure runs", erasurePage({ ...job, state: "running" }, EN)),
      reply("erased", erasurePage(done(0), EN)),
      reply("erased but for two places", erasurePage(done(2), EN)),
    ]),
  )
})
