/** The house rules that a machine can check: who imports whom, sizes, names, and the one mint of Viewer. */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"

/** Rooms that every room may import. */
const EVERYONES = ["vocabulary", "errors", "domain", "text"]

/** Rooms each room may import, besides itself and those that are everyone's. */
const MAY_IMPORT: Record<string, string[]> = {
  vocabulary: [],
  errors: [],
  domain: [],
  settings: [],
  // Ambient: it names the classes behind the bindings as types, and nothing imports it.
  "bindings.d": [],
  text: [],
  durable: [],
  memory: [],
  ai: [],
  privacy: ["memory"],
  policy: ["memory"],
  extraction: ["ai", "memory", "policy", "privacy"],
  embedding: ["ai", "durable", "memory", "policy", "settings"],
  channel: ["ai", "durable", "embedding", "extraction", "memory", "policy", "privacy", "settings"],
  erasure: ["channel", "durable", "embedding", "memory", "privacy", "settings"],
  recall: ["ai", "memory", "privacy"],
  guild: ["ai", "channel", "embedding", "settings", "erasure", "memory", "policy", "privacy", "recall"],
  discord: [
    "ai",
    "channel",
    "durable",
    "embedding",
    "settings",
    "erasure",
    "extraction",
    "guild",
    "memory",
    "policy",
    "privacy",
    "recall",
  ],
  http: [
    "guild",
    "ai",
    "channel",
    "consolidation",
    "embedding",
    "settings",
    "erasure",
    "extraction",
    "memory",
    "policy",
    "privacy",
    "recall",
  ],
  consolidation: ["ai", "embedding", "settings", "guild", "memory", "policy", "privacy", "recall"],
  dashboard: ["ai", "settings", "memory", "policy", "privacy"],
  nightly: ["memory", "policy", "privacy"],
  index: [
    "consolidation",
    "dashboard",
    "discord",
    "http",
    "channel",
    "embedding",
    "settings",
    "erasure",
    "nightly",
  ],
  tools: ["ai", "channel", "discord", "extraction", "memory", "policy", "recall"],
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, room: roomOf(name), text: readFileSync(join(SRC, name), "utf8") }))

test("each room imports only the rooms it may", () => {
  const trespasses = files.flatMap(({ name, room, text }) =>
    importsOf(text)
      .filter((path) => path.startsWith("."))
      .map((path) => roomOf(relative(SRC, join(SRC, name, "..", path))))
      .filter((other) => ![...rooms(room), room].includes(other))
      .map((other) => `${name} imports ${other}`),
  )
  expect(trespasses).toEqual([])
})

test("every room is in the table", () => {
  expect([...new Set(files.map((file) => file.room))].filter((room) => !(room in MAY_IMPORT))).toEqual([])
})

test("a viewer is minted in privacy/audience.ts only", () => {
  expect(files.filter(({ text }) => /\bas Viewer\b/.test(text)).map((file) => file.name)).toEqual([
    "privacy/audience.ts",
  ])
})

test("audit rows are made in memory/audit.ts only", () => {
  const makers = files.filter(({ text }) =>
    /insert\(audit\)|INSERT\s+INTO\s+(?:audit\b|\$\{audit\})/i.test(text),
  )
  expect(makers.map((file) => file.name)).toEqual(["memory/audit.ts"])
})

test("time zones are known in domain/calendar.ts only", () => {
  const knowing = files.filter(({ text }) =>
    /\bIntl\.DateTimeFormat\b|\btimeZone:|\btoLocale(?:Date|Time)String\b/.test(text),
  )
  expect(knowing.map((file) => file.name)).toEqual(["domain/calendar.ts"])
})

test("a second, a minute, an hour, a day and a week are defined in domain/calendar.ts only", () => {
  const units = /\bconst (?:SECOND|MINUTE|HOUR|DAY|WEEK)\b|\b(?:86_?400_?000|3_?600_?000|604_?800_?000)\b/
  expect(files.filter(({ text }) => units.test(text)).map((file) => file.name)).toEqual([
    "domain/calendar.ts",
  ])
})

test("files keep to a size that is read at one sitting", () => {
  const long = files.filter(({ text, name }) => text.split("\n").length > 240 && name !== "memory/schema.ts")
  expect(long.map((file) => file.name)).toEqual([])
})

test("every file opens by saying what it owns", () => {
  expect(files.filter(({ text }) => !text.startsWith("/**")).map((file) => file.name)).toEqual([])
})

test("no file has a name that says nothing", () => {
  expect(
    files.filter(({ name }) => /(?:utils?|helpers?|manager|service|common|misc)\.ts$/.test(name)),
  ).toEqual([])
})

test("nothing is typed any, and no compiler error is silenced", () => {
  expect(
    files
      .filter(({ text }) => /\bas any\b|<any>|@ts-(?:ignore|expect-error|nocheck)/.test(text))
      .map((file) => file.name),
  ).toEqual([])
})

test("what is logged of an error goes through whatFailed, which leaves out what people said", () => {
  const raw = files.filter(
    ({ name, text }) => !name.startsWith("tools/") && /(?:error|cause|detail): `?\$\{error/.test(text),
  )
  expect(raw.map((file) => file.name)).toEqual([])
})

test("the environment stops at the doors", () => {
  const doors = [
    "bindings.d.ts",
    "settings.ts",
    "index.ts",
    "channel/channel-buffer.ts",
    "consolidation/workflow.ts",
    "embedding/guild-index.ts",
    "dashboard/pages.ts",
    "erasure/eraser.ts",
    "guild/",
    "discord/interactions.ts",
    "discord/responder.ts",
    "discord/gateway/shard.ts",
    "discord/gateway/shards.ts",
    "discord/rest.ts",
    "http/",
  ]
  const inside = files.filter(
    ({ name, text }) =>
      !doors.some((door) => name.startsWith(door)) && /[:<|&,] ?Env\b(?!\[)|\breadSettings\(/.test(text),
  )
  expect(inside.map((file) => file.name)).toEqual([])
})

test("every route says who may call it", () => {
  const unguarded = files.filter(
    ({ name, text }) => name !== "http/guarded.ts" && /\bcreateRoute\b/.test(text),
  )
  expect(unguarded.map((file) => file.name)).toEqual([])
})

/** `domain` and `text` lie below all others, so they import no room but these. */
function rooms(room: string): string[] {
  if (room === "domain") return ["vocabulary"]
  if (room === "text") return ["vocabulary", "domain"]
  return [...EVERYONES, ...(MAY_IMPORT[room] ?? [])]
}

function roomOf(name: string): string {
  return name.split("/")[0]?.replace(/\.ts$/, "") ?? ""
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s+"([^"]+)"/g)].map((match) => match[1] ?? "")
}
