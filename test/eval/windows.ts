/**
 * How well windows keep together what belongs together: `npm run eval -- windows DIR [--unnamed]`. Every annotated channel under DIR is
 * heard live by the product's own rule, plain and parted by conversation, and what became of its reply links is printed.
 */
import { parseArgs } from "node:util"
import type { WindowRule } from "../../src/channel/window/window-rule.ts"
import { MINUTE } from "../../src/domain/calendar.ts"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { type Print, printerTo, UsageError } from "../../src/tools/program.ts"
import { type AnnotatedChannel, annotatedChannels, unnamed } from "./annotated-chat.ts"
import { evaluation } from "./run.ts"
import { measure, type Tally } from "./window-measure.ts"

const USAGE = "usage: npm run eval -- windows DIR [--unnamed]"

const LULLS_S = [60, 120, 180, 300, 600, 900, 1_800]
const SPANS_MIN = [15, 30, 60, 120]
const TOPICAL_LULLS_S = [180, 300, 600]
/** Not a setting of the product: shows how far plain runs get with larger windows. */
const LONG = 100

interface Measured {
  name: string
  rule: WindowRule
  all: Tally
  /** The channels by turns: those the clues' weights were fitted on, and the others. */
  fitted: Tally
  others: Tally
}

export const main = evaluation(USAGE, (argv, { stdout }) => {
  const print = printerTo(stdout)
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { unnamed: { type: "boolean", default: false } },
  })
  const [folder] = positionals
  if (folder === undefined) throw new UsageError("A folder of annotated chat is needed.")
  const channels = annotatedChannels(folder).map((channel) => (values.unnamed ? unnamed(channel) : channel))
  introduce(print, channels)

  const plain = LULLS_S.map((lull) => SPANS_MIN.map((span) => measured(channels, ruleOf(lull, span), false)))
  print("\nPlain runs: links kept % / windows per 100 messages, by lull (down) and longest span (across)\n")
  print(
    cells(
      "",
      SPANS_MIN.map((span) => `${span} min`),
      14,
    ),
  )
  for (const [index, lull] of LULLS_S.entries())
    print(
      cells(
        `${lull} s`,
        (plain[index] ?? []).map((one) => `${kept(one.all)} / ${per100(one.all)}`),
        14,
      ),
    )

  const { lull_seconds, max_minutes } = DEFAULT_SETTINGS
  const standard = ruleOf(lull_seconds, max_minutes)
  const [best] = plain
    .flat()
    .sort((a, b) => share(b.all) - share(a.all) || a.all.sizes.length - b.all.sizes.length)
  const rules = [
    measured(channels, standard, false),
    ...(best ? [{ ...best, name: `${best.name} (best)` }] : []),
    measured(channels, { ...ruleOf(300, max_minutes), maxMessages: LONG }, false),
    ...TOPICAL_LULLS_S.map((lull) => measured(channels, ruleOf(lull, max_minutes), true)),
  ]
  print(`\n${cells("rule", COLUMNS)}`)
  for (const one of rules) print(cells(one.name, figures(one)))

  print(
    `\nBy channel at ${named(standard)}: plain, then parted by conversation\n${cells("channel", COLUMNS.slice(2))}`,
  )
  for (const channel of channels)
    for (const topical of [false, true])
      print(cells(topical ? "" : channel.name, shape(measure([channel], standard, topical))))
  print(LEGEND)
})

function introduce(print: Print, channels: readonly AnnotatedChannel[]): void {
  const sum = (of: (channel: AnnotatedChannel) => number) =>
    channels.reduce((all, channel) => all + of(channel), 0)
  print(
    `${channels.length} channels, ${sum((channel) => channel.lines.length)} messages, of which ${sum((channel) => channel.conversations.size)} annotated`,
  )
  print(
    `${sum((channel) => channel.links.length)} reply links; left out: ${sum((channel) => channel.excluded.self)} to itself, ${sum((channel) => channel.excluded.outside)} to before the annotated part`,
  )
  print(
    "A link is kept if both its ends are in one window. Channels are heard live, a message at its own time.",
  )
}

/** The first channel by name is one of those fitted on, the second is not, and so on. */
function measured(channels: readonly AnnotatedChannel[], rule: WindowRule, topical: boolean): Measured {
  const fitted = measure(
    channels.filter((_, index) => index % 2 === 0),
    rule,
    topical,
  )
  const others = measure(
    channels.filter((_, index) => index % 2 === 1),
    rule,
    topical,
  )
  const all: Tally = {
    links: fitted.links + others.links,
    kept: fitted.kept + others.kept,
    sizes: [...fitted.sizes, ...others.sizes],
    waits: [...fitted.waits, ...others.waits],
    mixed: [...fitted.mixed, ...others.mixed],
    spread: [...fitted.spread, ...others.spread],
  }
  return { name: `${named(rule)}${topical ? ", by conversation" : ""}`, rule, all, fitted, others }
}

function ruleOf(lullSeconds: number, minutes: number): WindowRule {
  return { lullMs: lullSeconds * 1_000, maxMessages: DEFAULT_SETTINGS.max_messages, maxMs: minutes * MINUTE }
}

function named({ lullMs, maxMessages, maxMs }: WindowRule): string {
  return `${lullMs / 1_000} s, ${maxMessages}, ${maxMs / MINUTE} min`
}

const COLUMNS = [
  "fitted",
  "others",
  "kept %",
  "per 100",
  "mean",
  "median",
  "mixed %",
  "convs",
  "spread",
  "wait",
  "p95",
]
const LEGEND = `
kept     share of reply links with both ends in one window; fitted: in the channels (every second) whose links the weights of
         the clues were fitted on, others: in the rest, which is the fair figure for windows parted by conversation
per 100  windows, that is model calls, per 100 messages; mean, median: messages in a window
mixed    share of windows that hold more than one annotated conversation; convs: how many they hold on average
spread   windows over which an annotated conversation is spread on average
wait     minutes until the window of a message closes, on average and for all but the slowest 5 %`

function figures({ all, fitted, others }: Measured): string[] {
  return [kept(fitted), kept(others), ...shape(all)]
}

function shape(tally: Tally): string[] {
  const { sizes, mixed, spread, waits } = tally
  const several = mixed.filter((count) => count > 1).length
  return [
    kept(tally),
    per100(tally),
    mean(sizes).toFixed(1),
    String(quantile(sizes, 0.5)),
    ((100 * several) / mixed.length).toFixed(1),
    mean(mixed).toFixed(2),
    mean(spread).toFixed(2),
    (mean(waits) / MINUTE).toFixed(1),
    (quantile(waits, 0.95) / MINUTE).toFixed(1),
  ]
}

function share(tally: Tally): number {
  return tally.kept / tally.links
}

function kept(tally: Tally): string {
  return (100 * share(tally)).toFixed(1)
}

function per100({ sizes, waits }: Tally): string {
  return ((100 * sizes.length) / waits.length).toFixed(2)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(values: readonly number[], q: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? Number.NaN
}

function cells(first: string, rest: readonly string[], width = 9): string {
  return first.padEnd(34) + rest.map((cell) => cell.padStart(width)).join("")
}
