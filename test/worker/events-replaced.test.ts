/** An event that replaces an earlier one takes it back, so that a budget or a state does not stand twice. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { recordEvents } from "../../src/runtime/events.ts"
import { deep } from "../dice.ts"
import {
  AT,
  type EventBody,
  type EventReceipt,
  event,
  eventsPath,
  placeOf,
  report,
  settlePlaces,
  tryReport,
} from "./agents.ts"
import { memories, ok, type Page, type Problem } from "./http.ts"
import { as, newKey } from "./key-holder.ts"
import { guildRows } from "./snapshot.ts"
import { faultsOf, faulty } from "./stand-ins.ts"

const OLD = "The kitty of the club has 90 euros left."
const NEW = "The kitty of the club has 45 euros left."

async function club(guild: string): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
}

async function facts(guild: string): Promise<string[]> {
  return (await memories(guild)).map(({ fact }) => fact).sort()
}

async function listed(guild: string): Promise<string[]> {
  return (await ok<Page<EventBody>>("GET", eventsPath(guild))).items.map(({ id }) => id).sort()
}

test("the earlier event goes with its memory once the later one is accepted, also in one request and if repeated", async () => {
  const guild = "94350"
  await club(guild)
  await report(guild, event("k1", OLD), event("other", "The club meets in the cellar."))
  await settlePlaces(placeOf(guild, "guild"))
  const later = [
    event("k2", NEW, { replaces: "k1" }),
    event("k3", "The kitty of the club is empty.", { replaces: "k2" }),
  ]
  expect(await report(guild, ...later)).toEqual({ accepted: 2, duplicates: 0, rejected: [] })
  await settlePlaces(placeOf(guild, "guild"))
  expect(await facts(guild)).toEqual(["The club meets in the cellar.", "The kitty of the club is empty."])
  expect(await listed(guild)).toEqual(["k3", "other"])
  expect(await report(guild, ...later)).toEqual({
    accepted: 0,
    duplicates: 1,
    rejected: [{ index: 0, id: "k2", reason: "deleted" }],
  })
  expect(await listed(guild)).toEqual(["k3", "other"])
})

test("an unknown event is replaced by nothing, and one that is refused replaces nothing", async () => {
  const [guild, elsewhere] = ["94351", "94352"]
  await club(guild)
  await club(elsewhere)
  await report(elsewhere, event("k1", OLD))
  expect(await report(guild, event("k2", NEW, { replaces: "k1" }))).toMatchObject({
    accepted: 1,
    rejected: [],
  })
  expect(await listed(elsewhere)).toEqual(["k1"])
  const secret = event("k3", "The door code of the cellar is 7391.", { replaces: "k2" })
  expect((await report(guild, secret)).rejected).toEqual([{ index: 0, id: "k3", reason: "secret" }])
  expect(await listed(guild)).toEqual(["k2"])
})

test("an event replaces no later one, and what is global only for the operator; a refusal changes nothing", async () => {
  const guild = "94353"
  await club(guild)
  await report(guild, event("all", OLD, { scope: "global" }))
  const before = await guildRows(guild)
  for (const [one, field] of [
    [event("k2", NEW, { replaces: "k2" }), "body.events.0.replaces"],
    [event("k2", NEW, { replaces: "k9" }), "body.events.0.replaces"],
  ] as const) {
    const answer = await tryReport<Problem>(guild, one, event("k9", "The cellar is dry."))
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(field)
  }
  const { token } = await newKey(guild, { scope: "write" })
  const asked = { events: [event("k2", NEW, { replaces: "all" })] }
  expect((await as(token, "POST", eventsPath(guild), asked)).status).toBe(403)
  expect((await guildRows(guild)).events).toEqual(before.events)
  await report(guild, event("k2", NEW, { replaces: "all" }))
  expect(await listed(guild)).toEqual(["k2"])
})

deep("whichever call fails once, repeating the request leaves the later event alone", async () => {
  const record = (guild: string, on: Env = env): Promise<EventReceipt> =>
    recordEvents(on, guild, [
      {
        ...{ id: "k2", scope: "guild", scopeId: guild, source: "system", role: "system", content: NEW },
        at: Date.parse(AT),
        replaces: { id: "k1", mayDelete: () => true },
      },
    ])
  const count = { calls: 0 }
  await club("94354")
  await record("94354", { ...env, DB: faulty(env.DB, () => null, count) })
  for (const [index, { at, fault }] of faultsOf(count.calls + 1).entries()) {
    const guild = String(94_360 + index)
    await club(guild)
    await report(guild, event("k1", OLD))
    await settlePlaces(placeOf(guild, "guild"))
    const broken = { ...env, DB: faulty(env.DB, (call) => (call === at ? fault : null), { calls: 0 }) }
    await record(guild, broken).catch(() => null)
    expect((await record(guild)).rejected).toEqual([])
    await settlePlaces(placeOf(guild, "guild"))
    expect(await facts(guild), `call ${at} ${fault}`).toEqual([NEW])
    expect(await listed(guild)).toEqual(["k2"])
  }
})
