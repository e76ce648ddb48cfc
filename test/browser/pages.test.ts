/** Every page in a real browser without scripts: it answers, fits the screen, and has no barrier that axe finds. */
import AxeBuilder from "@axe-core/playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LISTED_PAGES, type ListedPage, pathOf } from "./page-table.ts"
import { chromiumProblem, type DemoStage, openAs, startStage } from "./stage.ts"

const WIDTHS = [390, 820, 1280]
const SCHEMES = ["light", "dark"] as const

const problem = await chromiumProblem()

test.runIf(process.env.CI)("there is a Chromium", () => {
  expect(problem).toBeNull()
})

describe.skipIf(problem !== null)("pages", () => {
  let stage: DemoStage

  beforeAll(async () => {
    stage = await startStage()
  })
  afterAll(() => stage?.stop())

  test.each(LISTED_PAGES)(
    "$name answers without scripts, loads nothing foreign and says how long it took",
    async (listed) => {
      const page = await openAs(stage, listed.as)
      const complaints: string[] = []
      page.on("console", (message) => complaints.push(message.text()))
      const asked: string[] = []
      page.on("request", (request) => asked.push(new URL(request.url()).host))
      const answer = await page.goto(await pathOf(stage, listed))
      expect(answer?.status()).toBe(listed.status ?? 200)
      expect(await answer?.headerValue("server-timing")).toMatch(/total;dur=/)
      expect(await answer?.headerValue("content-security-policy")).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      )
      expect(complaints.filter((one) => !/status of 4\d\d/.test(one))).toEqual([])
      expect([...new Set(asked)]).toEqual([new URL(stage.worker.url).host])
      expect(await page.locator("script").count()).toBe(0)
      expect(await page.locator("h1").count()).toBe(1)
      await page.context().close()
    },
  )

  test.each(LISTED_PAGES)(
    "$name fits phones, tablets and desks, light and dark, and axe finds nothing",
    async (listed) => {
      expect(await findings(listed)).toEqual([])
    },
  )

  async function findings(listed: ListedPage): Promise<string[]> {
    const found: string[] = []
    // Axe is a script. It alone gets around the page's content security policy.
    const page = await openAs(stage, listed.as, { scripts: true, bypassCSP: true })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(await pathOf(stage, listed))
        const wider = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if (Number(wider) > 0) found.push(`${width} ${colorScheme}: ${wider} pixels too wide`)
        if (width === 820) continue
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, nodes } of violations)
          found.push(`${width} ${colorScheme}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
      }
    }
    await page.context().close()
    return found
  }
})
