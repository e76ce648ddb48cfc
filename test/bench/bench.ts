/**
 * `npm run bench`: measures Keepsake beside its floors in one run, prints tables, and stores them in
 * docs/BENCHMARKS.md if every part was measured at full length. Exits 2 on bad usage.
 */
import { parseArgs } from "node:util"
import { runProgram, UsageError, withUsage } from "../../src/tools/program.ts"
import { guildsOf, readChatLogs } from "./chat-logs.ts"
import { benchDiscord } from "./discord/bench.ts"
import { benchImport } from "./import.ts"
import { benchIngest } from "./ingest.ts"
import { benchNightDays } from "./night-days.ts"
import { benchNights } from "./nights.ts"
import { benchPages } from "./pages.ts"
import { benchRecall } from "./recall.ts"
import { machine, markdown, type Table, writePage } from "./report.ts"
import { benchYields } from "./yields.ts"

const PARTS = ["ingest", "import", "rows", "recall", "discord", "nights", "pages"] as const
type Part = (typeof PARTS)[number]

const USAGE = `npm run bench -- [--data DIR] [--quick] [--only ${PARTS.join(",")}] [--days-only] [--date YYYY-MM-DD]
  --data DIR    also measures real chat: every *.messages.jsonl file under DIR is a channel
  --quick       measures less; docs/BENCHMARKS.md stays as it is
  --only PARTS  measures these parts only
  --days-only   measures nights on real chat only, not nights of growing guilds
  --date DATE   the date to print, today by default`

const OPTIONS = {
  data: { type: "string" },
  "days-only": { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  only: { type: "string", default: PARTS.join(",") },
  date: { type: "string", default: new Date().toISOString().slice(0, 10) },
} as const

const main = withUsage(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const unknown = values.only.split(",").filter((part) => !PARTS.some((known) => known === part))
  if (unknown.length > 0) throw new UsageError(`--only: unknown part ${unknown.join(", ")}`)
  await measure(values)
  return 0
})

// wrangler traces every request of a local worker into its own database, which costs more than the work being
// measured.
process.env.X_LOCAL_OBSERVABILITY = "false"

interface Options {
  data?: string | undefined
  quick: boolean
  only: string
  date: string
  "days-only": boolean
}

type Show = (measured: Table[]) => void

const MEASURES: Record<Part, (options: Options, show: Show) => Promise<void>> = {
  ingest: async ({ quick }, show) => show(await benchIngest(quick ? 2 : 7)),
  import: async ({ data, quick }, show) => {
    const logs = data ? readChatLogs(data, quick ? 300 : 2_000) : []
    show([await benchImport(quick ? [4_000] : [10_000, 50_000], logs)])
  },
  rows: async ({ data, quick }, show) => {
    if (data) show(await benchYields(readChatLogs(data, quick ? 60 : 200)))
    else console.log("Rows and model calls on real chat: skipped, no --data DIR was given.\n")
  },
  recall: async ({ quick }, show) => show([await benchRecall(quick ? 40 : 200)]),
  discord: ({ quick }, show) => benchDiscord(quick, show),
  nights: async ({ data, quick, "days-only": daysOnly }, show) => {
    if (data) show([await benchNightDays(guildsOf(readChatLogs(data, quick ? 300 : 2_000)))])
    else console.log("Nights on real chat: skipped, no --data DIR was given.\n")
    if (!daysOnly) show([await benchNights(quick)])
  },
  pages: async ({ quick }, show) => show([await benchPages(quick ? 5 : 15)]),
}

async function measure(options: Options): Promise<void> {
  const { data, quick, only, date } = options
  const chosen = PARTS.filter((part) => only.split(",").includes(part))
  const tables: Table[] = []
  console.log(`${machine(date)}\n`)
  for (const part of chosen)
    await MEASURES[part](options, (measured) => {
      tables.push(...measured)
      for (const table of measured) console.log(markdown(table))
    })
  if (quick || chosen.length < PARTS.length || !data) {
    console.log("docs/BENCHMARKS.md is left as it was: this was not the whole bench.")
  } else {
    writePage(`${machine(date)}\n\n${tables.map(markdown).join("\n")}`)
    console.log("Written to docs/BENCHMARKS.md.")
  }
}

await runProgram(main)
