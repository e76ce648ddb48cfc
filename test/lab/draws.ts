/** Draws from distributions, for the simulated guild. */
import type { Dice } from "../worker/leaks-dice.ts"

/** Weights by name. They need not add up to 1. */
export type Mix<T extends string> = Record<T, number>

export function pickFrom<T extends string>(dice: Dice, mix: Mix<T>): T {
  const names = Object.keys(mix) as T[] // the keys of the type, since every mix is a literal
  return pickAt(
    dice,
    names,
    names.map((name) => mix[name]),
  )
}

export function pickAt<T>(dice: Dice, from: readonly T[], weights: readonly number[]): T {
  let left = dice.roll() * weights.reduce((sum, weight) => sum + weight, 0)
  const at = weights.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return from[at < 0 ? from.length - 1 : at] as T // callers pass as many weights as items
}

/** Box and Muller's transform. */
export function normal(dice: Dice): number {
  return Math.sqrt(-2 * Math.log(1 - dice.roll())) * Math.cos(2 * Math.PI * dice.roll())
}

/** Knuth's method, for means up to some hundred. */
export function poisson(dice: Dice, mean: number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = dice.roll(); product > limit; product *= dice.roll()) count++
  return count
}
