/**
 * `npm run size`: builds the minified Worker as it is deployed and compares its size with the recorded one.
 * Deploys nothing. Exits 1 if the size differs by more than 1 %.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { printerTo, runProgram, withUsage } from "../../src/tools/program.ts"

const GOLDEN = "test/fixtures/golden/bundle.json"
/** Tolerated difference from the golden size, as a fraction. */
const MOST_OFF = 0.01

interface Size {
  minified: number
  gzipped: number
}

function measured(): Size {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-size-"))
  try {
    execFileSync("npx", ["wrangler", "deploy", "--dry-run", "--env=", "--minify", "--outdir", folder], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
    })
    const bundle = readFileSync(join(folder, "index.js"))
    return { minified: bundle.length, gzipped: gzipSync(bundle, { level: 9 }).length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compared(name: string, bytes: number, golden: number): string {
  const off = ((bytes / golden - 1) * 100).toFixed(2)
  return `${name}: ${bytes.toLocaleString("en-US")} bytes, ${off} % off ${golden.toLocaleString("en-US")}`
}

const USAGE = `npm run size [-- --update]   builds the minified Worker and compares its size with the recorded one
  --update   records the size of this build`

const main = withUsage(USAGE, async (args, io) => {
  const { update } = parseArgs({ args, options: { update: { type: "boolean", default: false } } }).values
  const size = measured()
  if (update) writeFileSync(GOLDEN, `${JSON.stringify(size, null, 1)}\n`)
  // This program wrote the file.
  const golden = JSON.parse(readFileSync(GOLDEN, "utf8")) as Size
  const print = printerTo(io.stdout)
  print(compared("minified", size.minified, golden.minified))
  print(compared("gzipped", size.gzipped, golden.gzipped))
  if (Math.abs(size.minified / golden.minified - 1) <= MOST_OFF) return 0
  printerTo(io.stderr)(
    `The bundle's size is off by more than ${MOST_OFF * 100} %. If this is intended, run it with --update.`,
  )
  return 1
})

await runProgram(main)
