/** The last-night line on Discord reads the counts under the names that night steps write. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { lastNightLine } from "../../src/discord/features/admin/memory-section.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { lastRun } from "../../src/nights/ledger/run-reading.ts"
import { aboutEach } from "./digest-replies.ts"
import { hear, ok, talk } from "./http.ts"
import { night, type Scripted, scripted } from "./night-stage.ts"

const NIGHT = Date.parse("2026-11-21T00:05:00Z")
const HOUR = 3_600_000
const NOON = Date.parse("2026-11-20T12:00:00Z")

/** Three conversations about one thing, with one fact about Ada stated twice. */
async function greenhouse(guild: string): Promise<void> {
  const said = [
    "I live in Bergen. The greenhouse heater is broken",
    "I live in Bergen now. The greenhouse heater was repaired",
    "I like growing tomatoes. The greenhouse heater is on",
  ]
  for (const [index, words] of said.entries())
    await hear(guild, "100", talk(100_000 + 10 * index, NOON + index * HOUR, [["11", "Ada", words]]))
}

async function toldOf(guild: string, chat: Scripted | null): Promise<string> {
  await night(guild, { at: NIGHT, tools: { chat } })
  return lastNightLine(await lastRun(guildDatabase(env, guild), guild)) ?? ""
}

test("the line counts people, topics and digests under the names that steps use", async () => {
  await greenhouse("35101")
  // Repeats what it was shown, so that all of it is accepted.
  const echo = scripted(({ purpose, user }) => {
    const shown = [...user.matchAll(/^- (.*)$/gm)].map((line) => line[1]).join(" ")
    return purpose === "digest" ? aboutEach(user, () => ({ day: shown, history: shown, context: shown })) : {}
  })
  const told = await toldOf("35101", echo)
  expect(told).toMatch(/1 profile checked/)
  expect(told).toMatch(/1 daily topic\b/)
  expect(told).toMatch(/\d+ summar(?:y|ies) written/)
  expect(told).not.toMatch(/cap/)
})

test("the line says if a cap left no room for the model, and not if there is no model", async () => {
  await greenhouse("35102")
  await ok("PUT", "/v1/guilds/35102/settings", { daily_tokens: 0, night: { digest_people: 0 } })
  expect(
    await toldOf(
      "35102",
      scripted(() => ({})),
    ),
  ).toMatch(/A spending cap was reached. Rules did the rest\./)
  await greenhouse("35103")
  await ok("PUT", "/v1/guilds/35103/settings", { daily_tokens: 0 })
  expect(await toldOf("35103", null)).not.toMatch(/cap/)
})
