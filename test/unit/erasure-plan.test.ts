/** The order of an erasure's steps and the move after each: pure decisions over a table. */
import { expect, test } from "vitest"
import { NOTHING_YET } from "../../src/erasure/jobs.ts"
import {
  beginProgress,
  type ErasurePage,
  formatFailure,
  type Move,
  nextMove,
  type Progress,
  STEPS,
} from "../../src/erasure/plan.ts"

const at = (step: string, rest: Partial<Progress> = {}): Progress => ({
  step,
  cursor: null,
  report: NOTHING_YET,
  ...rest,
})

/** Runs all pages of one kind until it is done or waits. `pageOf` provides each page. */
function runPages(
  kind: keyof typeof STEPS,
  pageOf: (step: string, round: number) => ErasurePage,
): { steps: string[]; end: Move } {
  const steps: string[] = []
  let progress = beginProgress(kind, NOTHING_YET)
  for (let pages = 0; pages < 500; pages++) {
    steps.push(progress.step)
    const move = nextMove(kind, progress, pageOf(progress.step, progress.report.rounds))
    if (move.kind !== "go") return { steps, end: move }
    progress = move.progress
  }
  throw new Error("it never ends")
}

test.each(["person", "channel", "guild"] as const)(
  "the steps of a %s erasure run in order and end with done",
  (kind) => {
    const { steps, end } = runPages(kind, (step) => ({ next: null, counts: { [step]: 2, nothing: 0 } }))
    expect(steps).toEqual(STEPS[kind])
    expect(end).toMatchObject({ kind: "done", report: { left: 0, rounds: 1, detail: null } })
    expect(end.kind === "done" && end.report.counts).toEqual(
      Object.fromEntries(steps.map((step) => [step, 2])),
    )
  },
)

test("a total replaces what was counted before, and a smaller one does not", () => {
  const first = nextMove("person", at("check_notes"), { next: "7 8", totals: { notes: 3 } })
  if (first.kind !== "go") throw new Error(first.kind)
  const again = nextMove("person", first.progress, { next: "7 9", totals: { notes: 3 } })
  expect(again).toMatchObject({ progress: { report: { counts: { notes: 3 } } } })
  const smaller = nextMove("person", first.progress, { next: null, totals: { notes: 1 } })
  expect(smaller).toMatchObject({ progress: { report: { counts: { notes: 3 } } } })
})

test("a step with more pages continues at its cursor, and counts add up", () => {
  const move = nextMove("person", at("notes"), { next: "7 8", counts: { notes: 3 } })
  expect(move).toMatchObject({ kind: "go", progress: { step: "notes", cursor: "7 8" } })
  if (move.kind !== "go") throw new Error("it goes on")
  expect(nextMove("person", move.progress, { next: null, counts: { notes: 2 } })).toMatchObject({
    kind: "go",
    progress: { step: "windows", cursor: null, report: { counts: { notes: 5 } } },
  })
})

test("a step that has to wait keeps its place and says what it waits for", () => {
  expect(
    nextMove("guild", at("vectors", { cursor: "3" }), { next: null, waits: "waits for the index" }),
  ).toMatchObject({
    kind: "wait",
    progress: { step: "vectors", cursor: "3", report: { detail: "waits for the index" } },
  })
})

test("an erasure that still finds data starts again from the first step", () => {
  const { steps, end } = runPages("person", (step, round) => ({
    next: null,
    ...(step.startsWith("check") ? { left: round === 1 && step === "check_notes" ? 4 : 0 } : {}),
  }))
  expect(steps).toEqual([...STEPS.person, ...STEPS.person])
  expect(end).toMatchObject({ kind: "done", report: { left: 0, rounds: 2 } })
})

test.each(["person", "channel"] as const)(
  "data found in the last round of a %s erasure is reported",
  (kind) => {
    const { steps, end } = runPages(kind, (step) => ({
      next: null,
      ...(step.startsWith("check") ? { left: 1 } : {}),
    }))
    expect(steps).toHaveLength(3 * STEPS[kind].length)
    expect(end).toMatchObject({ kind: "done", report: { rounds: 3 } })
    expect(end.kind === "done" && end.report.left).toBeGreaterThan(0)
  },
)

test("the guild's own row is deleted only after the last check of its other rows", () => {
  const { steps } = runPages("guild", (step, round) => ({
    next: null,
    ...(step === "check" ? { left: 3 - round } : {}),
  }))
  expect(steps.filter((step) => step === "guild")).toHaveLength(1)
  expect(steps.at(-1)).toBe("guild")
  expect(steps.filter((step) => step === "check")).toHaveLength(3)
})

test("a failure report names only the step and the number of failures", () => {
  expect(formatFailure("notes", 1, 0)).toBe("step notes failed once; next try at 1970-01-01T00:00:00.000Z")
  expect(formatFailure("notes", 3, 0)).toBe("step notes failed 3 times; next try at 1970-01-01T00:00:00.000Z")
})
