/** `npm run mutants`: breaks one promise after another in a copy of the code, and reports which default test notices. */
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { runProgram, UsageError, withUsage } from "../../src/tools/program.ts"
import { copyTree, readTree } from "./copy.ts"
import { MUTANTS } from "./list.ts"
import { type Mutant, placeOf, testsOf } from "./mutant.ts"
import { endRun, type Outcome, runTests } from "./runs.ts"

const USAGE = `npm run mutants -- [NAME ...]   runs all mutants, or those whose names begin with NAME
  --list            prints their names and what each breaks, and runs nothing
  --all             runs the whole default tier against each mutant, not only the tests listed for it
  --skip-baseline   skips the first run, which checks that the tests pass without a mutant`

const OPTIONS = {
  list: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  "skip-baseline": { type: "boolean", default: false },
} as const

interface Options {
  all: boolean
  "skip-baseline": boolean
}

function chosen(names: readonly string[]): Mutant[] {
  const unknown = names.filter((name) => !MUTANTS.some((mutant) => mutant.name.startsWith(name)))
  if (unknown.length > 0) throw new UsageError(`No mutant is named ${unknown.join(", ")}.`)
  return MUTANTS.filter(
    ({ name }) => names.length === 0 || names.some((beginning) => name.startsWith(beginning)),
  )
}

/** Returns true if every mutant was caught. Throws if a mutant is stale, or if the tests fail without one. */
async function run(root: string, mutants: readonly Mutant[], options: Options): Promise<boolean> {
  const { sources, tests } = readTree(root)
  // Finds all places first, so that a stale mutant fails before an hour of tests.
  const planned = mutants.map((mutant) => ({
    mutant,
    place: placeOf(mutant, sources),
    files: options.all ? tests : testsOf(mutant, tests),
  }))
  if (!options["skip-baseline"])
    await checkBaseline(root, [...new Set(planned.flatMap(({ files }) => files))])
  let caught = 0
  for (const { mutant, place, files } of planned) {
    const original = sources.find(({ path }) => path === place.path)?.text ?? ""
    writeFileSync(join(root, place.path), place.mutated)
    const outcome = await runTests(root, files)
    writeFileSync(join(root, place.path), original)
    if (outcome.kind === "failed") caught += 1
    console.log(`${mutant.name}: ${worded(outcome)}`)
  }
  console.log(`${caught} caught, ${planned.length - caught} survived`)
  return caught === planned.length
}

async function checkBaseline(root: string, files: readonly string[]): Promise<void> {
  const outcome = await runTests(root, files)
  if (outcome.kind !== "passed") throw new Error(`without a mutant: ${worded(outcome)}`)
  console.log(`without a mutant, ${files.length} test files pass (${outcome.seconds} s)`)
}

function worded(outcome: Outcome): string {
  switch (outcome.kind) {
    case "failed":
      return `caught by ${outcome.file}: ${outcome.title} (${outcome.seconds} s)\n    ${outcome.why}`
    case "passed":
      return `SURVIVED (${outcome.seconds} s)`
    case "broken":
      return `BROKEN, no test ran to its end: ${outcome.why} (${outcome.seconds} s)`
  }
}

const main = withUsage(USAGE, async (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const mutants = chosen(positionals)
  if (values.list) {
    for (const { name, breaks } of mutants) console.log(`${name}: ${breaks}`)
    return 0
  }
  const root = copyTree(process.cwd())
  const remove = () => rmSync(root, { recursive: true, force: true })
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      endRun()
      remove()
      process.exit(130)
    })
  try {
    return (await run(root, mutants, values)) ? 0 : 1
  } finally {
    remove()
  }
})

await runProgram(main)
