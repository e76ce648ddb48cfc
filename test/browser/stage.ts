/** A worker on this machine with the sample server, and a Chromium that visits it. */
import chromium from "@sparticuz/chromium"
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from "playwright-core"
import { bringDemoServer } from "../../src/tools/demo-server.ts"
import { type LocalWorker, startLocalWorker } from "../../src/tools/local-worker.ts"
import type { ListedPage } from "./page-table.ts"
import type { PageStage } from "./visitor.ts"

/** People of the sample server. Juno owns it, Wren has no rights. */
const PEOPLE = { manager: "312242995915189441", member: "461158341672273399" } as const
const GENERAL = "1213571641484024923"

export interface DemoStage extends PageStage {
  worker: LocalWorker
  browser: Browser
  stop(): Promise<void>
}

export async function startStage(): Promise<DemoStage> {
  const browser = await launchChromium()
  const worker = await startLocalWorker({ vars: { LOCAL_SIGN_IN: "true" } })
  const { guildId } = await bringDemoServer(worker)
  return {
    worker,
    browser,
    guildId,
    base: `/app/g/${guildId}`,
    people: PEOPLE,
    channelId: GENERAL,
    stop: async () => {
      await browser.close()
      await worker.stop()
    },
  }
}

/** Starts the Chromium named by CHROMIUM, or the one that comes as a package. Throws if it does not start. */
async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? (await chromium.executablePath())
  // The package's arguments suit a machine that runs one page once.
  const args = chromium.args.filter((one) => !/disk|single-process/.test(one))
  return playwright.launch({ executablePath, args, headless: true })
}

/** Returns why there is no Chromium on this machine, or `null` if there is one. */
export async function chromiumProblem(): Promise<string | null> {
  try {
    await (await launchChromium()).close()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** All tests come from one network, which may try to sign in 60 times a minute: on a fast machine they wait for their turn. */
async function gotoSignIn(page: Page): Promise<void> {
  const answer = await page.goto("/app/sign-in")
  if (answer?.status() !== 429) return
  await page.waitForTimeout(1_000 * Number(answer.headers()["retry-after"] ?? 5))
  await gotoSignIn(page)
}

/** Opens a browser of its own and signs in. `scripts` is false by default: pages must work without. */
export async function openAs(
  { browser, worker }: DemoStage,
  as: ListedPage["as"],
  { scripts = false, ...options }: BrowserContextOptions & { scripts?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: worker.url,
    javaScriptEnabled: scripts,
    ...options,
  })
  const page = await context.newPage()
  if (as === "nobody") return page
  await gotoSignIn(page)
  await page.selectOption("select[name=person]", PEOPLE[as])
  await page.click("button.main")
  await page.waitForURL("**/app")
  return page
}
