/**
 * `npm run pictures [-- NAME ...]`: takes a picture of every page at three widths, light and dark, and writes one sheet a
 * page to docs/dashboard.
 */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { LISTED_PAGES, type ListedPage, pathOf } from "./page-table.ts"
import { type DemoStage, openAs, startStage } from "./stage.ts"

const FOLDER = join(import.meta.dirname, "../../docs/dashboard")
const VIEWS = [
  { width: 1280, height: 800, shown: 620 },
  { width: 820, height: 1000, shown: 318 },
  { width: 390, height: 800, shown: 189 },
]
/** The size of a sheet's file that documentation can carry. */
const MOST_BYTES = 60_000

async function sheetOf(stage: DemoStage, listed: ListedPage): Promise<Buffer> {
  const rows: string[] = []
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openAs(stage, listed.as, { colorScheme })
    const path = await pathOf(stage, listed)
    const images: string[] = []
    for (const { width, height, shown } of VIEWS) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      const picture = (await page.screenshot({ type: "png" })).toString("base64")
      images.push(`<img src="data:image/png;base64,${picture}" width="${shown}">`)
    }
    rows.push(`<div class="${colorScheme}">${images.join("")}</div>`)
    await page.context().close()
  }
  return drawSheet(await stage.browser.newPage({ viewport: { width: 1200, height: 820 } }), rows)
}

async function drawSheet(page: Page, rows: readonly string[]): Promise<Buffer> {
  const style =
    "body{margin:0;background:#c9ced6}div{display:flex;gap:18px;padding:18px;align-items:start;justify-content:center}.dark{background:#2a2f37}img{border-radius:6px;box-shadow:0 2px 10px #0006}"
  await page.setContent(`<style>${style}</style>${rows.join("")}`)
  await page.waitForLoadState("load")
  for (let quality = 72; quality >= 20; quality -= 8) {
    const sheet = await page.screenshot({ type: "jpeg", quality, fullPage: true })
    if (sheet.length <= MOST_BYTES || quality < 28) {
      await page.close()
      return sheet
    }
  }
  throw new Error("no quality is small enough")
}

const wanted = process.argv.slice(2)
const stage = await startStage()
try {
  await mkdir(FOLDER, { recursive: true })
  for (const listed of LISTED_PAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const sheet = await sheetOf(stage, listed)
    await writeFile(join(FOLDER, `${listed.name}.jpg`), sheet)
    console.log(`${listed.name}.jpg ${Math.round(sheet.length / 1_000)} kB`)
  }
} finally {
  await stage.stop()
}
