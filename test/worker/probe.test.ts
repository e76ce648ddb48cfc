import { env } from "cloudflare:workers"
import { test } from "vitest"
import { call, channelPath, hear, memories, ok, send, talk } from "./http.ts"

const NOON = Date.parse("2026-11-20T12:00:00Z")
test("probe", async () => {
  const log = (n: string, x: unknown) => console.log(n, JSON.stringify(x))
  log(
    "flush",
    await hear(
      "77",
      "100",
      talk(900, NOON, [
        ["11", "Bob", "Where did you end up deciding to move?"],
        ["12", "Alice", "Austin!"],
        ["11", "Bob", "Nice, when?"],
        ["12", "Alice", "Next month actually"],
        ["13", "Charlie", "Oh cool, my sister lives there"],
      ]),
    ),
  )
  log("mem", await memories("77"))
  log(
    "recall",
    await call("POST", "/v1/guilds/77/recall", { query: "where is Alice moving?", user_id: "12" }),
  )
  log("profile", await call("GET", "/v1/guilds/77/members/12/profile"))
  for (const body of [
    "{",
    "",
    "[]",
    "null",
    '"x"',
    "[".repeat(100000) + "]".repeat(100000),
    '{"a":'.repeat(100000) + "1" + "}".repeat(100000),
    '{"__proto__":{"read_only":true}}',
    '{"query":"\\ud800"}',
    '{"query": 1e999}',
    '{"unknown": 1}',
    '{"gate":{"modex":1}}',
  ]) {
    for (const [m, p] of [
      ["POST", "/v1/guilds/77/recall"],
      ["PUT", "/v1/guilds/77/settings"],
      ["PUT", "/v1/guilds/77/policy"],
      ["POST", channelPath("77", "100") + "/messages"],
    ] as const) {
      const t = Date.now()
      log(`${m} ${p} ${body.slice(0, 40)}`, await send(p, { method: m, body }))
      if (Date.now() - t > 500) console.log("SLOW", Date.now() - t)
    }
  }
  log(
    "plain",
    await send("/v1/guilds/77/settings", {
      method: "PUT",
      body: '{"read_only":true}',
      headers: { "content-type": "text/plain" },
    }),
  )
  log("none", await send("/v1/guilds/77/settings", { method: "PUT" }))
  const big = new TextEncoder().encode(JSON.stringify({ query: "x".repeat(2_000_000) }))
  log("big", await send("/v1/guilds/77/recall", { method: "POST", body: big }))
  log(
    "bigstream",
    await send("/v1/guilds/77/recall", {
      method: "POST",
      body: new ReadableStream({
        start(c) {
          c.enqueue(big)
          c.close()
        },
      }),
      duplex: "half",
    } as RequestInit),
  )
  log("memid", await call("GET", "/v1/guilds/77/memories/%00"))
  log("memid", await call("GET", "/v1/guilds/77/memories/%E0%A4%A"))
  log("cursor", await call("GET", "/v1/guilds/77/memories?cursor=abc"))
  log("cursor", await call("GET", "/v1/guilds/77/memories?cursor=" + btoa('{"at":1e400,"id":"x"}')))
  log("cursor", await call("GET", "/v1/guilds/77/memories?cursor=" + btoa('{"at":1e300,"id":"\\ud800"}')))
  log("limit", await call("GET", "/v1/guilds/77/memories?limit=1&limit=2"))
  log("noauth", await send("/v1/guilds/77/memories", { headers: { authorization: "" } }))
  const names = (c: string) => ({ name: c.repeat(260) })
  log(
    "quotes",
    await call("POST", channelPath("77", "100") + "/messages", {
      messages: Array.from({ length: 190 }, (_, i) => ({
        id: String(5000 + i),
        author: { id: "1", name: "x" },
        content: "hi",
        timestamp: "2026-11-20T12:00:00Z",
        attachments: Array.from({ length: 10 }, () => names('"')),
      })),
    }),
  )
  log("bind", await env.DB.prepare("SELECT ? AS x").bind(Infinity).first().catch(String))
  log("getctx", await ok("GET", "/v1/openapi.json"))
})
