/** `npm run deploy` with the real wrangler, against a fake of Cloudflare's API: first, again, and on odd accounts. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, expect, test } from "vitest"
import { main as program } from "../../src/tools/deploy.ts"
import { addMigration, projectToDeploy, runAgainst, tokenIn } from "./deploying.ts"
import { startCloudflare } from "./server.ts"
import { ACCOUNT, type AccountTraits, type CloudflareState, secretsOf, summaryOf } from "./state.ts"

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function ready(kind: "real" | "small", traits: Partial<AccountTraits> = {}) {
  const [fake, project] = [await startCloudflare(traits), projectToDeploy(kind)]
  ends.push(fake.stop, project.remove)
  const deploy = (args: string[] = [], env = {}) => runAgainst(fake, project, { program, args, env })
  return { fake, project, deploy }
}

function workerOf({ workers }: CloudflareState, name = "keepsake") {
  const worker = workers.get(name)
  if (!worker) throw new Error(`there is no Worker ${name}`)
  return worker
}

function planOf(state: CloudflareState, name = "keepsake"): unknown {
  return workerOf(state, name)
    .versions.at(-1)
    ?.bindings.find((binding) => binding.name === "PLAN")
}

function bindingsOf(state: CloudflareState): string[] {
  return (
    workerOf(state)
      .versions.at(-1)
      ?.bindings.map(({ type }) => type) ?? []
  )
}

test("a first deployment makes everything in one version, and a second one changes nothing", async () => {
  const { fake, project, deploy } = await ready("real")
  const discord = {
    DISCORD_APPLICATION_ID: "11",
    DISCORD_PUBLIC_KEY: "ab",
    DISCORD_TOKEN: "secret",
    DISCORD_CLIENT_SECRET: "kept-from-the-log",
  }
  const lines = Object.entries(discord).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(project.folder, ".dev.vars"), lines.join("\n"))

  const first = await deploy()
  expect(first).toMatchObject({ code: 0 })
  expect(first.said).toContain("npm run register -- --url https://keepsake.ada.workers.dev`")
  expect(first.said).toContain("under OAuth2: https://keepsake.ada.workers.dev/app/sign-in/discord")
  expect(first.said).not.toContain("kept-from-the-log")
  const worker = workerOf(fake.state)
  expect(worker.versions).toHaveLength(1)
  expect(secretsOf(worker)).toEqual({ ADMIN_TOKEN: tokenIn(first.said), ...discord })
  expect(worker.versions[0]?.limits).toMatchObject({ cpu_ms: 300_000 })
  expect(planOf(fake.state)).toMatchObject({ type: "plain_text", text: "paid" })
  const { paths, files } = fake.state.assets
  const published = [
    "/docs.html",
    "/docs/scalar.js",
    "/docs/start.js",
    "/v1/keepsake.d.ts",
    "/v1/openapi.json",
  ]
  expect([...paths.keys()].sort()).toEqual(published)
  const document = files.get(paths.get("/v1/openapi.json") ?? "")
  expect(Buffer.from(document ?? []).toString()).toBe(readFileSync("docs/api/site/v1/openapi.json", "utf8"))
  const summary = summaryOf(fake.state)
  const applied = readdirSync("migrations").filter((name) => name.endsWith(".sql"))
  expect(summary).toMatchObject({
    workers: [{ isDeployed: true, migrationTag: "v6", onWorkersDev: true }],
    databases: [{ name: "keepsake", migrations: applied.sort().map((name) => ({ name })) }],
    indexes: [{ name: "keepsake", dimensions: 1024, properties: ["kind", "model", "place"] }],
    workflows: [["keepsake-nights", "keepsake"]],
  })

  worker.versions[0]?.bindings.push({ name: "PRIVACY_CONTACT", type: "plain_text", text: "ada" })
  const second = await deploy()
  expect(second).toMatchObject({ code: 0 })
  expect(second.said).toContain("The admin token is already set.")
  expect(worker.versions).toHaveLength(2)
  expect(secretsOf(worker).ADMIN_TOKEN).toBe(tokenIn(first.said))
  const kept = worker.versions[1]?.bindings.findIndex(({ name }) => name === "PRIVACY_CONTACT") ?? -1
  expect(worker.versions[1]?.bindings.splice(kept, 1)).toEqual([
    { name: "PRIVACY_CONTACT", type: "plain_text", text: "ada" },
  ])
  expect(summaryOf(fake.state)).toEqual(summary)
  expect(readFileSync(join(project.folder, "wrangler.toml"), "utf8")).toBe(
    readFileSync("wrangler.toml", "utf8"),
  )
  expect(readdirSync(project.folder)).not.toContain(".wrangler.deploy.json")
})

test("on the free plan the Worker is deployed without limits, and staging stands beside it and shares nothing", async () => {
  const { fake, project, deploy } = await ready("small", { plan: "free" })
  const first = await deploy()
  expect(first.said).toContain("Your account is on the free plan, which takes no [limits].")
  expect(first.code).toBe(0)
  const production = workerOf(fake.state)
  expect(production.versions).toMatchObject([{ limits: null }])
  expect(planOf(fake.state)).toMatchObject({ type: "plain_text", text: "free" })
  expect(secretsOf(production).ADMIN_TOKEN).toBe(tokenIn(first.said))

  writeFileSync(join(project.folder, ".dev.vars.staging"), "DISCORD_TOKEN=of-staging\n")
  const { code, said } = await deploy(["--env", "staging"])
  expect(said).toContain("Missing in .dev.vars.staging: DISCORD_APPLICATION_ID, DISCORD_PUBLIC_KEY.")
  expect(said).toContain("DISCORD_CLIENT_SECRET is not in .dev.vars.staging")
  expect(code).toBe(0)
  const staging = workerOf(fake.state, "keepsake-staging")
  expect(secretsOf(staging)).toEqual({ ADMIN_TOKEN: tokenIn(said), DISCORD_TOKEN: "of-staging" })
  expect(fake.state.workflows.get("keepsake-nights-staging")).toBe("keepsake-staging")
  const resources = ({ versions }: typeof staging) =>
    (versions.at(-1)?.bindings ?? []).flatMap(
      ({ id, index_name, workflow_name, namespace_id }) =>
        id ?? index_name ?? workflow_name ?? namespace_id ?? [],
    )
  expect(resources(staging)).toHaveLength(6)
  expect(resources(staging).filter((one) => resources(production).includes(one))).toEqual([])
  expect(production.versions).toHaveLength(1)
  expect(planOf(fake.state, "keepsake-staging")).toMatchObject({ text: "free" })
})

test("PLAN follows the account when it is upgraded and back, and stays free on a paid account that asks for it", async () => {
  const { fake, project, deploy } = await ready("small", { plan: "free" })
  for (const plan of ["free", "paid", "free", "paid"] as const) {
    fake.state.plan = plan
    expect(await deploy()).toMatchObject({ code: 0 })
    expect(planOf(fake.state)).toMatchObject({ text: plan })
  }
  const file = join(project.folder, "wrangler.toml")
  writeFileSync(file, readFileSync(file, "utf8").replace("[limits]", '[vars]\nPLAN = "free"\n\n[limits]'))
  expect(await deploy()).toMatchObject({ code: 0 })
  expect(planOf(fake.state)).toMatchObject({ text: "free" })
  expect(workerOf(fake.state).versions.at(-1)?.limits).toMatchObject({ cpu_ms: 300_000 })
})

test("without a right to Vectorize, the Worker's own index takes its place", async () => {
  const { fake, deploy } = await ready("small", { withoutVectorize: true })
  const { code, said } = await deploy()
  expect(said).toContain("Your token may not use Vectorize. The Worker's own index holds the vectors instead")
  expect(code).toBe(0)
  expect(bindingsOf(fake.state)).not.toContain("vectorize")

  fake.state.withoutVectorize = false
  expect(await deploy()).toMatchObject({ code: 0 })
  expect(bindingsOf(fake.state)).toContain("vectorize")

  fake.state.withoutVectorize = true
  const later = await deploy()
  expect(later.said).toContain("The running Worker uses it, so it stays as it is.")
  expect(bindingsOf(fake.state)).toContain("vectorize")
})

/** Cloudflare makes the database, writes its id into the copy of the repository, and builds that. */
async function afterButton(traits: Partial<AccountTraits>) {
  const stage = await ready("real", traits)
  const database = { uuid: crypto.randomUUID(), name: "my-memory", sqlite: new DatabaseSync(":memory:") }
  stage.fake.state.databases.push(database)
  const file = join(stage.project.folder, "wrangler.toml")
  const named = `database_name = "my-memory"\ndatabase_id = "${database.uuid}"`
  writeFileSync(file, readFileSync(file, "utf8").replace('database_name = "keepsake"', named))
  return { ...stage, database, build: () => stage.deploy([], { WORKERS_CI: "1", CI: "true" }) }
}

test("a build of Deploy to Cloudflare whose token has no right to D1 and Vectorize deploys a Worker that sets itself up", async () => {
  const { fake, database, build } = await afterButton({
    withoutD1: true,
    withoutVectorize: true,
    plan: "free",
  })
  const { code, said } = await build()
  expect(said).toContain("Your token may not use D1. The Worker migrates itself: open /setup")
  expect(said).toContain("Now open https://keepsake.ada.workers.dev/setup and sign in")
  expect(code).toBe(0)
  const [version] = workerOf(fake.state).versions
  expect(version?.bindings).toContainEqual(
    expect.objectContaining({ name: "DB", type: "d1", id: database.uuid }),
  )
  expect(bindingsOf(fake.state)).not.toContain("vectorize")
  expect(database.sqlite.prepare("SELECT name FROM sqlite_master").all()).toEqual([])
  // Everybody who may read the build's log would know a token that it shows.
  expect({ shown: tokenIn(said), secrets: secretsOf(workerOf(fake.state)) }).toEqual({
    shown: null,
    secrets: {},
  })

  expect(await build()).toMatchObject({ code: 0 })
  expect(workerOf(fake.state).versions).toHaveLength(2)
})

test("a build with all rights migrates, asks for no Vectorize, and keeps an index that the Worker runs with", async () => {
  const { fake, database, deploy, build } = await afterButton({})
  expect(await build()).toMatchObject({ code: 0 })
  expect(database.sqlite.prepare("SELECT count(*) AS count FROM d1_migrations").get()).toEqual({
    count: readdirSync("migrations").filter((name) => name.endsWith(".sql")).length,
  })
  expect(bindingsOf(fake.state)).not.toContain("vectorize")
  expect(fake.calls.filter((call) => call.includes("vectorize"))).toEqual([])

  expect(await deploy()).toMatchObject({ code: 0 })
  expect(bindingsOf(fake.state)).toContain("vectorize")
  expect(await build()).toMatchObject({ code: 0 })
  expect(bindingsOf(fake.state)).toContain("vectorize")
})

test("with two accounts, a deployment names both and waits for a choice", async () => {
  const other = { id: "b".repeat(32), name: "Bo's account" }
  const { fake, deploy } = await ready("small", { accounts: [ACCOUNT, other] })
  const { code, said } = await deploy()
  expect(code).toBe(1)
  for (const { id, name } of [ACCOUNT, other]) expect(said).toContain(`\`${name}\`: \`${id}\``)
  expect(said).toContain("Set CLOUDFLARE_ACCOUNT_ID to the id of the account to deploy to")
  expect(fake.state.databases).toEqual([])
})

test("without a workers.dev subdomain, a deployment says where to choose one, and goes on after that", async () => {
  const { fake, deploy } = await ready("small", { subdomain: null })
  const { code, said } = await deploy()
  expect(code).toBe(1)
  expect(said).toContain(`https://dash.cloudflare.com/${ACCOUNT.id}/workers/onboarding`)
  expect(said).toContain("Open the address above, choose a name")
  expect(fake.state.workers.size).toBe(0)
  fake.state.subdomain = "ada"
  const after = await deploy()
  expect(after).toMatchObject({ code: 0 })
  expect(secretsOf(workerOf(fake.state)).ADMIN_TOKEN).toBe(tokenIn(after.said))
})

test("a token that Cloudflare refuses, and none at all, are told apart", async () => {
  const { fake, deploy } = await ready("small")
  expect((await deploy([], { CLOUDFLARE_API_TOKEN: "wrong" })).said).toContain(
    "Cloudflare refuses the token.",
  )
  expect((await deploy([], { CLOUDFLARE_API_TOKEN: "" })).said).toContain("Run `npx wrangler login`")
  expect(fake.state.databases).toEqual([])
})

test("a migration that fails stops the deployment before any code of it runs", async () => {
  const { fake, project, deploy } = await ready("small")
  addMigration(project.folder, "0002_again.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY);\n")
  const { code, said } = await deploy()
  expect(code).toBe(1)
  expect(said).toContain("table a already exists")
  expect(fake.state.workers.size).toBe(0)
})

test("a migration that D1 cannot split is imported as a file, recorded, and followed by the others", async () => {
  const { fake, project, deploy } = await ready("small")
  const body = "CREATE TRIGGER a_gone AFTER DELETE ON a\nBEGIN\n  DELETE FROM a WHERE id = OLD.id;\nEND;\n"
  addMigration(project.folder, "0002_trigger.sql", body)
  addMigration(project.folder, "0003_last.sql", "CREATE TABLE b (id INTEGER PRIMARY KEY);\n")
  const { code, said } = await deploy()
  expect(said).toContain("D1 could not split 0002_trigger.sql into statements.")
  expect(code).toBe(0)
  const sqlite = fake.state.databases[0]?.sqlite
  expect(sqlite?.prepare("SELECT name FROM d1_migrations ORDER BY id").all()).toEqual(
    readdirSync(join(project.folder, "migrations"))
      .sort()
      .map((name) => ({ name })),
  )
  expect(sqlite?.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()).toEqual([
    { name: "a_gone" },
  ])
})
