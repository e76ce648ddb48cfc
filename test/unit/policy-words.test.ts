/** What the policy's pages say of fields, decisions and certificates. */
import { expect, test } from "vitest"
import {
  certificateText,
  decisionText,
  fieldLabel,
  guardrailText,
  shareOfGoodText,
  valueText,
  versionNote,
} from "../../src/dashboard/manage/policy/policy-words.ts"

type Judged = Parameters<typeof certificateText>[0]

function judged(
  certificate: Judged["certificate"],
  changes: [live: string, candidate: string, claims: number][],
) {
  return certificateText({
    certificate,
    comparison: { gained: 0, lost: 0 } as Judged["comparison"],
    changes: changes.map(([live, candidate, claims]) => ({ type: "profile", live, candidate, claims })),
  })[1]
}

test("a candidate that rejects what waits is not called the same", () => {
  const certificate = { verdict: "not_yet", same: false, more: null, days: null } as const
  expect(
    judged(certificate, [
      ["queued:manual_mode", "rejected:low_confidence", 15],
      ["queued:manual_mode", "rejected:low_confidence", 6],
      ["shadowed:little_evidence", "queued:manual_mode", 1],
    ]),
  ).toBe(
    "Saves the same; 21 waiting facts would be rejected instead, 1 hidden fact would wait for approval instead",
  )
  expect(judged({ ...certificate, same: true }, [])).toBe("Makes the same decisions")
})

test.each([
  ["gate.mode", "How facts are saved"],
  ["recall.min_score", "Minimum likelihood shown"],
  ["recall.min_share", "Minimum share of the best"],
  ["recall.relevance_steps", "Relevance steps"],
  ["sensitive.health", "May be remembered: Health"],
])("a table names %s as the form does", (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

test.each([
  ["gate.mode", "shadow", "Save but hide"],
  ["gate.enabled", false, "Off"],
  ["gate.approval_types", [], "None"],
  ["sensitive.health", "allow", "Yes"],
  ["gate.min_confidence", 0.7, "0.7"],
])("a value of %s is said as the form does", (field, value, text) => {
  expect(valueText(field, value)).toBe(text)
})

test.each([
  ["queued:manual_mode", "Waits for approval"],
  ["rejected:low_confidence", "Rejected: too little confidence"],
  ["accepted:fits", "Saved"],
  ["rejected", "Rejected"],
])("the decision %s reads as words", (decision, text) => {
  expect(decisionText(decision)).toBe(text)
})

test("a trial that ended by itself says why", () => {
  expect(guardrailText("max_junk_rate")).toBe("too much of what it kept was bad")
})

test.each([
  [0, "No judgments yet"],
  [1, "Too few to tell: 1 judgment of at least 20"],
  [19, "Too few to tell: 19 judgments of at least 20"],
  [20, "90 % (70 % to 97 %), from 20 judgments"],
])("a share of good facts from %i judgments is shown if they are enough to tell", (outcomes, text) => {
  expect(shareOfGoodText({ quality: { value: 0.9, low: 0.7, high: 0.97 }, outcomes })).toBe(text)
})

test("a policy that saves nothing has no share of good facts", () => {
  expect(shareOfGoodText({ quality: null, outcomes: 0 })).toBe("No judgments yet")
})

test.each([
  ["Preset source.", "Preset “Trial run with hidden facts”."],
  ["Preset default.", "Preset “Standard”."],
  ["Preset source. And more", "Preset source. And more"],
  [null, null],
])("the note %s of a version is said as the form names presets", (note, text) => {
  expect(versionNote(note)).toBe(text)
})
