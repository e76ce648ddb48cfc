/**
 * `npm run eval -- free-plan [--answers 20] [--messages 10000] [--measure] [--json]`: how many messages a day fit into the
 * free plan's allowances, which limit binds, and what each part takes. `--measure` counts again what a message, a window,
 * an answer and a step of a night take, with a metered worker on this machine.
 */
import { parseArgs } from "node:util"
import {
  ALLOWANCES,
  type Amounts,
  DAY_WORK,
  FREE_DAILY,
  TAKES,
} from "../../src/runtime/allowances/free-plan.ts"
import { printerTo, UsageError } from "../../src/tools/program.ts"
import { ASSUMED, measureFreePlan } from "../bench/free-plan.ts"
import { dayTakes, mostMessages, neuronsWith, type Service, type StrongModel } from "./free-plan-model.ts"
import { evaluation } from "./run.ts"

const USAGE = "usage: npm run eval -- free-plan [--answers 20] [--messages 10000] [--measure] [--json]"
const SERVICES: readonly Service[] = ["full", "reading", "rules"]
const CASES: readonly { hasShard: boolean; strong: StrongModel }[] = [
  { hasShard: true, strong: "glm-4.7-flash" },
  { hasShard: false, strong: "glm-4.7-flash" },
  { hasShard: true, strong: "gpt-oss-120b" },
]

export const main = evaluation(USAGE, async (argv, { stdout }) => {
  const { values } = parseArgs({
    args: argv,
    options: {
      answers: { type: "string", default: "20" },
      messages: { type: "string", default: "10000" },
      measure: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  })
  const [answers, messages] = [countOf(values.answers), countOf(values.messages)]
  const measured = values.measure ? await measureFreePlan() : null
  const takes = { ...TAKES, ...measured }
  const days = CASES.map((given) => {
    const day = { ...given, answers }
    return {
      ...given,
      neurons: neuronsWith(given.strong),
      limits: SERVICES.map((service) => ({ service, ...mostMessages(day, service, takes) })),
      takes: Object.fromEntries(
        SERVICES.map((service) => [service, dayTakes({ ...day, messages }, service, takes)]),
      ),
    }
  })
  const figures = { answers, messages, takes, assumed: ASSUMED, days }
  printerTo(stdout)(values.json ? JSON.stringify(figures, null, 2) : printed(figures, measured !== null))
})

function countOf(value: string): number {
  const count = Number(value)
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw new UsageError(`${value} is no number of messages or answers.`)
}

interface FreePlanFigures {
  answers: number
  messages: number
  takes: Record<string, Amounts>
  days: {
    hasShard: boolean
    strong: StrongModel
    neurons: ReturnType<typeof neuronsWith>
    limits: { service: Service; messages: number; binding: string }[]
    takes: Record<string, Amounts>
  }[]
}

function printed({ answers, messages, takes, days }: FreePlanFigures, isMeasured: boolean): string {
  const lines = [
    `One of each takes${isMeasured ? ", measured now" : ""}:`,
    row("", DAY_WORK),
    ...ALLOWANCES.slice(1).map((name) =>
      row(
        name,
        DAY_WORK.map((work) => figureOf(takes[work]?.[name] ?? 0)),
      ),
    ),
    `\nAssumed: ${ASSUMED.callSeconds} s a call, ${ASSUMED.d1Seconds} s a D1 call, ${ASSUMED.readingSeconds} s a reading, ${ASSUMED.answerSeconds} s an answer, ${ASSUMED.embeddingSeconds} s an embedding`,
  ]
  for (const { hasShard, strong, neurons, limits, takes: day } of days) {
    lines.push(
      `\n${hasShard ? "With" : "Without"} the gateway shard, ${answers} answers a day by ${strong}. Neurons: ${neurons.reading.toFixed(3)} a message for reading, ${neurons.beside.toFixed(3)} beside, ${neurons.answer.toFixed(0)} an answer. ${messages.toLocaleString("en")} messages take:`,
      row("", ["allowance", ...Object.keys(day)]),
      ...ALLOWANCES.map((name) =>
        row(name, [
          figureOf(FREE_DAILY[name]),
          ...Object.values(day).map((amounts) => figureOf(amounts[name] ?? 0)),
        ]),
      ),
      ...limits.map(
        ({ service, messages: most, binding }) =>
          `${service}: ${most.toLocaleString("en")} messages a day, then ${binding} bind${service === "full" ? " at 80 %" : ""}`,
      ),
    )
  }
  return lines.join("\n")
}

function row(first: string, rest: readonly string[]): string {
  return first.padEnd(18) + rest.map((cell) => cell.padStart(13)).join("")
}

function figureOf(amount: number): string {
  return amount >= 100 ? Math.round(amount).toLocaleString("en") : String(Number(amount.toFixed(2)))
}
