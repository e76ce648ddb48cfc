/**
 * `npm run test:deep`: runs what takes too long for `npm test`: every fault and the full number of random
 * cases with a new seed, end-to-end tests, and chaos. `--seed N` repeats a run; named test files run alone;
 * `--recalls N` sets how many recalls the leak test makes, `--twins N` how many twin guilds it compares. Exits 1 if anything failed.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { parseArgs } from "node:util"

const CHAOS_ROUNDS = 20

const { values, positionals: files } = parseArgs({
  options: { seed: { type: "string" }, recalls: { type: "string" }, twins: { type: "string" } },
  allowPositionals: true,
})
// Less than a million: some tests make guild ids from it.
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000))
if (!/^\d{1,6}$/.test(seed)) {
  console.error(`--seed must be a whole number below 1000000, not ${seed}`)
  process.exit(2)
}

const { recalls, twins } = values
for (const [name, amount] of Object.entries({ recalls, twins }))
  if (amount !== undefined && !/^[1-9]\d{0,5}$/.test(amount)) {
    console.error(`--${name} must be a whole number from 1 to 999999, not ${amount}`)
    process.exit(2)
  }

const vitest = ["node_modules/vitest/vitest.mjs", "run"]
const steps: { name: string; args: string[] }[] =
  files.length > 0
    ? [{ name: files.join(" "), args: [...vitest, ...files] }]
    : [
        { name: "exhaustive and random", args: [...vitest, "--project", "node", "--project", "worker"] },
        { name: "end to end", args: [...vitest, "--project", "e2e"] },
        { name: "chaos", args: ["test/e2e/chaos.ts", "--rounds", String(CHAOS_ROUNDS), "--seed", seed] },
      ]

console.log(`Seed ${seed}: repeat with \`npm run test:deep -- --seed ${seed}\``)
const results: string[] = []
for (const { name, args } of steps) {
  const startedAt = Date.now()
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      KEEPSAKE_DEEP: "1",
      KEEPSAKE_SEED: seed,
      ...(recalls && { LEAK_RECALLS: recalls }),
      ...(twins && { LEAK_TWINS: twins }),
    },
  })
  const [code] = await once(child, "close")
  if (code !== 0) process.exitCode = 1
  results.push(
    `${code === 0 ? "passed" : "FAILED"}  ${name}, ${Math.round((Date.now() - startedAt) / 1_000)} s`,
  )
}
console.log(`Seed ${seed}\n${results.join("\n")}`)
