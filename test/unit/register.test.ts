/** `npm run register` makes Discord hold exactly our commands and explains any problem in words. */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { endpointOf, flagsWith, inviteOf } from "../../src/discord/application/application.ts"
import { definitionsFor } from "../../src/discord/application/command-set.ts"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { main } from "../../src/tools/register.ts"

const APPLICATION = "880000000000000001"
const GUILD = "418273650918273000"
const STALE = {
  id: "1",
  application_id: APPLICATION,
  version: "1",
  name: "stale",
  type: 1,
  description: "Old.",
}

test("the commands of one server omit fields that only global commands have", () => {
  const all = definitionsFor({ guild: null, remove: false })
  const inServer = definitionsFor({ guild: GUILD, remove: false })
  expect(all.map(({ name }) => name)).toEqual(inServer.map(({ name }) => name))
  for (const definition of all) expect(definition).toHaveProperty("contexts")
  for (const definition of inServer) {
    expect(definition).not.toHaveProperty("contexts")
    expect(definition).not.toHaveProperty("integration_types")
  }
  expect(definitionsFor({ guild: null, remove: true })).toEqual([])
})

describe("the address", () => {
  test("interactions go to one path of a Worker, over https only", () => {
    expect(endpointOf("https://keepsake.example.workers.dev")).toBe(
      "https://keepsake.example.workers.dev/interactions",
    )
    expect(endpointOf("http://keepsake.example.workers.dev")).toBeNull()
    expect(endpointOf("keepsake.example.workers.dev")).toBeNull()
  })

  test("a granted or enabled intent stays, a missing one is turned on, and other flags stay", () => {
    const [grantedContent, ownContent, grantedMembers, ownMembers, other] = [18, 19, 14, 15, 23].map(
      (bit) => 1 << bit,
    ) as [number, number, number, number, number]
    expect(flagsWith(other, { members: true })).toBe(other | ownContent | ownMembers)
    expect(flagsWith(0, { members: false })).toBe(ownContent)
    expect(flagsWith(grantedContent | ownMembers, { members: true })).toBe(grantedContent | ownMembers)
    expect(flagsWith(ownContent | grantedMembers, { members: true })).toBe(ownContent | grantedMembers)
  })

  test("the invitation asks for the bot, its commands and only the permissions it uses", () => {
    const query = new URL(inviteOf({ id: "42" })).searchParams
    expect(query.get("client_id")).toBe("42")
    expect(query.get("scope")).toBe("bot applications.commands")
    expect(BigInt(query.get("permissions") ?? 0)).toBe((1n << 10n) | (1n << 11n) | (1n << 16n) | (1n << 38n))
  })
})

describe("registering", () => {
  let registered: object[]
  let puts: object[][]
  let refuses: number | null
  let server: Server
  let cwd: string

  beforeEach(async () => {
    registered = [STALE]
    puts = []
    refuses = null
    cwd = mkdtempSync(join(tmpdir(), "keepsake-register-"))
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const answer = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
      if (refuses !== null || request.headers.authorization !== "Bot a-token")
        return answer(refuses ?? 401, { code: 0, message: "no" })
      const path = new URL(request.url ?? "", "http://discord").pathname
      if (path === "/v10/applications/@me") return answer(200, { id: APPLICATION })
      if (!path.startsWith(`/v10/applications/${APPLICATION}/`))
        return answer(404, { code: 10_002, message: "no" })
      if (request.method === "PUT") {
        puts.push(JSON.parse(body))
        registered = JSON.parse(body).map((one: object, at: number) => ({ id: `${at}`, type: 1, ...one }))
      }
      answer(200, registered)
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterEach(() => {
    server.close()
    rmSync(cwd, { recursive: true })
  })

  async function run(args: string[], variables: Record<string, string> = {}) {
    const { port } = server.address() as AddressInfo
    const env = { DISCORD_API_URL: `http://127.0.0.1:${port}`, DISCORD_TOKEN: "a-token", ...variables }
    let said = ""
    const sink = { write: (text: string) => (said += text) }
    const code = await main(args, { stdout: sink, stderr: sink, env, cwd })
    return { code, said }
  }

  test("foreign commands are removed, ours are registered, and a second run changes nothing", async () => {
    const first = await run([])
    expect(first).toMatchObject({ code: 0, said: expect.stringMatching(/removed: +\/stale/) })
    expect(puts.map((commands) => commands.length)).toEqual([COMMANDS.length])
    const second = await run([])
    expect(second.code).toBe(0)
    expect(second.said).not.toContain("removed")
    expect(puts[1]).toEqual(puts[0])
  })

  test("commands can be registered in one server and under a given application id", async () => {
    expect((await run(["--guild", GUILD], { DISCORD_APPLICATION_ID: APPLICATION })).code).toBe(0)
    expect((await run(["--guild", GUILD])).said).toContain(`are registered in server ${GUILD}`)
    expect(puts[1]).toEqual(puts[0])
  })

  test("a dry run describes its steps and does nothing, even without a token", async () => {
    expect((await run(["--dry-run"])).said).toContain("nothing was done")
    const without = await run(["--dry-run"], { DISCORD_TOKEN: "" })
    expect(without).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${COMMANDS.length} commands would`),
    })
    expect(puts).toEqual([])
  })

  test("a variable missing from the environment comes from .dev.vars", async () => {
    writeFileSync(join(cwd, ".dev.vars"), 'DISCORD_APPLICATION_ID="5"\nDISCORD_TOKEN="stale-token"\n')
    const { code, said } = await run([])
    expect(code).toBe(1)
    expect(said).toMatch(/DISCORD_APPLICATION_ID is 5/)
    expect((await run([], { DISCORD_APPLICATION_ID: APPLICATION })).code).toBe(0)
    writeFileSync(join(cwd, ".dev.vars.staging"), "DISCORD_APPLICATION_ID=6\n")
    expect((await run(["--env", "staging"])).said).toMatch(/DISCORD_APPLICATION_ID is 6/)
  })

  test("all commands can be removed", async () => {
    await run(["--remove"])
    expect(puts).toEqual([[]])
  })

  test.each<[string, string[], Record<string, string>, number | null, RegExp]>([
    ["no token", [], { DISCORD_TOKEN: "" }, null, /Set DISCORD_TOKEN/],
    ["a wrong token", [], { DISCORD_TOKEN: "stolen-token" }, null, /rejects this DISCORD_TOKEN/],
    ["a server without the bot", ["--guild", GUILD], {}, 403, /found no such server/],
    [
      "another application",
      [],
      { DISCORD_APPLICATION_ID: "5" },
      null,
      /is the token of application 880000000000000001/,
    ],
    ["an invalid server id", ["--guild", "mine"], {}, null, /is not a server id/],
    ["an unreachable Discord", [], { DISCORD_API_URL: "http://127.0.0.1:9" }, null, /cannot be reached/],
  ])("registering with %s fails with an explanation", async (_, args, variables, status, words) => {
    refuses = status
    const { code, said } = await run(args, variables)
    expect(code).toBe(1)
    expect(said).toMatch(words)
    expect(said).not.toContain("stolen-token")
    expect(said).not.toContain("    at ")
    expect(puts).toEqual([])
  })
})
