/** Words for the steps of a night and for what each counted. Pure. */

/** Counts of the ledger whose own names say too little. */
const COUNT_NAMES: Readonly<Record<string, string>> = {
  people: "people checked",
  groups: "channels and servers checked",
  unchanged: "checked, with nothing to change",
  spared: "checked without a model, because too little was new",
  postponed: "left for the next night",
  purge: "expired rows deleted",
  merged: "facts merged",
  promoted: "facts made permanent",
  retired: "facts retired",
  profiles: "profiles",
  gone: "deleted",
}

const STEP_NAMES: Readonly<Record<string, string>> = {
  purge: "Delete what expired",
  compact: "Enforce the limits",
  orphans: "Look for leftovers",
}

/** "Delete what expired, 2" for the step `purge:2`. */
export function stepName(step: string): string {
  const [name = "", ...rest] = step.split(":")
  return [STEP_NAMES[name] ?? countName(name), ...rest].join(", ")
}

/** Turns a name of the ledger, such as `expiredFacts`, into words. */
export function countName(name: string): string {
  const known = COUNT_NAMES[name]
  if (known !== undefined) return known
  return name.replaceAll("_", " ").replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
