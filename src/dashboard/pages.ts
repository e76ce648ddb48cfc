/** The dashboard's app: which page answers which path, and what holds for all of them. */
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { csrf } from "hono/csrf"
import { timing } from "hono/timing"
import { trimTrailingSlash } from "hono/trailing-slash"
import { dashboardHeaders } from "../answer-headers.ts"
import { type Refusal, Refused } from "../domain/errors.ts"
import { MOST_UPLOAD_BYTES } from "../history/uploads/check-upload.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { UPLOAD_PATHS } from "./history/upload-parts.tsx"
import { notFoundPage, problemPage } from "./kit/problem-page.tsx"
import { showFormAgain } from "./kit/refused-form.tsx"
import { ICON, STYLESHEET, STYLESHEET_PATH } from "./kit/style/stylesheet.ts"
import { IMPORT_PATH, MOST_IMPORT_BYTES } from "./manage/import.tsx"
import { managePages } from "./manage/manage-pages.ts"
import { operationsPages } from "./manage/operations-pages.ts"
import { accountPages } from "./member/account.tsx"
import { ownHistoryPages } from "./member/own-history.tsx"
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
pages.use(trimTrailingSlash())
pages.use(csrf())
const upTo = (maxSize: number, limit: Omit<Extract<Refusal, { reason: "too_large" }>, "reason">) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused({ reason: "too_large", ...limit })
    },
  })
const usual = upTo(MAX_BODY, { limit: "1 MB" })
/** The limit of a form for a file. The fields beside the file take room, too. */
const ofFile = (most: number, instead: string) =>
  upTo(most + MAX_BODY, { limit: `${most / MAX_BODY} MB`, instead })
pages.use((c, next) => {
  const { path } = c.req
  const command = `npm run import -- FILE --url ${new URL(c.req.url).origin} --guild ${path.split("/")[3]}`
  if (IMPORT_PATH.test(path))
    return ofFile(MOST_IMPORT_BYTES, `Import it with ${command}, which sends it in parts.`)(c, next)
  if (!UPLOAD_PATHS.test(path)) return usual(c, next)
  const instead = path.endsWith("/me/history")
    ? "Make a zip of its folders of messages and account only."
    : `Import it with ${command}, or export it again in parts: one for each channel, or for a span of dates.`
  return ofFile(MOST_UPLOAD_BYTES, instead)(c, next)
})
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
  ownHistoryPages,
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
