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
  expired: "expired facts deleted",
  history: "replaced facts deleted",
  notes: "old notes deleted",
  windows: "old records of conversations deleted",
  audit: "log entries deleted",
  usage: "days of costs deleted",
  runs: "records of nightly runs deleted",
  imports: "records of imports deleted",
  past: "imports of old messages deleted",
  labels: "judgments of answers deleted",
  events: "events deleted",
  claims: "decisions about proposed facts deleted",
  stats: "days of statistics deleted",
  recalls: "records of recalls deleted",
  snapshots: "weekly counts of facts deleted",
  digests: "summaries deleted",
  name_prints: "prints of names deleted",
  written: "summaries written",
  topics: "topics of the day",
  by_rules: "done by rules",
  unpaid: "done by rules, because a cap was reached",
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

/** Said in the place of nights before the first one. */
export function firstNightText(timezone: string): string {
  return `No night has run yet. The first one starts within the hour, and each later one after the server's local midnight (${timezone}).`
}
