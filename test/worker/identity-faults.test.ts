/** Each database call of linking, attributing and ending fails once, before and after it took effect, and is repeated. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { app } from "../../src/http/app.ts"
import { guildStructure, member, tell } from "./guild-structure.ts"
import { newKey } from "./key-holder.ts"
import { quietly } from "./live.ts"
import { faulty } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"] })

const GUILD = "942301644958310001"
const LINKED = [{ kind: "confirmed", account_id: "11", person_id: "12" }]
const ATTRIBUTED = [{ kind: "attribution", account_id: "11", person_id: "12" }]

interface Reply {
  status: number
  body: { code?: string; state?: string }
}

async function send(db: D1Database, token: string, method: string, path: string, body?: unknown) {
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test/v1/guilds/${GUILD}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await app.fetch(request, { ...env, DB: db }, ctx)
  const text = await response.text()
  await waitOnExecutionContext(ctx)
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) } as Reply
}

const linkRows = async () =>
  (
    await env.DB.prepare("SELECT kind, account_id, person_id FROM identity_links WHERE guild_id = ?")
      .bind(GUILD)
      .all()
  ).results

/** One request of a sequence, and the links after it. `code` is what the first one returned. */
interface Step {
  by: "a" | "b" | "manager"
  method: string
  path: string
  body?: (code: string) => unknown
  after: unknown[]
}

const LINKING: Step[] = [
  { by: "a", method: "POST", path: "/members/11/links", after: [] },
  { by: "b", method: "POST", path: "/members/12/links/code", body: (code) => ({ code }), after: [] },
  { by: "b", method: "PUT", path: "/members/12/links/11", after: [] },
  { by: "a", method: "PUT", path: "/members/11/links/12", after: LINKED },
  { by: "b", method: "DELETE", path: "/members/12/links/11", after: [] },
]
const ATTRIBUTING: Step[] = [
  { by: "manager", method: "PUT", path: "/identities/11", body: () => ({ person: "12" }), after: ATTRIBUTED },
  { by: "manager", method: "DELETE", path: "/identities/11", after: [] },
]

/** Lets call `call` of step `failing` fail, and repeats the step. Returns how many calls it makes, and if it failed. */
async function runOnce(
  steps: readonly Step[],
  tokens: Record<Step["by"], string>,
  { failing, when, call }: { failing: number; when: "before" | "after"; call: number },
): Promise<{ calls: number; hasFailed: boolean }> {
  await env.DB.prepare("DELETE FROM identity_codes WHERE guild_id = ?").bind(GUILD).run()
  const count = { calls: 0 }
  let code = ""
  let hasFailed = false
  for (const [index, { by, method, path, body, after }] of steps.entries()) {
    const ask = (db: D1Database) => send(db, tokens[by], method, path, body?.(code))
    const where = `${method} ${path}, ${when} call ${call}`
    if (index === failing) {
      const { status } = await ask(faulty(env.DB, (n) => (n === call ? when : null), count))
      hasFailed = status >= 300
    }
    const done = await ask(env.DB)
    // An end that took effect although its answer was lost finds nothing to end.
    if (method !== "DELETE" || index !== failing) expect(done.status, where).toBeLessThan(300)
    code = done.body.code ?? code
    expect(await linkRows(), where).toEqual(after)
  }
  return { calls: count.calls, hasFailed }
}

test.for([
  ["a link of two accounts", LINKING],
  ["an attribution", ATTRIBUTING],
] as const)("%s is made and ended exactly once, whichever call fails", async ([, steps]) => {
  await tell(GUILD, { ...guildStructure(GUILD), members: [member("11", [], "Ada"), member("12", [], "Bo")] })
  const keyOf = async (viewer_id: string) => (await newKey(GUILD, { scope: "write", viewer_id })).token
  const tokens = { a: await keyOf("11"), b: await keyOf("12"), manager: "dev" }
  let faults = 0
  for (const failing of steps.keys())
    for (const when of ["before", "after"] as const)
      for (let call = 1; call < 30; call++) {
        const { calls, hasFailed } = await runOnce(steps, tokens, { failing, when, call })
        if (hasFailed) faults += 1
        if (calls < call) break
      }
  expect(faults).toBeGreaterThan(steps.length * 2)
})
