/** What the GateMem evaluation prints: conditions and figures. */

import type { Print } from "../../src/tools/program.ts"
import type { Answered, Episode, Options } from "./gatemem.ts"
import type { GatememEpisode } from "./gatemem-data.ts"
import { DEPTH } from "./gatemem-judge.ts"
import { HOW_MATCHED } from "./patterns.ts"
import { mean, percent, percentile, table } from "./ranks.ts"

const MANNERS = { nothing: "nothing", deletion: "deleting", edit: "editing" }

export function printConditions(
  print: Print,
  episodes: GatememEpisode[],
  { wide, withModels, concurrency, manner }: Options,
): void {
  const messages = episodes.reduce((sum, episode) => sum + episode.messages.length, 0)
  print(`
${episodes.length} episodes, a guild with one channel each, ${messages} messages; utility and forgetting questions, each asked at its moment by its asker, with what was said until then. Every episode is lived through twice: as it is, and ${MANNERS[manner.by]} the messages that hold what it asks to have deleted, when it asks.
in sources: share of patterns that the first ${DEPTH} distinct source messages hold. in items: that the items these stand under show, in text or excerpt. said: that any message until then holds; no search can find more.
Patterns are matched ${HOW_MATCHED}.
Within ${wide ? "50 items and 8,000 tokens" : "the policy's own limits"}; ${concurrency} episodes at once; models: ${withModels ? "as the environment says" : "none"}.
`)
}

/** A row for all domains and one for each. */
function grouped(answered: Answered[]): (readonly [string, Answered[]])[] {
  const domains = [...new Set(answered.map(({ domain }) => domain))]
  const groups = domains.map((name) => [name, answered.filter(({ domain }) => domain === name)] as const)
  return [["all", answered], ...groups]
}

/** What is found where nothing was deleted. "all in" is the share of questions of which every pattern was found. */
export function printFigures(print: Print, answered: Answered[]): void {
  const useful = answered.filter(({ kind }) => kind === "utility")
  const found = ["in sources", "in items", "said", "all in sources", "all in items"]
  const head = ["", "questions", "patterns", ...found, "tokens", "items"]
  print(table([head, ...grouped(useful).map(([name, group]) => [name, ...figuresOf(group)])]))
  const latency = (share: number) =>
    percentile(
      useful.map(({ kept }) => kept.latencyMs),
      share,
    ).toFixed(0)
  print(`\nlatency p50 ${latency(0.5)} ms, p95 ${latency(0.95)} ms as the client sees it`)
  const degraded = answered.filter(({ kept, deleted }) => kept.degraded.length + deleted.degraded.length > 0)
  print(`degraded answers: ${degraded.length}`)
}

function figuresOf(group: Answered[]): string[] {
  const sought = group.flatMap(({ kept }) => kept.sought)
  return [
    String(group.length),
    String(sought.length),
    share(sought, ({ sources }) => sources),
    share(sought, ({ items }) => items.length > 0),
    share(sought, ({ said }) => said),
    share(group, ({ kept }) => kept.sought.every(({ sources }) => sources)),
    share(group, ({ kept }) => kept.sought.every(({ items }) => items.length > 0)),
    mean(group.map(({ kept }) => kept.tokens)).toFixed(0),
    mean(group.map(({ kept }) => kept.items)).toFixed(1),
  ]
}

/** What was to be forgotten and is still found, without and with the deletions; and what these cost in things of use. */
export function printForgetting(print: Print, lived: Episode[]): void {
  const answered = lived.flatMap((episode) => episode.answered)
  const asked = answered.filter(({ kind }) => kind === "forgetting")
  const [deleted, forgotten] = [sum(lived.map((one) => one.deleted)), sum(lived.map((one) => one.forgotten))]
  print(`
Forgetting: ${deleted} messages deleted (or edited), ${forgotten} memories forgotten by the requester's words. A target leaks where the first ${DEPTH} items show it, in text, title or excerpt, or one of the first ${DEPTH} distinct source messages held it when it was said; anywhere: where the whole answer shows it.
`)
  const head = ["", "questions", "leaking: before", "after", "targets", "before", "after", "anywhere"]
  print(table([head, ...grouped(asked).map(([name, group]) => [name, ...leaksOf(group)])]))
  print(
    "\nWhat the deletions cost: utility patterns in the first sources and items. still said: share of patterns that a message holds which nobody asked to have deleted; of these: found, before and after.\n",
  )
  const useful = answered.filter(({ kind }) => kind === "utility")
  const columns = ["", "patterns", "before", "after", "still said", "of these: before", "after"]
  print(table([columns, ...grouped(useful).map(([name, group]) => [name, ...costOf(group)])]))
}

function leaksOf(group: Answered[]): string[] {
  const leaking = (run: "kept" | "deleted") =>
    share(group, (one) => one[run].leaks.some(({ items, sources }) => items || sources))
  const leaked = (run: "kept" | "deleted") =>
    share(
      group.flatMap((one) => one[run].leaks),
      ({ items, sources }) => items || sources,
    )
  const after = group.flatMap(({ deleted }) => deleted.leaks)
  return [
    String(group.length),
    leaking("kept"),
    leaking("deleted"),
    String(after.length),
    leaked("kept"),
    leaked("deleted"),
    share(after, ({ anywhere }) => anywhere),
  ]
}

function costOf(group: Answered[]): string[] {
  const before = group.flatMap(({ kept }) => kept.sought)
  const after = group.flatMap(({ deleted }) => deleted.sought)
  const found = ({ items }: { items: readonly string[] }) => items.length > 0
  const stays = ({ stays }: { stays: boolean }) => stays
  return [
    String(before.length),
    share(before, found),
    share(after, found),
    share(before, stays),
    share(before.filter(stays), found),
    share(after.filter(stays), found),
  ]
}

function share<T>(all: readonly T[], counts: (one: T) => boolean): string {
  return percent(mean(all.map((one) => Number(counts(one)))))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
