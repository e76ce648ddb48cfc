/**
 * `npm run bench [-- --data DIR] [--quick] [--only ingest,rows,recall,discord,nights] [--days-only] [--date YYYY-MM-DD]`: measures Keepsake beside its
 * floors in one run, prints tables and, when everything was measured at full length, keeps them in docs/BENCHMARKS.md.
 */
import { parseArgs } from "node:util"
import { guildsOf, readChatLogs } from "./chat-logs.ts"
import { benchDiscord } from "./discord/bench.ts"
import { benchIngest } from "./ingest.ts"
import { benchNightDays } from "./night-days.ts"
import { benchNights } from "./nights.ts"
import { benchRecall } from "./recall.ts"
import { machine, markdown, type Table, writePage } from "./report.ts"
import { benchYields } from "./yields.ts"

const PARTS = ["ingest", "rows", "recall", "discord", "nights"] as const

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    "days-only": { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: PARTS.join(",") },
    date: { type: "string", default: new Date().toISOString().slice(0, 10) },
  },
})

// wrangler traces every request of a local worker into a database of its own, which costs more than what is measured.
process.env.X_LOCAL_OBSERVABILITY = "false"

const { data, quick, only, date } = values
const chosen = PARTS.filter((part) => only.split(",").includes(part))
const tables: Table[] = []
const show = (measured: Table[]) => {
  tables.push(...measured)
  for (const table of measured) console.log(`${markdown(table)}`)
}

console.log(`${machine(date)}\n`)
if (chosen.includes("ingest")) show(await benchIngest(quick ? 2 : 7))
if (chosen.includes("rows")) {
  if (data) show(await benchYields(readChatLogs(data, quick ? 60 : 200)))
  else console.log("Rows and model calls on real chat: skipped, no --data DIR was given.\n")
}
if (chosen.includes("recall")) show([await benchRecall(quick ? 40 : 200)])
if (chosen.includes("discord")) await benchDiscord(quick, show)
if (chosen.includes("nights")) {
  if (data) show([await benchNightDays(guildsOf(readChatLogs(data, quick ? 300 : 2_000)))])
  else console.log("Nights on real chat: skipped, no --data DIR was given.\n")
  if (!values["days-only"]) show([await benchNights(quick)])
}

if (quick || chosen.length < PARTS.length || !data) {
  console.log("docs/BENCHMARKS.md is left as it was: this was not the whole bench.")
} else {
  writePage(`${machine(date)}\n\n${tables.map(markdown).join("\n")}`)
  console.log("Written to docs/BENCHMARKS.md.")
}
process.exit(0)
