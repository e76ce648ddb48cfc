/** `npm run rotate`, and wrangler's rollback, against a Worker of the fake account that has two versions. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { runWrangler, withProject } from "../../src/tools/deploy/project.ts"
import type { Program } from "../../src/tools/program.ts"
import { main as rotate } from "../../src/tools/rotate.ts"
import { projectToDeploy, runAgainst } from "./deploying.ts"
import { startCloudflare } from "./server.ts"
import { type DeployedWorker, secretsOf } from "./state.ts"

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const secret = (name: string, text: string) => ({ name, text, type: "secret_text" })

async function deployedTwice() {
  const [fake, project] = [await startCloudflare(), projectToDeploy("small")]
  ends.push(fake.stop, project.remove)
  const bindings = [secret("ADMIN_TOKEN", "old"), secret("DISCORD_TOKEN", "old")]
  const versions = [1, 2].map((number) => ({
    id: `${number}0000000-0000-4000-8000-000000000000`,
    number,
    bindings,
    limits: null,
  }))
  const worker: DeployedWorker = {
    name: "keepsake",
    versions,
    deployments: versions.map(({ id }) => id),
    migrationTag: "v4",
    durableObjects: [],
    crons: [],
    onWorkersDev: true,
  }
  fake.state.workers.set(worker.name, worker)
  const run = (program: Program, ...args: string[]) => runAgainst(fake, project, { program, args })
  return { fake, project, worker, run }
}

test("each secret is replaced by one command, in one version, and the others stay", async () => {
  const { project, worker, run } = await deployedTwice()
  const { code, said } = await run(rotate, "admin")
  expect(code).toBe(0)
  const token = /this command succeeds: (\S+)/.exec(said)?.[1]
  expect(secretsOf(worker)).toEqual({ ADMIN_TOKEN: token, DISCORD_TOKEN: "old" })
  expect(worker.versions).toHaveLength(3)

  expect((await run(rotate, "discord")).said).toContain("Put the new value into .dev.vars first")
  writeFileSync(join(project.folder, ".dev.vars"), "DISCORD_TOKEN=new\n")
  expect(await run(rotate, "discord")).toMatchObject({ code: 0 })
  expect(secretsOf(worker)).toEqual({ ADMIN_TOKEN: token, DISCORD_TOKEN: "new" })
  expect(worker.versions).toHaveLength(4)
})

test("no secret makes a Worker that was never deployed", async () => {
  const { fake, run } = await deployedTwice()
  fake.state.workers.clear()
  expect(await run(rotate, "admin")).toMatchObject({ code: 1 })
  expect(fake.state.workers.size).toBe(0)
})

test("a rollback brings back the version before and leaves the database alone", async () => {
  const { fake, worker, run } = await deployedTwice()
  const rollback: Program = (_, io) =>
    withProject(io, null, async (project) => {
      const { code, output } = await runWrangler(project, ["rollback", "--yes"])
      project.print(output)
      return code ?? 1
    })
  const { code, said } = await run(rollback)
  expect(code, said).toBe(0)
  expect(worker.deployments.at(-1)).toBe(worker.versions[0]?.id)
  expect(fake.calls.filter((name) => name.includes("/d1/"))).toEqual([])
})
