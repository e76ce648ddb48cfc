/**
 * Commands, refusals, defaults and the privacy page, as the outside sees them. Goldens of prompts, formats
 * and pages are in the files beside this one.
 */

import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { privacyPage } from "../../src/dashboard/open/privacy-page.tsx"
import { type PrivacyTerms, privacyTermsOf } from "../../src/dashboard/open/privacy-terms.ts"
import { definitionsFor } from "../../src/discord/application/command-set.ts"
import { formatRefusal } from "../../src/discord/bot/ui/refusals.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { explain, type Refusal } from "../../src/domain/errors.ts"
import { statusOf } from "../../src/domain/refusal-status.ts"
import { SENSITIVE } from "../../src/domain/types.ts"
import { DEFAULT_POLICY, PolicySchema } from "../../src/policy/policy.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../../src/policy/settings.ts"
import { expectGolden, GOLDENS, pretty, sections, sorted } from "./golden.ts"

test("every listed golden file exists, and no other does", () => {
  const files = readdirSync("test/fixtures/golden", { recursive: true, withFileTypes: true })
  const names = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replace("test/fixtures/golden/", ""))
  expect(names.sort()).toEqual([...GOLDENS].sort())
})

test("command registrations match their golden file", async () => {
  const sent = (isGlobal: boolean) => definitionsFor({ guild: isGlobal ? null : "1", remove: false })
  await expectGolden("commands.json", sorted({ everywhere: sent(true), in_one_server: sent(false) }))
})

test("the settings and policy of a new server match their golden file", async () => {
  await expectGolden("defaults.json", pretty({ settings: DEFAULT_SETTINGS, policy: DEFAULT_POLICY }))
})

const ID = "418273650918273999"

/** One of each reason. A new reason does not compile until it is here. */
const REFUSALS: { [R in Refusal["reason"]]: Extract<Refusal, { reason: R }>[] } = {
  unauthorized: [{ reason: "unauthorized" }],
  forbidden: [{ reason: "forbidden" }],
  key_required: [{ reason: "key_required" }],
  unknown_guild: [{ reason: "unknown_guild", guildId: ID }],
  unknown_channel: [{ reason: "unknown_channel", channelId: ID }],
  unknown_member: [{ reason: "unknown_member", userId: ID }],
  unknown_memory: [{ reason: "unknown_memory", memoryId: "m_1" }],
  unknown_note: [{ reason: "unknown_note", noteId: "n_1" }],
  unknown_message: [{ reason: "unknown_message", messageId: ID }],
  unknown_recall: [{ reason: "unknown_recall", recallId: "r_01ks4a7c0g9w3kq5x8t2m6y1zb" }],
  unknown_event: [{ reason: "unknown_event", eventId: "deploy:4821" }],
  event_conflict: [{ reason: "event_conflict", eventId: "deploy:4821" }],
  unknown_route: [{ reason: "unknown_route", path: "GET /v1/x" }],
  wrong_method: [{ reason: "wrong_method", path: "GET /v1/x", allowed: ["POST"] }],
  unknown_command: [{ reason: "unknown_command" }],
  servers_only: [{ reason: "servers_only" }],
  read_only: [{ reason: "read_only" }],
  writing_off: [{ reason: "writing_off" }],
  reading_off: [{ reason: "reading_off" }],
  guild_not_served: [{ reason: "guild_not_served" }],
  blocked: [{ reason: "blocked" }],
  no_facts_here: [{ reason: "no_facts_here" }],
  opted_out: [{ reason: "opted_out" }],
  secret: [{ reason: "secret" }],
  sensitive: [...SENSITIVE, "anything else"].map((kind) => ({ reason: "sensitive", kind })),
  instruction: [{ reason: "instruction" }],
  leaving: [{ reason: "leaving", until: "2026-12-24T10:00:00.000Z" }],
  unknown_history: [{ reason: "unknown_history", historyId: "h_1" }],
  history_running: [{ reason: "history_running", historyId: "h_1" }],
  history_state: [{ reason: "history_state", historyId: "h_1", state: "done" }],
  unknown_key: [{ reason: "unknown_key", keyId: "k_1" }],
  unknown_erasure: [{ reason: "unknown_erasure", erasureId: "e_1" }],
  unknown_run: [{ reason: "unknown_run", runId: "r_1" }],
  unknown_version: [{ reason: "unknown_version", version: 7 }],
  unknown_trial: [{ reason: "unknown_trial", trialId: "t_1" }],
  policy_changed: [{ reason: "policy_changed", version: 7 }],
  trial_running: [{ reason: "trial_running", trialId: "t_1" }],
  trial_over: [{ reason: "trial_over", trialId: "t_1" }],
  unsafe_candidate: [{ reason: "unsafe_candidate", fields: ["sensitive.health", "subjects.user:11.write"] }],
  night_running: [
    { reason: "night_running", runId: "r_1" },
    { reason: "night_running", runId: null },
  ],
  too_many: [{ reason: "too_many", retryAfter: 4 }],
  keys_full: [{ reason: "keys_full", limit: 20 }],
  memory_full: [{ reason: "memory_full", limit: 200 }],
  duplicate_fact: [{ reason: "duplicate_fact", memoryId: "m_1" }],
  busy: [{ reason: "busy" }],
  invalid: [
    {
      reason: "invalid",
      issues: [
        { field: "body.a", problem: "is not a known field" },
        { field: "body.b", problem: "must be 1" },
      ],
    },
  ],
  too_large: [{ reason: "too_large", limit: "1 MB" }],
  bad_json: [{ reason: "bad_json", problem: "it is empty" }],
  unsupported_type: [{ reason: "unsupported_type" }],
  nothing_known: [{ reason: "nothing_known" }],
  not_yours: [{ reason: "not_yours" }],
  managers_only: [{ reason: "managers_only" }],
  restoring: [{ reason: "restoring" }],
  not_imported: [{ reason: "not_imported", problem: "Send part 3 next." }],
  unknown_import: [{ reason: "unknown_import", importId: "i_1" }],
  not_restored: [{ reason: "not_restored", problem: "The guild is not empty." }],
  undo_over: [{ reason: "undo_over" }],
  not_waiting: [{ reason: "not_waiting" }],
  cooling_down: [{ reason: "cooling_down", seconds: 4 }],
  discord_unset: [{ reason: "discord_unset", variable: "DISCORD_TOKEN" }],
  link_code: [{ reason: "link_code" }],
  link_over: [{ reason: "link_over" }],
  links_full: [{ reason: "links_full", limit: 5 }],
  unknown_link: [{ reason: "unknown_link", accountId: ID }],
  not_attributable: [{ reason: "not_attributable", problem: "An account already speaks for itself." }],
}

test("refusals over HTTP and on Discord match their golden file", async () => {
  const parts = Object.values(REFUSALS)
    .flat()
    .map((refusal) => {
      const lines = [
        `http ${statusOf(refusal)}: ${explain(refusal)}`,
        `discord: ${formatRefusal(refusal, EN)}`,
      ]
      return [JSON.stringify(refusal), lines.join("\n")] as const
    })
  await expectGolden("refusals.txt", sections(parts))
})

/** A deployment's own terms. */
const TERMS = {
  guild: { id: "9", name: "Night <Ferry>", icon: null, since: "Friday, November 20, 2026" },
  readOnly: false,
  reader: "cloudflare",
  models: ["@cf/fast", "@cf/strong"],
  region: "Everything is stored with Cloudflare.",
  contact: null,
} as const

const PAGES: [name: "asks-first" | "defaults" | "short-and-paused", PrivacyTerms][] = [
  [
    "defaults",
    privacyTermsOf({ settings: DEFAULT_SETTINGS, policy: DEFAULT_POLICY }, { ...TERMS, guild: null }),
  ],
  [
    "asks-first",
    privacyTermsOf(
      {
        settings: SettingsSchema.parse({ consent: "opt_in", channels: { modes: { "5": "off" } } }),
        policy: PolicySchema.parse({ sensitive: { health: "allow", minors: "allow", slurs: "allow" } }),
      },
      { ...TERMS, reader: "other", contact: "<b>Ada & co</b> ada@example.org" },
    ),
  ],
  [
    "short-and-paused",
    privacyTermsOf(
      {
        settings: SettingsSchema.parse({
          retention_days: 0,
          retention: { notes_days: 14, expired_days: 1, history_days: null, windows_days: 2, runs_days: 5 },
          channels: { default: "off" },
          read_only: true,
        }),
        policy: PolicySchema.parse({
          sensitive: Object.fromEntries(SENSITIVE.map((kind) => [kind, "allow"])),
        }),
      },
      { ...TERMS, reader: "rules", models: [] },
    ),
  ],
]

test.each(PAGES)("the privacy page matches its golden file: %s", async (name, promises) => {
  await expectGolden(`privacy-page/${name}.html`, String(await privacyPage(promises)))
})
