/** The gateway session: how it starts, lives, breaks and resumes, and when it must not. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import { expect, test } from "vitest"
import { closeRule } from "../../src/discord/gateway/session/close-codes.ts"
import { reconnectDelayMs } from "../../src/discord/gateway/session/reconnect.ts"
import { dueAt } from "../../src/discord/gateway/session/session.ts"
import { gatewayIntents } from "../../src/discord/gateway/session/session-state.ts"
import { event, greeted, HELLO, IDENTITY, INTERVAL, inSession, Peer, ready, T } from "./gateway-peer.ts"

test("a session starts with a socket, a hello, a slot and an identify", () => {
  const peer = new Peer()
  expect(peer.feed({ kind: "start" })).toEqual([])
  expect(peer.wait()).toBe(0)
  expect(peer.effects).toEqual([{ kind: "connect", url: "wss://gateway.test/?v=10&encoding=json" }])
  expect(peer.hear(HELLO)).toEqual([{ kind: "ask_slot" }])
  peer.feed({ kind: "slot", slot: { kind: "at", at: peer.now + 3_000 } })
  expect(peer.effects).toEqual([])
  expect(peer.wait()).toBe(3_000)
  expect(peer.sent).toEqual([
    {
      op: Op.Identify,
      d: {
        token: "a token",
        intents: IDENTITY.intents,
        shard: [0, 1],
        properties: { os: "linux", browser: "keepsake", device: "keepsake" },
      },
    },
  ])
  expect(peer.hear(ready())).toMatchObject([{ kind: "begun", ready: { id: "s1", guildIds: ["10"] } }])
  expect(peer.session).toMatchObject({ phase: { kind: "ready" }, resumable: { id: "s1" }, seq: 1 })
})

test("a missed slot is requested again", () => {
  const peer = greeted()
  peer.feed({ kind: "slot", slot: { kind: "at", at: peer.now + 2_000 } })
  peer.now += 4_000
  expect(peer.feed({ kind: "time" })).toEqual([{ kind: "ask_slot" }])
})

test("a long wait for a slot closes the socket", () => {
  const peer = greeted(0)
  peer.feed({ kind: "slot", slot: { kind: "later", at: peer.now + 600_000 } })
  expect(peer.did).toEqual(["close 4200"])
  expect(peer.wait()).toBe(600_000)
  expect(peer.did).toEqual(["connect"])
})

test("the first heartbeat comes after a random part of the interval, and each later one after a full interval", () => {
  for (const random of [0, 0.25, 0.999]) {
    const peer = inSession(random)
    expect(peer.wait()).toBeCloseTo(INTERVAL * random, 5)
    expect(peer.sent).toEqual([{ op: Op.Heartbeat, d: 1 }])
    peer.hear(event(7))
    peer.hear({ kind: "ack" })
    expect(peer.wait()).toBeCloseTo(INTERVAL, 5)
    expect(peer.sent).toEqual([{ op: Op.Heartbeat, d: 7 }])
  }
})

test("a missing heartbeat answer ends the connection and keeps the session", () => {
  const peer = inSession()
  peer.wait()
  expect(peer.sent).toHaveLength(1)
  expect(peer.wait()).toBe(INTERVAL)
  expect(peer.did).toEqual(["close 4200"])
  expect(peer.wait()).toBeLessThanOrEqual(1_000)
  expect(peer.effects).toEqual([{ kind: "connect", url: "wss://s1.test/?v=10&encoding=json" }])
  peer.hear(HELLO)
  expect(peer.sent).toEqual([{ op: Op.Resume, d: { token: "a token", session_id: "s1", seq: 1 } }])
})

test("the session measures the latency of a heartbeat", () => {
  const peer = inSession()
  peer.wait()
  peer.now += 87
  peer.hear({ kind: "ack" })
  expect(peer.session.heartbeat?.latencyMs).toBe(87)
})

test("a requested heartbeat goes out at once, and its answer has a full interval", () => {
  const peer = inSession()
  peer.now += 1_000
  peer.hear({ kind: "beat" })
  expect(peer.sent).toEqual([{ op: Op.Heartbeat, d: 1 }])
  expect(dueAt(peer.session)).toBe(peer.now + INTERVAL)
})

test("a requested reconnect resumes at once from the last received event", () => {
  const peer = inSession()
  peer.hear(event(2))
  peer.hear(event(5))
  peer.hear({ kind: "reconnect" })
  expect(peer.did).toEqual(["close 4200"])
  expect(peer.wait()).toBe(0)
  peer.hear(HELLO)
  expect(peer.sent).toMatchObject([{ op: Op.Resume, d: { seq: 5 } }])
  expect(peer.hear(event(6))).toMatchObject([{ kind: "event", seq: 6 }])
  expect(peer.hear({ kind: "resumed", seq: 7 })).toEqual([{ kind: "resumed", seq: 7 }])
  expect(peer.session).toMatchObject({ phase: { kind: "ready" }, seq: 7 })
})

test("an event is delivered once, and one outside a session is dropped", () => {
  const peer = inSession()
  expect(peer.hear(event(2))).toHaveLength(1)
  expect(peer.hear(event(2))).toEqual([])
  expect(peer.hear(event(1))).toEqual([])
  expect(greeted().hear(event(9))).toEqual([])
})

test.each([
  [0, 1_000],
  [0.5, 3_000],
  [1, 5_000],
])("an invalid session restarts after one to five seconds (%d: %d ms)", (random, delay) => {
  const peer = inSession(random)
  peer.hear({ kind: "invalid", resumable: false })
  expect(peer.did).toEqual(["lost", "close 4200"])
  expect(peer.wait()).toBe(delay)
  expect(peer.effects).toEqual([{ kind: "connect", url: "wss://gateway.test/?v=10&encoding=json" }])
  expect(peer.hear(HELLO)).toEqual([{ kind: "ask_slot" }])
})

test("a resumable invalid session is resumed", () => {
  const peer = inSession()
  peer.hear({ kind: "invalid", resumable: true })
  expect(peer.did).toEqual(["close 4200"])
  peer.wait()
  peer.hear(HELLO)
  expect(peer.sent).toMatchObject([{ op: Op.Resume }])
})

test.each([1000, 1001, 1005, 1006, 4000, 4001, 4002, 4003, 4005, 4008, 4200, 4999])(
  "a session closed with %d resumes after a short delay",
  (code) => {
    const peer = inSession()
    expect(peer.feed({ kind: "closed", code })).toEqual([])
    expect(peer.wait()).toBe(750)
    peer.hear(HELLO)
    expect(peer.sent).toMatchObject([{ op: Op.Resume }])
  },
)

test.each([4007, 4009])("a session closed with %d starts over and reports the old one as lost", (code) => {
  const peer = inSession()
  expect(peer.feed({ kind: "closed", code })).toEqual([{ kind: "lost" }])
  peer.wait()
  expect(peer.hear(HELLO)).toEqual([{ kind: "ask_slot" }])
})

test.each([4004, 4010, 4011, 4012, 4013, 4014])(
  "a session closed with %d stops for good and says what to do",
  (code) => {
    const peer = inSession()
    expect(peer.feed({ kind: "closed", code })).toEqual([{ kind: "lost" }, { kind: "stopped", code }])
    expect(dueAt(peer.session)).toBe(null)
    expect(peer.feed({ kind: "time" })).toEqual([])
    expect(closeRule(code).toDo).not.toBe(null)
  },
)

test("a refusal of intents says which to enable, and where", () => {
  const { toDo } = closeRule(4014)
  expect(toDo).toMatch(/Developer Portal/)
  expect(toDo).toMatch(/Message Content Intent/)
  expect(toDo).toMatch(/Server Members Intent/)
})

test("the session requests the member list only if wanted", () => {
  const bits = (members: boolean) =>
    [...gatewayIntents(members).toString(2)].filter((bit) => bit === "1").length
  expect([bits(true), bits(false)]).toEqual([5, 4])
  expect(gatewayIntents(true) - gatewayIntents(false)).toBe(2)
})

test("a hello that does not arrive in time closes the socket", () => {
  const peer = new Peer()
  peer.feed({ kind: "start" })
  peer.wait()
  expect(peer.wait()).toBe(20_000)
  expect(peer.did).toEqual(["close 4200"])
  peer.wait()
  expect(peer.did).toEqual(["connect"])
})

test("a session that does not begin in time after the identify closes its socket", () => {
  const peer = greeted(0.999)
  peer.feed({ kind: "slot", slot: { kind: "at", at: peer.now } })
  const began = peer.now
  while (peer.session.phase.kind === "entering") {
    peer.hear({ kind: "ack" })
    peer.wait()
  }
  expect(peer.now - began).toBe(60_000)
  expect(peer.did).toEqual(["close 4200"])
})

test("an unreachable gateway is retried with growing delays of at most a minute", () => {
  const peer = new Peer({}, 0.999)
  peer.feed({ kind: "start" })
  const waits = Array.from({ length: 10 }, () => {
    const waited = peer.wait()
    expect(peer.did).toEqual(["connect"])
    peer.feed({ kind: "failed" })
    return Math.round(waited / 1_000)
  })
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(reconnectDelayMs(1_000, 0)).toBe(30_000)
})

test("an unreachable resume address gives way to the common one, and finally to a new session", () => {
  const peer = inSession()
  const tried: string[] = []
  peer.feed({ kind: "closed", code: 1006 })
  while (peer.session.resumable) {
    peer.wait()
    for (const effect of peer.effects) if (effect.kind === "connect") tried.push(new URL(effect.url).host)
    peer.feed({ kind: "failed" })
  }
  expect(tried).toEqual([...Array(3).fill("s1.test"), ...Array(9).fill("gateway.test")])
  expect(peer.did).toEqual(["lost"])
  expect(peer.now - T).toBeGreaterThan(200_000)
})

test("a lasting connection resets the count of failures", () => {
  const peer = inSession()
  for (let drop = 0; drop < 4; drop++) {
    peer.feed({ kind: "closed", code: 1006 })
    peer.wait()
    peer.hear(HELLO)
    peer.hear({ kind: "resumed", seq: 2 + drop })
  }
  expect(peer.session.attempts).toBe(4)
  peer.wait()
  peer.hear({ kind: "ack" })
  peer.feed({ kind: "closed", code: 1006 })
  expect(peer.wait()).toBe(750)
})

test("a crashed session resumes from the last handled event", () => {
  const left = {
    phase: { kind: "waiting", at: T } as const,
    resumable: { id: "s9", url: "wss://s9.test" },
    seq: 41,
  }
  const peer = new Peer(left)
  expect(peer.wait()).toBe(0)
  peer.hear(HELLO)
  expect(peer.sent).toMatchObject([{ op: Op.Resume, d: { session_id: "s9", seq: 41 } }])
})

test("a session stopped on purpose goes offline, ends and stays away", () => {
  const peer = inSession()
  peer.feed({ kind: "stop" })
  expect(peer.did).toEqual(["close 1000", "lost"])
  expect(dueAt(peer.session)).toBe(null)
  expect(peer.feed({ kind: "closed", code: 1006 })).toEqual([])
  peer.feed({ kind: "start" })
  expect(peer.wait()).toBe(0)
  expect(peer.did).toEqual(["connect"])
})

test("an overloaded session pauses and resumes from where it was", () => {
  const peer = inSession()
  peer.hear(event(4))
  peer.feed({ kind: "overloaded" })
  expect(peer.did).toEqual(["close 4200"])
  expect(peer.feed({ kind: "overloaded" })).toEqual([])
  expect(peer.wait()).toBe(10_000)
  peer.hear(HELLO)
  expect(peer.sent).toMatchObject([{ op: Op.Resume, d: { seq: 4 } }])
})

test("a minute takes 110 payloads and their heartbeats, and the rest follows in order", () => {
  const peer = inSession()
  const payload = (nonce: number) => ({
    op: Op.RequestGuildMembers as const,
    d: { guild_id: "10", query: "", limit: 0, nonce: String(nonce) },
  })
  const sent: unknown[] = []
  for (let nonce = 0; nonce < 130; nonce++) {
    peer.feed({ kind: "send", payload: payload(nonce) })
    sent.push(...peer.sent)
  }
  // One of the 110 was the identify.
  expect(sent).toHaveLength(109)
  peer.hear({ kind: "beat" })
  expect(peer.sent).toHaveLength(1)
  peer.hear({ kind: "ack" })
  while (sent.length < 130) {
    peer.wait()
    sent.push(...peer.sent.filter(({ op }) => op === Op.RequestGuildMembers))
    peer.hear({ kind: "ack" })
  }
  expect(peer.now - T).toBeGreaterThanOrEqual(60_000)
  expect(sent).toEqual(Array.from({ length: 130 }, (_, nonce) => payload(nonce)))
})

test("endless heartbeat requests get no more than the rate limit", () => {
  const peer = inSession()
  let beats = 0
  for (let asked = 0; asked < 500; asked++) {
    peer.hear({ kind: "beat" })
    beats += peer.sent.length
  }
  expect(beats).toBe(119)
})
