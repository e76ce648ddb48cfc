/**
 * What Keepsake costs: `npm run eval -- cost DIR [--lull 180] [--night CALLS,IN,OUT --a-day MESSAGES] [--json]`. Plays every
 * annotated channel under DIR through the product's own rule, triage and prompt, and prints dollars for a million messages.
 */
import { parseArgs } from "node:util"
import { DEFAULT_SETTINGS } from "../../src/policy/settings.ts"
import { printerTo, UsageError } from "../../src/tools/program.ts"
import { annotatedChannels } from "./annotated-chat.ts"
import { type Figures, figuresOf, type Night, optionsOf } from "./cost-figures.ts"
import { play, playEach } from "./cost-play.ts"
import { printed } from "./cost-print.ts"
import { evaluation } from "./run.ts"

const USAGE = "usage: npm run eval -- cost DIR [--lull 180] [--night CALLS,IN,OUT --a-day MESSAGES] [--json]"

export const main = evaluation(USAGE, (argv, { stdout }) => {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      lull: { type: "string", default: String(DEFAULT_SETTINGS.lull_seconds) },
      night: { type: "string" },
      "a-day": { type: "string", default: "1000" },
      json: { type: "boolean", default: false },
    },
  })
  const [folder] = positionals
  if (folder === undefined) throw new UsageError("A folder of annotated chat is needed.")
  const figures = measured(folder, optionsOf(values.lull, values.night, values["a-day"]))
  printerTo(stdout)(values.json ? JSON.stringify(figures, null, 2) : printed(figures))
})

function measured(folder: string, options: { lullSeconds: number; night: Night | null }): Figures {
  const channels = annotatedChannels(folder)
  const { max_messages, max_minutes } = DEFAULT_SETTINGS
  const rule = {
    lullMs: options.lullSeconds * 1_000,
    maxMessages: max_messages,
    maxMs: max_minutes * 60_000,
  }
  const how = { rule, triage: true, everything: false }
  return figuresOf(
    {
      lean: play(channels, how),
      full: play(channels, { ...how, everything: true }),
      untriaged: play(channels, { ...how, triage: false }),
      each: playEach(channels, how),
    },
    options.night,
  )
}
