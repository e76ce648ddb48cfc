/** A path with a method that it does not have is answered with those that it has. */
import { exports } from "cloudflare:workers"
import { expect, test } from "vitest"

function ask(method: string, path: string): Promise<Response> {
  const headers = { authorization: "Bearer dev" }
  return exports.default.fetch(new Request(`https://keepsake.test${path}`, { method, headers }))
}

test("a wrong method is answered with 405 and the methods of the path, an unknown path with 404", async () => {
  const wrong = await ask("GET", "/v1/guilds/88720/recall")
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get("allow")).toBe("POST")
  expect(wrong.headers.get("content-type")).toContain("application/problem+json")
  expect(await wrong.json()).toMatchObject({
    type: "urn:keepsake:wrong_method",
    detail: "There is no GET /v1/guilds/88720/recall. Use POST.",
  })
  const several = await ask("POST", "/v1/guilds/88720/settings")
  expect(several.headers.get("allow")).toBe("GET, HEAD, PUT")
  expect((await ask("GET", "/v1/guilds/88720/recal")).status).toBe(404)
  expect((await ask("GET", "/v1/guilds//recall")).status).toBe(404)
})
