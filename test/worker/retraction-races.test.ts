/**
 * Whenever a message is deleted or edited, the end state is as if it had never been sent or had been sent in
 * its new words.
 */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { call, channelPath } from "./http.ts"
import { quietly } from "./live.ts"
import { before, bindReader, gate, holdDatabase, kept, lines, START, say, settleAll } from "./retracting.ts"
import { faultsOfDatabase } from "./snapshot.ts"
import { type Channel, equip, mendDatabase } from "./stand-ins.ts"

quietly({ silent: ["error"], at: START })

interface Scene {
  guild: string
  channel: Channel
  /** Sends the lines, the second in its original words. */
  said: () => Promise<unknown>
  /** Deletes or edits the second line. */
  act: () => Promise<unknown>
}

/** Moments of the change, each leaving the channel with different work to do. */
const MOMENTS: Record<string, (scene: Scene) => Promise<void>> = {
  "while it is buffered": async ({ said, act }) => {
    await said()
    await act()
  },
  "while its window waits for the model": async ({ channel, said, act }) => {
    const model = await bindReader(channel)
    model.before = () => {
      throw new Error("1031: internal error")
    }
    await said()
    await channel.flush()
    await act()
    model.before = () => undefined
  },
  "while the model is thinking": async ({ channel, said, act }) => {
    const model = await bindReader(channel)
    const [passed, open] = gate()
    model.before = () => passed
    await said()
    const flushing = channel.flush()
    await vi.waitFor(() => expect(model.prompts).toHaveLength(1))
    await act()
    open()
    await flushing
  },
  "after the model's reply, before the write": (scene) => duringCall(scene, 3, "before"),
  "as the write is sent": (scene) => duringCall(scene, 4, "before"),
  "after the write took effect, before that is known": (scene) => duringCall(scene, 4, "after"),
  "after the write": async ({ channel, said, act }) => {
    await said()
    await channel.flush()
    await act()
  },
  "after the write, twice": async ({ channel, said, act }) => {
    await said()
    await channel.flush()
    await act()
    await act()
    await settleAll(channel, (at) => vi.setSystemTime(at))
    await act()
  },
  "while the database is away": async ({ channel, said, act }) => {
    await said()
    await channel.flush()
    const DB = { prepare: () => down(), batch: () => down() }
    await equip(channel, { DB: DB as unknown as D1Database })
    await act()
    await mendDatabase(channel)
  },
  "after the write, and it is delivered again": async ({ channel, said, act }) => {
    await said()
    await channel.flush()
    await act()
    await said()
    await settleAll(channel, (at) => vi.setSystemTime(at))
    await said()
  },
  "while it is delivered again and again": async ({ channel, said, act }) => {
    await said()
    await Promise.all([said(), act(), said(), channel.flush(), said()])
  },
}

/** The moments that differ most, used for everything except plain facts. */
const TELLING = [
  "while it is buffered",
  "while the model is thinking",
  "as the write is sent",
  "after the write took effect, before that is known",
  "after the write",
]

function down(): never {
  throw new Error("D1_ERROR: the database is out of reach")
}

async function duringCall(
  { channel, said, act }: Scene,
  at: number,
  when: "before" | "after",
): Promise<void> {
  await said()
  const { hold, letGo } = await holdDatabase(channel, at, when)
  const flushing = channel.flush()
  await vi.waitFor(() => expect(hold.on).toBe(true))
  await act()
  letGo()
  await flushing
  await mendDatabase(channel)
}

/** The line's words, its edit, and a marker that must be nowhere afterwards. */
const KINDS: Record<string, { words: string; by?: [string, string]; edited: string; marker: string }> = {
  "a plain fact": { words: "I play the zither", edited: "I play the harp", marker: "zither" },
  "a fact that replaced another": { words: "I live in Bergen", edited: "I live in Turku", marker: "bergen" },
  "a fact that contradicts another": {
    words: "Ada hates tea",
    by: ["12", "Bo"],
    edited: "never mind",
    marker: "hates tea",
  },
  "a statement that withdraws a fact": {
    words: "please don't remember my tea",
    edited: "please pass the sugar",
    marker: "don't remember",
  },
}

let next = 720_000

async function guildAfter(said: ReturnType<typeof lines>): Promise<string> {
  const guild = String(next++)
  vi.setSystemTime(START)
  const channel = await before(guild)
  await say(guild, said)
  await channel.flush()
  return guild
}

async function raced(moment: string, kind: string, deed: "delete" | "edit"): Promise<string> {
  const guild = String(next++)
  vi.setSystemTime(START)
  const { words, by, edited } = KINDS[kind] ?? { words: "", edited: "" }
  const channel = await before(guild)
  const path = `${channelPath(guild, "100")}/messages/101`
  const act = async () => {
    const answer =
      deed === "delete" ? await call("DELETE", path) : await call("PATCH", path, { content: edited })
    expect(answer.status).toBe(204)
  }
  await MOMENTS[moment]?.({
    guild,
    channel,
    act,
    said: () => say(guild, lines(by ? { words, by } : { words })),
  })
  await settleAll(channel, (at) => vi.setSystemTime(at))
  return guild
}

for (const [kind, { words, by, edited, marker }] of Object.entries(KINDS)) {
  for (const deed of ["delete", "edit"] as const) {
    deep(
      `${deed === "delete" ? "deleting" : "editing"} ${kind} ends the same at any moment`,
      async () => {
        const end = deed === "delete" ? null : by ? { words: edited, by } : { words: edited }
        const expected = await kept(await guildAfter(lines(end)))
        const plainly = await kept(await guildAfter(lines(by ? { words, by } : { words })))
        expect(plainly).not.toEqual(expected)
        for (const moment of kind === "a plain fact" ? Object.keys(MOMENTS) : TELLING) {
          const guild = await raced(moment, kind, deed)
          expect(await kept(guild), moment).toEqual(expected)
          expect(JSON.stringify(await tellingOf(guild)).toLowerCase(), moment).not.toContain(marker)
        }
        expect(await faultsOfDatabase()).toEqual([])
      },
      60_000,
    )
  }
}

/** Returns every text derived from a guild's messages. */
async function tellingOf(guild: string): Promise<unknown> {
  const queries = ["memories", "evidence", "notes", "windows", "digests", "audit"].map((table) =>
    env.DB.prepare(`SELECT * FROM ${table} WHERE guild_id = ?`).bind(guild),
  )
  return (await env.DB.batch(queries)).map((result) => result.results)
}

test("a message deleted before it arrived is not heard when it comes, and other messages are", async () => {
  const expected = await kept(await guildAfter(lines(null)))
  const guild = String(next++)
  vi.setSystemTime(START)
  const channel = await before(guild)
  expect((await call("DELETE", `${channelPath(guild, "100")}/messages/101`)).status).toBe(204)
  await say(guild, lines({ words: "I play the zither" }))
  await settleAll(channel, (at) => vi.setSystemTime(at))
  expect(await kept(guild)).toEqual(expected)
})

test("even a channel's very first message can be deleted before it arrives", async () => {
  const guild = "729900"
  await before(guild)
  const other = channelPath(guild, "200")
  expect((await call("DELETE", `${other}/messages/500`)).status).toBe(204)
  const receipt = await call("POST", `${other}/messages`, {
    messages: [
      {
        id: "500",
        author: { id: "11", name: "Ada" },
        content: "I play the zither",
        timestamp: "2091-05-01T12:00:00Z",
      },
    ],
  })
  expect(receipt.body).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
  expect((await call("DELETE", `/v1/guilds/729999/channels/100/messages/1`)).status).toBe(404)
})
