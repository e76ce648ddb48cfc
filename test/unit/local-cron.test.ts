/** `npm start` fires the worker's cron triggers, because nothing else does on one's own machine. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { fireCron } from "../../src/tools/local-cron.ts"

/** Serves the trigger's address with these statuses in turn, the last one for good, and fires that many rounds. */
async function fired(rounds: number, statuses: readonly number[]) {
  const crons: (string | null)[] = []
  const refused: number[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost")
    if (url.pathname === "/cdn-cgi/local/scheduled") crons.push(url.searchParams.get("cron"))
    response.writeHead(statuses[crons.length - 1] ?? statuses.at(-1) ?? 200).end("ok")
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  onTestFinished(() => void server.close())
  const ending = new AbortController()
  let left = rounds
  await fireCron({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signal: ending.signal,
    onRefused: (status) => refused.push(status),
    wait: async () => {
      left -= 1
      if (left === 0) ending.abort()
    },
  })
  return { crons, refused }
}

test("the hourly trigger fires at the start and with every twelfth round of five minutes", async () => {
  const { crons, refused } = await fired(13, [200])
  const hourly = crons.flatMap((cron, at) => (cron === "17 * * * *" ? [at] : []))
  expect(hourly).toEqual([1, 14])
  expect(crons.filter((cron) => cron === "*/5 * * * *")).toHaveLength(13)
  expect(refused).toEqual([])
})

test("a refused trigger is told once, and the next round is tried", async () => {
  const { crons, refused } = await fired(3, [404])
  expect(refused).toEqual([404])
  expect(crons).toHaveLength(4)
})

test("a worker that does not answer is tried again, without a word", async () => {
  const ending = new AbortController()
  let rounds = 0
  await fireCron({
    url: "http://127.0.0.1:9",
    signal: ending.signal,
    onRefused: () => expect.unreachable(),
    wait: async () => {
      rounds += 1
      if (rounds === 2) ending.abort()
    },
  })
  expect(rounds).toBe(2)
})
