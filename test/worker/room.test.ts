/** Each group of readers has caps of its own: hidden talk evicts nothing that others read. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { hear, memories, ok, talk } from "./http.ts"
import { DAY, START, setClock } from "./live.ts"
import { night } from "./night-stage.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const OPEN = { name: "general", audience: "everyone" }
const CLOSED = { name: "mods", audience: "restricted" }
const PLACES: [id: string, audience: string][] = [
  ["100", "everyone"],
  ["200", "everyone"],
  ["300", "restricted"],
]

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Ada is said to do something, in a window of its own. */
async function says(
  guild: string,
  channel: string,
  words: string,
  importance: "low" | "high",
): Promise<void> {
  const info = channel === "300" ? CLOSED : OPEN
  await bindModel(channelOf(guild, channel), () => [
    claim("P1", words, { importance, lifetime: "30d", op: "save" }),
  ])
  const { n = 0 } =
    (await env.DB.prepare("SELECT count(*) AS n FROM windows WHERE guild_id = ?")
      .bind(guild)
      .first<{ n: number }>()) ?? {}
  await hear(
    guild,
    channel,
    talk(Number(channel) * 100 + n, START - DAY + n * 3_600_000, [["11", "Ada", words]]),
    info,
  )
}

async function guildWithCap(guild: string, most: number): Promise<void> {
  for (const [id, audience] of PLACES)
    await ok("POST", `/v1/guilds/${guild}/channels/${id}/messages`, {
      channel: { name: id, audience },
      messages: [],
    })
  await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { max_expiring_per_person: most } })
}

const facts = async (guild: string) => (await memories(guild)).map(({ fact }) => fact).sort()

test("what is said in hiding evicts no open fact, and open facts leave what is hidden", async () => {
  await guildWithCap("9251", 2)
  await says("9251", "100", "Ada plays the cello", "low")
  await says("9251", "200", "Ada grows tomatoes", "low")
  for (const words of ["Ada collects stamps", "Ada repairs radios", "Ada studies Finnish"])
    await says("9251", "300", words, "high")
  expect(await facts("9251")).toEqual([
    "Ada grows tomatoes",
    "Ada plays the cello",
    "Ada repairs radios",
    "Ada studies Finnish",
  ])
  await says("9251", "100", "Ada visits Lisbon", "high")
  expect(await facts("9251")).toEqual([
    "Ada grows tomatoes",
    "Ada repairs radios",
    "Ada studies Finnish",
    "Ada visits Lisbon",
  ])
})

test("an open fact repeated in hiding neither takes room there nor leaves for what is said there", async () => {
  await guildWithCap("9252", 1)
  await says("9252", "100", "Ada plays the cello", "low")
  await says("9252", "300", "Ada plays the cello", "low")
  await says("9252", "300", "Ada repairs radios", "high")
  await says("9252", "300", "Ada studies Finnish", "high")
  expect(await facts("9252")).toEqual(["Ada plays the cello", "Ada studies Finnish"])
})

test("a night after the cap was lowered counts each group of readers by itself", async () => {
  await guildWithCap("9253", 50)
  await says("9253", "100", "Ada plays the cello", "low")
  await says("9253", "200", "Ada grows tomatoes", "high")
  await says("9253", "300", "Ada repairs radios", "high")
  await says("9253", "300", "Ada studies Finnish", "low")
  await ok("PUT", "/v1/guilds/9253/policy", { gate: { max_expiring_per_person: 1 } })
  await night("9253", { at: START })
  expect(await facts("9253")).toEqual(["Ada grows tomatoes", "Ada repairs radios"])
})
