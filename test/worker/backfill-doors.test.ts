/** People start and follow an import of old messages on Discord, if they may read every channel. */
import { expect, test } from "vitest"
import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { messageProblems } from "../discord/payload-problems.ts"
import { ok } from "./http.ts"
import {
  customIdsOf,
  type From,
  ground,
  MANAGE_GUILD,
  performed,
  pressed,
  slash,
  wordsOf,
} from "./interacting.ts"

const GUILD = "7752101"
const ADMINISTRATOR = 1n << 3n
const from = (more: Partial<From>): From => ({ guild: GUILD, user: "77", name: "Mo", ...more }) as From

async function shown(of: Promise<{ reply: Reply }>): Promise<Reply> {
  const { reply } = await of
  expect(messageProblems(replyBody(reply))).toEqual([])
  return reply
}

test("an administrator previews with /keepsake import; a manager is told why not", async () => {
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, { cooldown_seconds: 0 })
  const manager = from({ permissions: MANAGE_GUILD })
  const refused = await shown(performed(slash("keepsake", manager, { path: "import" })))
  expect(wordsOf(refused)).toContain("only administrators")
  const admin = from({ permissions: MANAGE_GUILD | ADMINISTRATOR } as Partial<From>)
  const without = await shown(performed(slash("keepsake", admin, { path: "import" })))
  expect(wordsOf(without)).toContain("no bot token")
  expect(await ok("GET", `/v1/guilds/${GUILD}/history`)).toMatchObject({ items: [] })
  const withToken = { on: ground({ DISCORD_TOKEN: "token" }) }
  const page = await shown(performed(slash("keepsake", admin, { path: "import" }), withToken))
  expect(wordsOf(page)).toContain("Messages from before")
  // The importer's own bindings have no token: it ends what was begun.
  const refresh = customIdsOf(page).find((id) => id.startsWith("admin-import:refresh")) ?? ""
  await expect
    .poll(async () => wordsOf(await shown(performed(pressed(refresh, admin)))), { timeout: 8_000 })
    .toContain("no bot token")
})
