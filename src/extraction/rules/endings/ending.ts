/** The form of the tables of endings: how people say that something known of them is over or was replaced. */

/** A part of somebody's life of which they usually have one at a time. */
export type LifeMatter =
  | "home"
  | "job"
  | "study"
  | "partner"
  | "pet"
  | "vehicle"
  | "device"
  | "game"
  | "diet"
  | "tool"
  | "zone"
  | "pronouns"
  | "main"
  | "handle"

/** [a known fact, what is said later, whether that ends the fact]. Run by `test/unit/rules-endings.test.ts`. */
export type EndingExample = readonly [known: string, said: string, ends: boolean]
