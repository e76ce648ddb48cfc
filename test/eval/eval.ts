/** `npm run eval -- WHAT ...`: measures Keepsake on public data. The data stays where it is; its path is an argument. */
import { type Program, printerTo, runProgram } from "../../src/tools/program.ts"

/** Each evaluation is loaded only if it is asked for. */
const EVALUATIONS: Record<string, { about: string; load: () => Promise<{ main: Program }> }> = {
  rules: {
    about: "DIR [--sample 50] [--seed 1]  what the rules claim of ordinary chatter (irc-dev's format)",
    load: () => import("./rules.ts"),
  },
  locomo: {
    about: "FILE [--ablate] [--json OUT] ...  how much of the evidence for LoCoMo's questions recall finds",
    load: () => import("./locomo.ts"),
  },
  channels: {
    about: "FILE [--channels 12] [--sample 40]  whether recall finds the same from every channel of a guild",
    load: () => import("./channels.ts"),
  },
  gatemem: {
    about: "DIR [--json OUT] ...  how much of what GateMem's answers must hold recall finds",
    load: () => import("./gatemem.ts"),
  },
  talk: {
    about:
      "[--half tuning|held|fresh|both] [--failures] [--prompts DIR]  what is kept of ordinary talk, against gold lists",
    load: () => import("./talk.ts"),
  },
  answers: {
    about: "[--half tuning|held|fresh|both] [--expired] [--failures]  what is answered about that talk",
    load: () => import("./answers.ts"),
  },
  relevance: {
    about: "FILE  fits the weights by which finds are judged, on LoCoMo and the tuning half of `answers`",
    load: () => import("./relevance.ts"),
  },
  "answer-weights": {
    about: "  fits the weights by which answers without a model are chosen, on the tuning half of `answers`",
    load: () => import("./answer-weights.ts"),
  },
  windows: {
    about: "DIR [--unnamed]  what windows keep together of annotated replies (irc-dev's format)",
    load: () => import("./windows.ts"),
  },
  cost: {
    about:
      "DIR [--json] ...  dollars for a million messages, by model, from counted calls and tokens (irc-dev's format)",
    load: () => import("./cost.ts"),
  },
  "free-plan": {
    about:
      "[--measure] [--json] ...  how many messages a day fit into Cloudflare's free plan, and which limit binds",
    load: () => import("./free-plan.ts"),
  },
}

export const main: Program = async ([name = "", ...rest], io) => {
  const evaluation = EVALUATIONS[name]
  if (evaluation) return (await evaluation.load()).main(rest, io)
  const isHelp = name === "--help" || name === "-h"
  const print = printerTo(isHelp ? io.stdout : io.stderr)
  print("Usage: npm run eval -- WHAT ...\n")
  for (const [what, { about }] of Object.entries(EVALUATIONS)) print(`  ${what} ${about}`)
  return isHelp ? 0 : 2
}

if (import.meta.main) await runProgram(main)
