/** Every page of the dashboard is in the table of pages that a browser visits, so that no new page goes unseen. */
import { expect, test } from "vitest"
import { STYLESHEET_PATH } from "../../src/dashboard/kit/style/stylesheet.ts"
import { pages } from "../../src/dashboard/pages.ts"
import { LISTED_PAGES } from "../browser/page-table.ts"

/** Routes that answer with no page, each with its reason. */
const NO_PAGE: Record<string, string> = {
  "/app/g/:guild": "redirects to About me",
  "/app/sign-in/discord": "redirects to Discord and back",
  "/app/g/:guild/run/export/file": "is a file to download",
  "/app/icon.svg": "is the icon of the pages",
  [STYLESHEET_PATH]: "is the style of the pages",
}
/** Addresses in the table that no route answers: they show what people see then. */
const NO_ROUTE = ["/app/no-such-page"]

/** Patterns and marks of parameters do not matter here: `/:id{h_.+}` and `/:guild?` are `/:id` and `/:guild`. */
function plain(path: string): string {
  return path.replace(/(:\w+)(?:\{[^/]*\}+)?\??/g, "$1")
}

const routes = pages.routes.filter(({ method }) => method === "GET").map(({ path }) => plain(path))
const listed = LISTED_PAGES.map(({ route }) => route)

test("the dashboard has no page that the table of pages leaves out", () => {
  const unlisted = routes.filter((route) => !listed.includes(route) && !(route in NO_PAGE))
  expect(unlisted).toEqual([])
})

test("the table and the list of exceptions name nothing that the dashboard does not have", () => {
  const named = [...listed.filter((route) => !NO_ROUTE.includes(route)), ...Object.keys(NO_PAGE)]
  expect(named.filter((route) => !routes.includes(route))).toEqual([])
  expect(listed.filter((route) => route in NO_PAGE)).toEqual([])
})

test("no two pages of the table have one name, which their pictures share", () => {
  const names = LISTED_PAGES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
