/**
 * Runs a night one step at a time: each call repeats what is known of the earlier steps, runs the next one and leaves
 * off. It holds to the retries of a Workflow.
 */
import { OVERDUE, within } from "../../ai/deadline.ts"
import { MINUTE } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import type { Steps } from "../deps.ts"
import { RunOver } from "../ledger/runs.ts"

/** The result of a step: its value as JSON, or why it was given up, without anyone's words. */
export type KeptResult = { value: string } | { error: string }

/** Results of a night's steps, kept until it ends. */
export interface KeptSteps {
  find(step: string): KeptResult | null
  /** Counts an attempt before it starts, so that one that is cut off counts too. Returns the number so far. */
  attempt(step: string): number
  keep(step: string, result: KeptResult): void
}

/** When to call again, or that the night has ended. */
export type NightProgress = { kind: "next"; at: Time } | { kind: "ended"; error: string | null }

/** One attempt and five retries. The first retry waits 10 seconds, each further one twice as long. @internal */
export const MOST_ATTEMPTS = 6
const FIRST_RETRY_MS = 10_000
const STEP_MS = 10 * MINUTE

/** Runs the next step of `run`. Never throws for a failure of the step; the time of the retry says so. */
export async function runOneStep(
  run: (steps: Steps) => Promise<void>,
  results: KeptSteps,
  now: () => Time,
): Promise<NightProgress> {
  const stopped = Promise.withResolvers<NightProgress>()
  let begun = false
  const steps: Steps = {
    do<T>(step: string, work: () => Promise<T>): Promise<T> {
      const known = results.find(step)
      if (known !== null) return recall<T>(known)
      if (!begun) stopped.resolve(attempt(step, work, { results, now }))
      begun = true
      // Nothing goes on from here: the next call repeats the run with this step's result.
      return new Promise(() => undefined)
    },
  }
  const ended = run(steps).then(
    (): NightProgress => ({ kind: "ended", error: null }),
    (error: unknown): NightProgress => ({ kind: "ended", error: describeError(error) }),
  )
  return Promise.race([stopped.promise, ended])
}

async function recall<T>(known: KeptResult): Promise<T> {
  if ("error" in known) throw new Error(known.error)
  // Kept by this step of the same run.
  return JSON.parse(known.value) as T
}

async function attempt(
  step: string,
  work: () => Promise<unknown>,
  { results, now }: { results: KeptSteps; now: () => Time },
): Promise<NightProgress> {
  const attempts = results.attempt(step)
  try {
    if (attempts > MOST_ATTEMPTS) throw new Error("the step was cut off on every attempt")
    const value = await within(STEP_MS, work)
    if (value === OVERDUE) throw new Error(`the step took longer than ${STEP_MS / MINUTE} minutes`)
    results.keep(step, { value: JSON.stringify(value ?? null) })
  } catch (error) {
    if (attempts < MOST_ATTEMPTS && !(error instanceof RunOver))
      return { kind: "next", at: now() + FIRST_RETRY_MS * 2 ** (attempts - 1) }
    results.keep(step, { error: describeError(error) })
  }
  return { kind: "next", at: now() }
}
