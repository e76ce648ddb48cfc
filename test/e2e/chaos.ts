/**
 * `npm run chaos`: kills a real worker at random moments, over and over. The worker must lose nothing and
 * double nothing. Exits 1 if it does.
 */
import { parseArgs } from "node:util"
import { runProgram, UsageError, withUsage } from "../../src/tools/program.ts"
import { AIMS, PHASES } from "./chaos/phases.ts"
import { type Report, runChaos } from "./chaos/run.ts"
import { prepare } from "./prepared.ts"

const SHOWN = 50

const USAGE = `npm run chaos [-- --rounds 50] [--seed N]
  --rounds N   kills the worker N times
  --seed N     repeats a run`

const main = withUsage(USAGE, async (args) => {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "50" }, seed: { type: "string" } },
  })
  const rounds = wholeNumber("rounds", values.rounds)
  const seed = wholeNumber("seed", values.seed ?? String(Date.now() % 1_000_000))
  say(`${rounds} rounds with seed ${seed}`)
  const prepared = await prepare()
  process.once("exit", prepared.remove)
  const report = await runChaos({ prepared, rounds, seed, lasting: 2, say })
  print(report)
  return report.wrongs.length === 0 ? 0 : 1
})

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  throw new UsageError(`--${name} must be a whole number, not ${text}`)
}

function print(report: Report): void {
  const { deliveries } = report
  const counted = <T>(names: readonly T[], counts: Map<T, number>) =>
    names.map((name) => `${name} ${counts.get(name) ?? 0}`).join(", ")
  say(`
rounds              ${report.rounds} in ${Math.round(report.seconds)} s, seed ${report.seed}
killed while        ${counted(AIMS, report.aims)}
found in            ${counted(PHASES, report.caught)}
messages            ${report.messages} in ${deliveries.deliveries} deliveries, ${deliveries.sentTwice} sent twice, ${deliveries.unanswered} unanswered and sent again
windows             ${report.windows}
memories            ${report.memories}
model calls         ${report.modelCalls}, of which paid twice ${report.paidAgain}
violations          ${report.wrongs.length}`)
  for (const wrong of report.wrongs.slice(0, SHOWN)) say(`  ${wrong}`)
  if (report.wrongs.length > SHOWN) say(`  and ${report.wrongs.length - SHOWN} more`)
}

function say(line: string): void {
  console.log(line)
}

await runProgram(main)
