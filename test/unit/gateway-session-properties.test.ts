/** Promises of the gateway session that hold for any behavior of the gateway, the network and the clock. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import fc from "fast-check"
import { expect, test } from "vitest"
import { type IdentifyBudget, reserveIdentify } from "../../src/discord/gateway/session/identify-budget.ts"
import { dueAt, step } from "../../src/discord/gateway/session/session.ts"
import {
  hasSocket,
  type Input,
  initialSession,
  type Session,
} from "../../src/discord/gateway/session/session-state.ts"
import { propertyRuns } from "../dice.ts"
import { event, HELLO, IDENTITY, ready, T } from "./gateway-peer.ts"

const TOTAL = 12
const CODES = [1000, 1001, 1006, 4000, 4003, 4007, 4008, 4009, 4200]
const FATAL = [4004, 4014]

type Happening =
  | { kind: "input"; input: Input }
  /** Time passes until something is due, or less. */
  | { kind: "wait"; most: number }
  /** The requested slot is granted. */
  | { kind: "slot" }
  | { kind: "restart" }

const input = (made: Input): Happening => ({ kind: "input", input: made })
const heard = (payload: Extract<Input, { kind: "payload" }>["payload"]) => input({ kind: "payload", payload })
const anyHappening = (codes: number[]): fc.Arbitrary<Happening> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.integer({ min: 0, max: 90_000 }).map((most): Happening => ({ kind: "wait", most })),
    },
    { weight: 5, arbitrary: fc.constant<Happening>({ kind: "slot" }) },
    { weight: 5, arbitrary: fc.constant(heard(HELLO)) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }).map((id) => heard(ready(`s${id}`))) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }).map((seq) => heard(event(seq))) },
    { weight: 3, arbitrary: fc.constant(heard({ kind: "ack" })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map((seq) => heard({ kind: "resumed", seq })) },
    { weight: 1, arbitrary: fc.constant(heard({ kind: "beat" })) },
    { weight: 1, arbitrary: fc.constant(heard({ kind: "reconnect" })) },
    { weight: 2, arbitrary: fc.boolean().map((resumable) => heard({ kind: "invalid", resumable })) },
    { weight: 2, arbitrary: fc.constantFrom(...codes).map((code) => input({ kind: "closed", code })) },
    { weight: 1, arbitrary: fc.constantFrom<Input>({ kind: "failed" }, { kind: "overloaded" }).map(input) },
    { weight: 1, arbitrary: fc.constant<Happening>({ kind: "restart" }) },
  )

/** An undisturbed start up to the identify, which random events rarely produce. */
const greeting: Happening[] = [
  { kind: "wait", most: 90_000 },
  heard(HELLO),
  { kind: "slot" },
  { kind: "wait", most: 7_000 },
]

/** The life of one session, with everything it did on record. */
class Life {
  session: Session = initialSession()
  now = T
  identifies: number[] = []
  #budget: IdentifyBudget = {
    total: TOTAL,
    remaining: TOTAL,
    resetAt: T + 86_400_000,
    maxConcurrency: 1,
    lastAt: {},
  }
  #isAsked = false
  #random: number

  constructor(random: number) {
    this.#random = random
    this.feed({ kind: "start" })
  }

  live(happening: Happening): void {
    switch (happening.kind) {
      case "input":
        this.feed(happening.input)
        return
      case "restart":
        this.session = initialSession({ ...this.session, phase: { kind: "waiting", at: this.now } })
        return
      case "slot":
        this.#slot()
        return
      case "wait": {
        const due = dueAt(this.session) ?? this.now
        this.now += Math.min(happening.most, Math.max(0, due - this.now))
        this.feed({ kind: "time" })
      }
    }
  }

  #slot(): void {
    if (!this.#isAsked) return
    this.#isAsked = false
    const { budget, slot } = reserveIdentify(this.#budget, 0, this.now)
    this.#budget = budget
    this.feed({ kind: "slot", slot })
  }

  feed(given: Input): void {
    const before = this.session
    const { session, effects } = step(before, given, {
      now: this.now,
      random: this.#random,
      identity: IDENTITY,
    })
    this.session = session
    for (const effect of effects) {
      if (effect.kind === "ask_slot") this.#isAsked = true
      if (effect.kind !== "send") continue
      expect(hasSocket(before), "something was sent without a socket").toBe(true)
      if (effect.payload.op === Op.Identify) this.identifies.push(this.now)
      if (effect.payload.op === Op.Resume) expect(before.resumable?.id).toBe(effect.payload.d.session_id)
    }
    const isLost = effects.some(({ kind }) => kind === "lost" || kind === "begun")
    if (before.seq !== null && !isLost)
      expect(session.seq, "a sequence number was lost").toBeGreaterThanOrEqual(before.seq)
    if (before.resumable && session.resumable?.id !== before.resumable.id)
      expect(effects, "a session was lost and nobody was told").toContainEqual({ kind: "lost" })
  }
}

function lives(codes: number[], check: (life: Life) => void): void {
  const happenings = fc
    .array(
      fc.oneof(
        anyHappening(codes).map((one) => [one]),
        fc.constant(greeting),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.flat())
  fc.assert(
    fc.property(happenings, fc.double({ min: 0, max: 0.999, noNaN: true }), (all, random) => {
      const life = new Life(random)
      for (const happening of all) {
        life.live(happening)
        check(life)
      }
    }),
    { numRuns: propertyRuns(2_000) },
  )
}

test("a session never identifies twice within five seconds or more often than a day allows", () => {
  let identifies = 0
  lives(CODES, (life) => {
    const times = life.identifies
    const [last, before] = [times.at(-1) ?? 0, times.at(-2)]
    if (before !== undefined) expect(last - before).toBeGreaterThanOrEqual(5_000)
    expect(times.filter((at) => at < T + 86_400_000).length).toBeLessThanOrEqual(TOTAL)
    identifies += times.length > 1 ? 1 : 0
  })
  // The test must observe identifies.
  expect(identifies).toBeGreaterThan(propertyRuns(100))
})

test("a session always has a next action until it is stopped", () => {
  let sockets = 0
  lives(CODES, ({ session }) => {
    const due = dueAt(session)
    expect(due).not.toBe(null)
    if (!hasSocket(session)) expect(session.phase.kind).toBe("waiting")
    else sockets += 1
  })
  expect(sockets).toBeGreaterThan(propertyRuns(1_000))
})

test("a stopped session does nothing more", () => {
  let stops = 0
  lives(FATAL, ({ session }) => {
    if (session.phase.kind !== "stopped") return
    stops += 1
    expect(dueAt(session)).toBe(null)
    expect(session.resumable).toBe(null)
  })
  expect(stops).toBeGreaterThan(propertyRuns(100))
})

test("an acknowledged, undisturbed connection lasts forever", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (random) => {
      const life = new Life(random)
      for (const happening of [{ kind: "wait", most: 0 }, heard(HELLO), { kind: "slot" }] as const)
        life.live(happening)
      life.live(heard(ready()))
      for (let beats = 0; beats < 50; beats++) {
        life.live({ kind: "wait", most: 90_000 })
        life.live(heard({ kind: "ack" }))
      }
      expect(life.session).toMatchObject({ phase: { kind: "ready" }, attempts: 0 })
      expect(life.now - T).toBeGreaterThan(40 * 41_250)
    }),
  )
})
