/**
 * Every program's entry point, started by Node, runs `main` and ends with its exit code: once by default, and in the
 * deep tier with every other ending too. Node takes a second or two to load some of them.
 */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isDeep } from "../dice.ts"

const ROOT = join(import.meta.dirname, "../..")
/** The project's own Node, which can run TypeScript whatever Node runs the tests. */
const NODE = join(ROOT, "node_modules/.bin/node")

function started(program: string, args: string[]): Promise<{ code: unknown; said: string }> {
  return new Promise((ended) => {
    const file = join(ROOT, program)
    const env = { PATH: process.env.PATH, DISCORD_TOKEN: "" }
    execFile(NODE, [file, ...args], { env }, (error, stdout, stderr) =>
      ended({ code: error ? error.code : 0, said: `${stdout}${stderr}` }),
    )
  })
}

const ENDINGS = [
  ["src/tools/register.ts", ["--dry-run"], 0, /commands would be registered/],
  ["test/eval/eval.ts", ["nothing"], 2, /Usage: npm run eval/],
  ["src/tools/start.ts", ["--port", "none"], 2, /PORT is none/],
  ["src/tools/deploy.ts", ["--nothing"], 2, /--nothing[\s\S]*npm run deploy/],
  ["src/tools/rotate.ts", ["everything"], 2, /no secret everything[\s\S]*npm run rotate/],
  ["src/tools/demo.ts", ["--help"], 0, /npm run demo/],
  [
    "src/tools/doctor.ts",
    [],
    2,
    /--url is missing[\s\S]*npm run deploy` prints[\s\S]*Domains & Routes[\s\S]*npm run doctor -- --url/,
  ],
  [
    "src/tools/doctor.ts",
    ["--url", "http://127.0.0.1:9"],
    1,
    /failing {2}worker: Nobody answers[\s\S]*1 of 2 checks/,
  ],
  ["src/tools/lab.ts", ["--help"], 0, /npm run lab -- replay/],
  ["src/tools/lab.ts", ["guess"], 2, /There is no guess[\s\S]*npm run lab/],
  ["src/tools/register.ts", ["--nothing"], 2, /--nothing[\s\S]*npm run register/],
] as const
const ONE_EACH = ENDINGS.filter(([program], at) => ENDINGS.findIndex(([other]) => other === program) === at)

test.concurrent.each(isDeep ? ENDINGS : ONE_EACH)(
  "node %s %j ends with %i and says why",
  { timeout: 60_000 },
  async (...given) => {
    const [program, args, code, words] = given
    const run = await started(program, [...args])
    expect(run.said).toMatch(words)
    expect(run.code).toBe(code)
  },
)
