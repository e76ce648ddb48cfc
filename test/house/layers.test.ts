/**
 * Architecture rules that a machine can check: allowed imports, file sizes, file names, and the single place
 * that creates a Viewer.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"

/**
 * The imports allowed to each place, besides itself and `domain`, which every place may import. A place is a
 * folder of `src`, or a file beside the folders. The longest matching name decides a file's place. Permission
 * to import a folder covers its subfolders.
 */
const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  text: [],
  settings: [],
  "answer-headers": [],
  // Ambient: it names the classes behind the bindings as types, and nothing imports it.
  "bindings.d": ["channel", "discord", "erasure", "nights", "vectors"],
  ai: ["text"],
  "memory/db": ["text"],
  "memory/facts": ["text", "memory/db"],
  "memory/read": ["text", "memory/db", "memory/facts"],
  "memory/write": ["text", "memory/db", "memory/facts", "memory/read"],
  "memory/removal": ["text", "memory"],
  access: ["memory"],
  privacy: ["text", "memory"],
  policy: ["memory", "identity"],
  identity: ["memory"],
  "runtime/object": ["settings", "text", "privacy"],
  // Whoever calls a model is held to the free plan's day.
  "runtime/allowances": ["settings", "ai", "memory"],
  // The guild's index also holds the index of messages, which belongs to channels.
  vectors: ["settings", "ai", "memory", "policy", "runtime/object", "runtime/allowances", "channel/guild"],
  "extraction/support": ["text"],
  "extraction/rules": ["text", "privacy", "policy", "extraction/support"],
  extraction: [
    "text",
    "ai",
    "memory",
    "access",
    "privacy",
    "policy",
    "extraction/rules",
    "extraction/support",
  ],
  "channel/search": ["text", "memory/read"],
  // The cut of a window depends on the lines a prompt would have: decision 004.
  "channel/window": ["text", "extraction"],
  "channel/store": [
    "text",
    "memory",
    "privacy",
    "policy",
    "runtime/object",
    "channel/search",
    "channel/window",
  ],
  "channel/guild": ["ai", "memory", "runtime/object", "channel/search", "channel/store"],
  "channel/reading": ["ai", "memory", "extraction", "runtime/object", "channel/store", "channel/window"],
  "channel/removal": ["text", "memory", "privacy", "runtime/object", "channel/store", "channel/window"],
  channel: [
    "settings",
    "ai",
    "memory",
    "privacy",
    "vectors",
    "runtime/object",
    "runtime/allowances",
    "channel",
  ],
  "recall/digests": ["text", "ai", "memory", "privacy"],
  "recall/find": ["text", "ai", "memory", "identity", "vectors", "recall/digests"],
  "recall/rank": ["text", "ai", "memory", "recall/find"],
  recall: [
    "text",
    "ai",
    "memory",
    "privacy",
    "identity",
    "recall/digests",
    "recall/find",
    "recall/rank",
    "recall/render",
  ],
  "recall/render": ["recall", "text"],
  "recall/answer": ["text", "ai", "privacy", "recall"],
  erasure: [
    "settings",
    "text",
    "memory",
    "identity",
    "access",
    "privacy",
    "backup",
    "channel",
    "vectors",
    "runtime/object",
  ],
  "backup/format": [],
  backup: ["text", "memory", "privacy", "backup/format"],
  "portability/format": ["backup/format"],
  portability: ["text", "memory", "access", "privacy", "policy", "identity", "backup", "portability/format"],
  history: ["memory"],
  runtime: [
    "history",
    "settings",
    "ai",
    "memory",
    "identity",
    "access",
    "privacy",
    "policy",
    "vectors",
    "recall",
    "erasure",
    "runtime/allowances",
  ],
  "nights/ledger": ["memory"],
  nights: [
    "settings",
    "text",
    "ai",
    "memory",
    "access",
    "privacy",
    "policy",
    "vectors",
    "recall/digests",
    "runtime",
    "nights/ledger",
  ],
  health: ["settings", "text", "ai", "memory", "policy", "vectors", "runtime"],
  // Readers of uploads: they run in Node and in the Worker alike.
  "history/files": ["text"],
  // Uploads in a guild's importer. An erasure reaches them.
  "history/uploads": ["text", "privacy", "history/files"],
  "discord/texts": [],
  "discord/bot/ui": ["discord/texts", "text", "memory", "access", "runtime"],
  "discord/features": [
    "text",
    "ai",
    "memory",
    "identity",
    "access",
    "privacy",
    "policy",
    "extraction",
    "recall",
    "erasure",
    "nights/ledger",
    "history",
    "runtime",
    "discord/bot/ui",
    "discord/texts",
  ],
  "discord/application": ["discord/features"],
  "discord/bot": [
    "settings",
    "discord/application",
    "discord/texts",
    "answer-headers",
    "ai",
    "access",
    "policy",
    "runtime",
    "discord/bot/ui",
    "discord/features",
  ],
  "discord/gateway/session": [],
  "discord/gateway/events": [
    "text",
    "memory",
    "identity",
    "access",
    "policy",
    "channel",
    "erasure",
    "runtime",
    "discord/bot/ui",
  ],
  "discord/gateway/repair": ["memory", "access", "runtime", "discord/gateway/events"],
  // An import reads as the gateway hears.
  "discord/backfill": [
    "settings",
    "memory",
    "access",
    "policy",
    "channel",
    "history",
    "runtime",
    "discord/bot",
    "discord/gateway/events",
    "discord/gateway/repair",
  ],
  "discord/gateway/shard": ["settings", "runtime", "discord/bot", "discord/gateway"],
  http: [
    "settings",
    "answer-headers",
    // MCP cuts texts: a model's context is small.
    "text",
    "ai",
    "memory",
    "identity",
    "access",
    "privacy",
    "policy",
    "extraction",
    "backup",
    "portability",
    "channel",
    "recall",
    "erasure",
    "nights",
    "history",
    "runtime",
    "health",
  ],
  // Who is asking, and what they may read.
  "dashboard/session": ["settings", "memory", "access", "runtime"],
  // The parts of pages.
  "dashboard/kit": ["text", "memory/db", "dashboard/session"],
  dashboard: [
    "settings",
    "answer-headers",
    "text",
    "memory",
    "identity",
    "access",
    "privacy",
    "policy",
    "recall",
    "erasure",
    // A manager starts a night.
    "nights",
    "nights/ledger",
    "history",
    "health",
    // A manager takes an export away.
    "portability",
    "runtime",
    "dashboard/kit",
    "dashboard/session",
  ],
  // The owner's page: it shows and mends what the rooms below hold.
  setup: [
    "settings",
    "answer-headers",
    "ai",
    "memory/db",
    "health",
    "runtime",
    "discord/application",
    "discord/bot",
    "http",
  ],
  "cron-jobs": ["settings", "vectors", "erasure", "nights", "health", "discord/gateway/shard"],
  index: [
    "cron-jobs",
    "setup",
    "channel",
    "vectors",
    "erasure",
    "nights",
    "runtime/object",
    "discord",
    "http",
    "dashboard",
  ],
  // `npm run api` reads the routes of the API to document them.
  "tools/api-document": ["http"],
  tools: [
    "tools/api-document",
    "text",
    "history/files",
    "recall",
    "health",
    "backup/format",
    "portability/format",
    "discord",
  ],
}
const PLACES = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length)

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, place: placeOf(name), text: readFileSync(join(SRC, name), "utf8") }))

test("each folder imports only what the table allows", () => {
  const violations = files.flatMap(({ name, place, text }) =>
    importsOf(text)
      .filter((path) => path.startsWith("."))
      .map((path) => placeOf(relative(SRC, join(SRC, name, "..", path))))
      .filter((other) => !mayImport(place, other))
      .map((other) => `${name} imports ${other}`),
  )
  expect(violations).toEqual([])
})

test("every file has a place in the table, and every place has files", () => {
  expect(files.filter(({ place }) => place === "").map(({ name }) => name)).toEqual([])
  expect(PLACES.filter((place) => !files.some((file) => file.place === place))).toEqual([])
})

test("only access/audience.ts creates a Viewer", () => {
  expect(files.filter(({ text }) => /\bas Viewer\b/.test(text)).map((file) => file.name)).toEqual([
    "access/audience.ts",
  ])
})

test("only memory/write/audit.ts inserts audit rows", () => {
  const makers = files.filter(({ text }) =>
    /insert\(audit\)|INSERT\s+INTO\s+(?:audit\b|\$\{audit\})/i.test(text),
  )
  expect(makers.map((file) => file.name)).toEqual(["memory/write/audit.ts"])
})

test("every class and type that the bindings name exists", () => {
  // The compiler skips our own declaration files (skipLibCheck), so a wrong name would silently become `any`.
  const bindings = files.find(({ name }) => name === "bindings.d.ts")?.text ?? ""
  const named = [...bindings.matchAll(/import\("\.\/([^"]+)"\)\.(\w+)/g)]
  expect(named.length).toBeGreaterThan(5)
  const missing = named.filter(([, path, type]) => {
    const text = files.find(({ name }) => name === path)?.text ?? ""
    return !new RegExp(`export (?:class|interface|type) ${type}\\b`).test(text)
  })
  expect(missing.map(([whole]) => whole)).toEqual([])
})

test("only domain/calendar.ts handles time zones", () => {
  const knowing = files.filter(({ text }) =>
    /\bIntl\.DateTimeFormat\b|\btimeZone:|\btoLocale(?:Date|Time)String\b/.test(text),
  )
  expect(knowing.map((file) => file.name)).toEqual(["domain/calendar.ts"])
})

test("only domain/calendar.ts defines a second, a minute, an hour, a day and a week", () => {
  const units = /\bconst (?:SECOND|MINUTE|HOUR|DAY|WEEK)\b|\b(?:86_?400_?000|3_?600_?000|604_?800_?000)\b/
  expect(files.filter(({ text }) => units.test(text)).map((file) => file.name)).toEqual([
    "domain/calendar.ts",
  ])
})

test("no file is longer than 250 lines, except the database schema and a language's texts", () => {
  const isTable = /^memory\/db\/schema\.ts$|^discord\/texts\/[a-z]{2}\.ts$/
  const long = files.filter(
    ({ text, name }) => text.trimEnd().split("\n").length > 250 && !isTable.test(name),
  )
  expect(long.map((file) => file.name)).toEqual([])
})

test("every file opens with a comment that says what it owns", () => {
  expect(files.filter(({ text }) => !text.startsWith("/**")).map((file) => file.name)).toEqual([])
})

test("no file has a generic name such as utils or helpers", () => {
  expect(
    files.filter(({ name }) => /(?:utils?|helpers?|manager|service|common|misc)\.tsx?$/.test(name)),
  ).toEqual([])
})

test("no code uses `any` or silences a compiler error", () => {
  expect(
    files
      .filter(({ text }) => /\bas any\b|<any>|@ts-(?:ignore|expect-error|nocheck)/.test(text))
      .map((file) => file.name),
  ).toEqual([])
})

test("logged errors go through whatFailed, which omits what people said", () => {
  const raw = files.filter(
    ({ name, text }) => !name.startsWith("tools/") && /(?:error|cause|detail): `?\$\{error/.test(text),
  )
  expect(raw.map((file) => file.name)).toEqual([])
})

test("only entry points read the environment", () => {
  const entryPoints = [
    "bindings.d.ts",
    "settings.ts",
    "cron-jobs.ts",
    "index.ts",
    "channel/channel-buffer.ts",
    "nights/runner/night-alarm.ts",
    "nights/workflow.ts",
    "vectors/guild-index.ts",
    "dashboard/",
    "erasure/eraser.ts",
    "health/alerts.ts",
    "health/deployment.ts",
    "runtime/",
    "discord/bot/interactions.ts",
    "discord/bot/responder.ts",
    "discord/backfill/history-importer.ts",
    "discord/bot/rest.ts",
    "discord/gateway/shard/shard.ts",
    "discord/gateway/shard/shards.ts",
    "http/",
    "setup/",
  ]
  const inside = files.filter(
    ({ name, text }) =>
      !entryPoints.some((entryPoint) => name.startsWith(entryPoint)) &&
      /[:<|&,] ?Env\b(?!\[)|\breadSettings\(/.test(text),
  )
  expect(inside.map((file) => file.name)).toEqual([])
})

test("every route declares who may call it", () => {
  const unguarded = files.filter(
    ({ name, text }) => name !== "http/guarded.ts" && /\bcreateRoute\b/.test(text),
  )
  expect(unguarded.map((file) => file.name)).toEqual([])
})

function mayImport(place: string, other: string): boolean {
  if (place === other || (other === "domain" && place !== "domain")) return true
  return (MAY_IMPORT[place] ?? []).some((allowed) => other === allowed || other.startsWith(`${allowed}/`))
}

function placeOf(name: string): string {
  return (
    PLACES.find(
      (place) => name === `${place}.ts` || name === `${place}.tsx` || name.startsWith(`${place}/`),
    ) ?? ""
  )
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s+"([^"]+)"/g)].map((match) => match[1] ?? "")
}
