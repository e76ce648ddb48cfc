/** `npm run eval -- WHAT ...`: measures Keepsake on public data. The data stays where it is; its path is an argument. */
const EVALUATIONS: Record<string, { about: string; run: () => Promise<unknown> }> = {
  rules: {
    about: "DIR [--sample 50] [--seed 1]  what the rules claim of ordinary chatter (irc-dev's format)",
    run: () => import("./eval-rules.ts"),
  },
  locomo: {
    about: "FILE [--ablate] [--json OUT] ...  how much of the evidence for LoCoMo's questions recall finds",
    run: () => import("./eval-locomo.ts"),
  },
  gatemem: {
    about: "DIR [--json OUT] ...  how much of what GateMem's answers must hold recall finds",
    run: () => import("./eval-gatemem.ts"),
  },
  windows: {
    about: "DIR [--unnamed]  what windows keep together of annotated replies (irc-dev's format)",
    run: () => import("./eval-windows.ts"),
  },
  cost: {
    about:
      "DIR [--json] ...  dollars for a million messages, by model, from counted calls and tokens (irc-dev's format)",
    run: () => import("./eval-cost.ts"),
  },
}

export {}

const [, , name = "", ...rest] = process.argv
const evaluation = EVALUATIONS[name]
if (evaluation) {
  process.argv.splice(2, process.argv.length, ...rest)
  await evaluation.run()
} else {
  console.error("Usage: npm run eval -- WHAT ...\n")
  for (const [what, { about }] of Object.entries(EVALUATIONS)) console.error(`  ${what} ${about}`)
  process.exit(2)
}
