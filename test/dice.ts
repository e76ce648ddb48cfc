/**
 * Sets how many random cases a test runs. `npm test` runs a share of the cases with one fixed seed; `npm run
 * test:deep` runs all of them with a new seed.
 */
import { inject, test } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    isDeep: boolean
    seed: number
  }
}

export const isDeep = inject("isDeep")
/** `npm run test:deep` prints the seed; `KEEPSAKE_SEED` repeats it. */
export const seed = inject("seed")

const SHARE = 4

/**
 * Returns how often to run a costly property: `full` times in the deep tier, a quarter as often by default.
 */
export function propertyRuns(full: number): number {
  return isDeep ? full : Math.ceil(full / SHARE)
}

/** Returns every case in the deep tier, and by default every fourth, always the same ones. */
export function everyFourth<T>(cases: readonly T[]): T[] {
  return isDeep ? [...cases] : cases.filter((_, index) => index % SHARE === 0)
}

/**
 * A test that takes seconds because it is exhaustive: it fails each call once, tries every order, or runs days and nights.
 * Only the deep tier runs it, so that `npm test` stays short; CI runs both.
 */
export const deep = test.runIf(isDeep)
