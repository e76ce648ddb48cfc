/**
 * The seeds of the statistical tests: 200 guilds in the deep tier, a few by default. They are fixed: with new ones, a
 * figure close to its bound would fail now and then without any change of the code.
 */
import type { LabRow } from "../../src/policy/lab/outcomes.ts"
import type { Policy } from "../../src/policy/policy.ts"
import { isDeep } from "../dice.ts"
import { ruleOf } from "./planted.ts"
import { simulatedGuild } from "./simulated-guild.ts"
import { DAY, type Knobs, START } from "./simulated-talk.ts"

/** Returns guilds with seeds from 1: `full` in the deep tier, `few` by default. */
export function guildsOf(
  knobs: Omit<Knobs, "seed">,
  { full = 200, few }: { full?: number; few: number },
): Knobs[] {
  return Array.from({ length: isDeep ? full : few }, (_, n) => ({ ...knobs, seed: n + 1 }))
}

/** The log of a guild as the estimators take it. */
export function logOf(knobs: Knobs, live: Policy): LabRow[] {
  // The simulator writes the gate's inputs itself, so that they need no parsing.
  return simulatedGuild(knobs, ruleOf(live)).map(({ row }) => row as LabRow)
}

/** The time of an evaluation: right after the last day. */
export const endOf = ({ days }: Knobs): number => START + days * DAY

/** Standard deviations that a count may miss its expectation by: one of a hundred right estimators fails. */
const SLACK = 2.33

const deviation = (n: number, share: number) => SLACK * Math.sqrt(n * share * (1 - share))

/** The least number of `n` that must be right for a share of `share`. With less than 200, chance needs some slack. */
export function fewest(n: number, share: number): number {
  return Math.floor(n * share - (isDeep ? 0 : deviation(n, share)))
}

/** The most of `n` that may be wrong if each is with a probability of at most `share`. */
export function most(n: number, share: number): number {
  return Math.ceil(n * share + deviation(n, share))
}

/** Prints a figure of the deep tier, for docs/EVALUATIONS.md. */
export function tell(figure: string, count: number, n: number): void {
  if (isDeep) console.info(`${figure}: ${count} of ${n}`)
}
