/** Plain words for the fields of audit rows. */
import { expect, test } from "vitest"
import { detailFields, detailLabel, detailText } from "../../src/dashboard/manage/detail-words.ts"

function inWords(detail: Record<string, unknown>): string[] {
  return detailFields(detail).map(([path, value]) => `${detailLabel(path)}: ${detailText(path, value)}`)
}

test.each<[string, Record<string, unknown>, string[]]>([
  [
    "a key",
    { name: "Bot", scope: "read", bound: ["place"], expires_at: null },
    ["Name: Bot", "Access: read", "Bound to: A channel", "Expires: Never"],
  ],
  [
    "a trial",
    { stage: "rollout", share: 0.1, base: 1200 },
    [
      "Kind of trial: Decides some conversations",
      "Conversations it decides: 10 %",
      "Policy version before: 1200",
    ],
  ],
  [
    "the end of a trial",
    { outcome: "rolled_back", reason: null, stage: "shadow", version: 3 },
    ["Outcome: Rolled back", "Reason: –", "Kind of trial: Judges, and changes nothing", "Policy version: 3"],
  ],
  ["an erasure", { kind: "person", opt_out: true }, ["Kind: A person", "Also opted out: Yes"]],
  ["an import", { kind: "package" }, ["Kind: A member's own data package"]],
  ["a cap", { cap_usd: 2 }, ["Cap of the import: $2"]],
  ["a correction", { fields: ["fact", "lifetime"] }, ["Changed: Fact, Keep for"]],
  ["consent", { consent: "out" }, ["Who is remembered: Opted out"]],
  ["a purge", { expired: 1200, past: 1 }, ["Expired facts: 1,200", "Imports of old messages: 1"]],
  [
    "settings",
    { retention: { notes_days: null, audit_days: 1 } },
    ["Notes of conversations are kept: Until deleted", "Audit days: For 1 day"],
  ],
])("%s is told without names of fields", (_, detail, words) => {
  expect(inWords(detail)).toEqual(words)
})
