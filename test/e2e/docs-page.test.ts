/** The API's document, its types and the page that shows them, as wrangler serves them beside the Worker. */
import { readFileSync } from "node:fs"
import chromium from "@sparticuz/chromium"
import { chromium as playwright } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import { freshState, startWorker } from "./prepared.ts"

let worker: LocalWorker
beforeAll(async () => {
  worker = await startWorker({ stateDir: freshState() })
})
afterAll(async () => {
  await worker?.stop()
})

test("the published document and its types are served without a token", async () => {
  for (const [path, type] of [
    ["/v1/openapi.json", "application/json"],
    ["/v1/keepsake.d.ts", "text/plain; charset=utf-8"],
  ] as const) {
    const response = await fetch(worker.url + path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get("content-type"), path).toBe(type)
    expect(response.headers.get("x-content-type-options"), path).toBe("nosniff")
    expect(await response.text(), path).toBe(readFileSync(`docs/api/site${path}`, "utf8"))
  }
})

test("every other address is still the Worker's", async () => {
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${worker.url}/v1/guilds/11/settings`)).status).toBe(401)
  expect((await fetch(`${worker.url}/nothing`)).headers.get("content-type")).toBe("application/problem+json")
})

test("the page shows the operations in a browser, asks no other host, and may not be framed", async () => {
  const page = await fetch(`${worker.url}/docs`)
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  const args = chromium.args.filter((arg) => !/disk|single-process/.test(arg))
  const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args })
  try {
    const tab = await browser.newPage()
    const asked = new Set<string>()
    const complaints: string[] = []
    tab.on("request", (request) => asked.add(request.url().replace(/^(?:data|blob):.*/, "")))
    tab.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    tab.on("pageerror", (error) => complaints.push(String(error)))
    await tab.goto(`${worker.url}/docs`)
    // The first operation of the open group in the menu.
    await tab.getByText("Send messages: they are buffered").first().waitFor({ timeout: 60_000 })
    // Fonts and services of other hosts would be asked for now.
    await tab.waitForTimeout(3_000)
    asked.delete("")
    const files = ["/docs", "/docs/scalar.js", "/docs/start.js", "/v1/openapi.json"]
    expect([...asked].sort()).toEqual(files.map((path) => worker.url + path))
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
  }
})
