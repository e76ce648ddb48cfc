/** Says how much chance a test takes. `npm test` repeats one fixed seed on a share of the cases; `npm run test:deep` runs all of them with a new seed. */
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    isDeep: boolean
    seed: number
  }
}

export const isDeep = inject("isDeep")
/** `npm run test:deep` prints it; `KEEPSAKE_SEED` repeats it. */
export const seed = inject("seed")

const SHARE = 4

/** How often a costly property runs: `full` times in the deep tier, a quarter as often by default. */
export function propertyRuns(full: number): number {
  return isDeep ? full : Math.ceil(full / SHARE)
}

/** Every case in the deep tier, every fourth by default, always the same ones. */
export function everyFourth<T>(cases: readonly T[]): T[] {
  return isDeep ? [...cases] : cases.filter((_, index) => index % SHARE === 0)
}
