/** A channel that is still reading gets no further page of an import, however fast the pages come. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { channelStub } from "../../src/runtime/channels.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, OWNER } from "./guild-structure.ts"
import { bindModel, channelOf } from "./stand-ins.ts"
import { exportOf, jobsOf, runImporter, sendFile, serverOf } from "./upload-world.ts"

const [MIA, BEN] = ["782131", "782132"]
const LINES = 1_000
/** The most that waits before a channel counts as busy, and the page that passes it. */
const MOST_BROUGHT = 300 + 100
/** Twice a window's 30 messages, if conversations overlap. */
const MOST_OPEN = 60

test("an import brings no more than a few hundred messages ahead of a model that takes its time", async () => {
  const guild = "78213"
  await serverOf(guild, { manager: MIA, member: BEN })
  let answer = () => {}
  const asked = new Promise<never[]>((resolve) => {
    answer = () => resolve([])
  })
  const model = await bindModel(channelOf(guild, GENERAL), () => asked)
  const page = `/app/g/${guild}/run/history`
  const olga = await PageBrowser.of(OWNER)
  const lines = Array.from({ length: LINES }, (_, nth) => ({
    by: nth % 2 === 0 ? OWNER : BEN,
    text: `I love crwth number ${nth}`,
  }))
  const sent = await sendFile(olga, `${page}/upload`, {
    file: exportOf(guild, GENERAL, lines),
    name: "g.json",
    page,
  })
  await olga.post(`${sent.location}/start`, { cap: "" })
  const channel = channelStub(env, guild, GENERAL)
  await expect
    .poll(async () => (await jobsOf(guild))[0]?.progress.read, { timeout: 10_000 })
    .toBeGreaterThan(300)
  await new Promise((done) => setTimeout(done, 1_500))
  const { open, waiting } = await channel.status()
  expect(model.prompts).toHaveLength(1)
  expect((await jobsOf(guild))[0]?.progress.read).toBeLessThanOrEqual(MOST_BROUGHT + MOST_OPEN)
  expect(open).toBeLessThanOrEqual(MOST_OPEN)
  expect(open + waiting.messages).toBe((await jobsOf(guild))[0]?.progress.read)
  answer()
  await runImporter(guild)
  await expect.poll(async () => (await channel.status()).waiting.windows, { timeout: 20_000 }).toBe(0)
  expect((await jobsOf(guild))[0]).toMatchObject({
    state: "done",
    progress: { read: LINES, accepted: LINES },
  })
})
