/** The database finds names by the same rule as the pure code, except where that uses a dictionary. */
import { env } from "cloudflare:workers"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { namesObjector } from "../../src/memory/read/consent-sql.ts"
import { nameRedactor } from "../../src/text/names.ts"

const GUILD = "20401"
const db = guildDatabase(env, GUILD)

async function known(
  guildId: string,
  people: [id: string, name: string, consent: string | null][],
): Promise<void> {
  const insert = env.DB.prepare(
    "INSERT INTO members (guild_id, id, name, consent, seen_at) VALUES (?, ?, ?, ?, 0)",
  )
  await env.DB.batch(people.map((person) => insert.bind(guildId, ...person)))
}

async function found(guildId: string, text: string, userId: string | null = null): Promise<boolean> {
  const row = await db.get<{ named: number }>(
    sql`SELECT ${namesObjector({ guildId, userId }, sql`t.words`)} AS named FROM (SELECT ${text} AS words) t`,
  )
  return row.named === 1
}

const NAMES = [
  "Ada",
  "kayla",
  "Will",
  "o'Neil",
  'Q"uote',
  "per%cent_",
  "st*r[1]",
  "Ünal",
  "Чайка",
  "Bo",
  "x".repeat(90),
]
const TEXTS = [
  ...NAMES.map((name) => `Cy met ${name} today`),
  ...NAMES.map((name) => `Cy met x${name}x today`),
  ...NAMES.map((name) => `${name}'s boat`),
  "Cy met Adam and adagio, and Ada.",
  "they will go",
  "Kayla and Cy",
  "nobody at all",
]

test("whole displayed names are found, whatever characters they hold and however long they are", async () => {
  await known(
    GUILD,
    NAMES.map((name, index) => [String(index + 1), name, "out"]),
  )
  // All-lowercase names need a dictionary.
  const lower = NAMES.filter((name) => /^[a-z]+$/.test(name))
  const rule = nameRedactor(NAMES.filter((name) => !lower.includes(name)))
  const capitalized = nameRedactor(lower.map((name) => name.charAt(0).toUpperCase() + name.slice(1)))
  const named = TEXTS.map((text) => rule.mentions(text) || capitalized.mentions(text))
  expect(await Promise.all(TEXTS.map((text) => found(GUILD, text)))).toEqual(
    // "Will" can start a sentence as an ordinary word, which the database cannot tell from the name.
    TEXTS.map((text, index) => named[index] || text.startsWith("Will")),
  )
  expect(named).toContain(true)
  expect(named).toContain(false)
})

test("a name is found only for people who opted out, in others' facts, and if nobody else has it", async () => {
  await known("20402", [
    ["1", "Ada", "out"],
    ["2", "Bea", null],
    ["3", "Cyd", "out"],
    ["4", "cyd", null],
  ])
  expect(await found("20402", "Bea met Ada")).toBe(true)
  expect(await found("20402", "Bea met Ada", "1")).toBe(false)
  expect(await found("20402", "Bea met nobody")).toBe(false)
  expect(await found("20402", "Bea met Cyd")).toBe(false)
  expect(await found("20403", "Bea met Ada")).toBe(false)
})
