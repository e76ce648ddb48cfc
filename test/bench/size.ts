/** Builds the worker as it is deployed, minified, and compares its size with the golden one: `npm run size`, and `npm run size -- --update` to accept today's. Deploys nothing. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

const GOLDEN = "test/fixtures/golden/bundle.json"
/** How far the size may be from the golden one, as a share of it. */
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

function told(name: string, bytes: number, golden: number): string {
  const off = ((bytes / golden - 1) * 100).toFixed(2)
  return `${name}: ${bytes.toLocaleString("en-US")} bytes, ${off} % off ${golden.toLocaleString("en-US")}`
}

const size = measured()
if (process.argv.includes("--update")) writeFileSync(GOLDEN, `${JSON.stringify(size, null, 1)}\n`)
// The file is of our own making.
const golden = JSON.parse(readFileSync(GOLDEN, "utf8")) as Size
console.log(told("minified", size.minified, golden.minified))
console.log(told("gzipped", size.gzipped, golden.gzipped))
if (Math.abs(size.minified / golden.minified - 1) > MOST_OFF) {
  console.error(
    `The bundle's size is off by more than ${MOST_OFF * 100} %. If that is meant, run it with --update.`,
  )
  process.exitCode = 1
}
