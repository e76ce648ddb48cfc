/** The dashboard's app: which page answers which path, and what holds for all of them. */
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { csrf } from "hono/csrf"
import { timing } from "hono/timing"
import { dashboardHeaders } from "../answer-headers.ts"
import { Refused } from "../domain/errors.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { notFoundPage, problemPage } from "./kit/problem-page.tsx"
import { showFormAgain } from "./kit/refused-form.tsx"
import { ICON, STYLESHEET, STYLESHEET_PATH } from "./kit/style/stylesheet.ts"
import { IMPORT_PATH, MOST_IMPORT_BYTES } from "./manage/import.tsx"
import { managePages } from "./manage/manage-pages.ts"
import { operationsPages } from "./manage/operations-pages.ts"
import { accountPages } from "./member/account.tsx"
import { ownPages } from "./member/own-pages.tsx"
import { ownDataPages } from "./member/privacy-and-data.tsx"
import { bulkActions } from "./memories/bulk-actions.tsx"
import { memoryChanges } from "./memories/memory-changes.tsx"
import { memoryList } from "./memories/memory-list.tsx"
import { notePages } from "./memories/note-pages.tsx"
import { oneMemory } from "./memories/one-memory.tsx"
import { peoplePages } from "./memories/people-pages.tsx"
import { openPages } from "./open/open-pages.tsx"
import { signedInOnly } from "./session/browser.ts"
import { signInRoutes } from "./session/sign-in.ts"
import { enterAsVisitor, type GuildApp } from "./session/visit.ts"

const MAX_BODY = 1_048_576
const FOR_GOOD = "public, max-age=31536000, immutable"

export const pages = new Hono<{ Bindings: Env }>()

pages.use(timing())
pages.use(dashboardHeaders)
pages.onError(async (error, c) => {
  const again = await showFormAgain(c, error, async (request) => pages.fetch(request, c.env, c.executionCtx))
  return again ?? problemPage(error, c)
})
pages.notFound(notFoundPage)
pages.use(csrf())
const upTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused({ reason: "too_large", limit: `${maxSize / MAX_BODY} MB` })
    },
  })
const [usual, ofImports] = [upTo(MAX_BODY), upTo(MOST_IMPORT_BYTES)]
pages.use((c, next) => (IMPORT_PATH.test(c.req.path) ? ofImports : usual)(c, next))
pages.get(STYLESHEET_PATH, (c) =>
  c.body(STYLESHEET, 200, { "content-type": "text/css; charset=utf-8", "cache-control": FOR_GOOD }),
)
pages.get("/app/icon.svg", (c) =>
  c.body(ICON, 200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" }),
)
pages.route("/", openPages)
pages.route("/", signInRoutes)
pages.use("/app/*", signedInOnly)
pages.use("/app/*", async (_, next) => {
  await loadLibraries()
  await next()
})
pages.route("/", accountPages)

const guildPages = new Hono<GuildApp>()
guildPages.use(enterAsVisitor)
for (const group of [
  ownPages,
  ownDataPages,
  memoryList,
  bulkActions,
  oneMemory,
  memoryChanges,
  peoplePages,
  notePages,
])
  guildPages.route("/", group)
guildPages.route("/manage", managePages)
guildPages.route("/run", operationsPages)
pages.route("/app/g/:guild", guildPages)
