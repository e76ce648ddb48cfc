/** Errors as pages. None of them says whether something exists that the person may not read. */
import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import type { Child } from "hono/jsx"
import { describeError, type Refusal, Refused } from "../../domain/errors.ts"
import { statusOf } from "../../domain/refusal-status.ts"
import { isSchemaMissing } from "../../memory/db/health-queries.ts"
import { PageProblem, type PageProblemKind } from "../session/page-problem.ts"
import type { Visit } from "../session/visit.ts"
import { plainPage } from "./layout.tsx"
import { KeepLink, LeavingText } from "./leaving.tsx"
import { explainOnPage, OUTDATED, sentenceWithoutLabel, TOO_LONG } from "./refused-form.tsx"

/** The pages of outcomes that only pages have. */
const OWN_PROBLEMS = {
  /** Discord could not be asked for the person's roles. */
  discord_silent: {
    status: 503,
    title: "Discord did not answer",
    text: "Before a change, Keepsake asks Discord for your roles. Discord did not answer, so nothing was changed. Try again in a minute.",
  },
  sign_in_failed: {
    status: 401,
    title: "Sign-in did not work",
    text: "Discord did not confirm who you are, or the sign-in took too long. Try again.",
  },
  sign_in_off: {
    status: 503,
    title: "Sign-in is not set up",
    text: "Whoever runs this bot has not set up sign-in with Discord yet. You can see and erase your data with /privacy in Discord.",
  },
  unknown_person: {
    status: 400,
    title: "Nobody here has this id",
    text: "Choose one of the people that the page Sign in lists.",
  },
  foreign_form: {
    status: 403,
    title: "That form came from another site",
    text: "Nothing was done. Open the page again and press the button there.",
  },
} as const satisfies Record<PageProblemKind, Shown>
/** Refusals that would tell whether something exists. They all get one page. */
const WITHHELD = new Set<Refusal["reason"]>([
  "forbidden",
  "guild_not_served",
  "managers_only",
  "not_yours",
  "nothing_known",
  "unknown_guild",
  "unknown_channel",
  "unknown_member",
  "unknown_memory",
  "unknown_note",
  "unknown_message",
  "unknown_event",
  "unknown_key",
  "unknown_run",
  "unknown_erasure",
  "unknown_version",
  "unknown_trial",
  "unknown_import",
  "unknown_history",
])

const TITLES: Partial<Record<Refusal["reason"], string>> = {
  too_many: "Too many requests",
  restoring: "A backup is being restored",
  read_only: "Saving is paused",
}

/** The last handler of all pages. An unexpected error is logged with its cause, which the page leaves out. */
export function problemPage(error: Error, c: Context): Response | Promise<Response> {
  if (error instanceof PageProblem) {
    const { status, title, text } = OWN_PROBLEMS[error.kind]
    return shown(c, { status, title, text })
  }
  if (error instanceof Refused) return refusalPage(c, error.refusal)
  if (error instanceof HTTPException && error.status === 403) return shown(c, OWN_PROBLEMS.foreign_form)
  if (error instanceof HTTPException && error.status < 500)
    return shown(c, {
      status: 400,
      title: "That request cannot be read",
      text: "Nothing was changed. Go back and try again.",
    })
  if (isSchemaMissing(error))
    return shown(c, {
      status: 503,
      title: "Not set up yet",
      text: "The database of this bot is not set up. Its owner can do that at /setup.",
    })
  const id = crypto.randomUUID()
  console.error({ event: "dashboard.failed", id, path: c.req.path, error: describeError(error) })
  return shown(c, {
    status: 503,
    title: "Something failed",
    text: `A service that this page depends on failed. Nothing was half done. Try again later. Error id: ${id}.`,
  })
}

export function notFoundPage(c: Context): Response | Promise<Response> {
  return shown(c, {
    status: 404,
    title: "There is no such page",
    text: "Check the address, or begin again from the front page or from your servers.",
    link: (
      <a class="button" href="/">
        Front page
      </a>
    ),
  })
}

function refusalPage(c: Context, refusal: Refusal): Response | Promise<Response> {
  if (WITHHELD.has(refusal.reason))
    return shown(c, {
      status: 403,
      title: "This page is not available",
      text: "It does not exist, or you do not have access to it.",
    })
  const visit: Visit | undefined = c.get("visit")
  if (refusal.reason === "leaving" && visit !== undefined) return leavingPage(c, visit, refusal)
  if (refusal.reason === "too_many") c.header("retry-after", String(refusal.retryAfter))
  if (refusal.reason === "invalid" && c.req.method === "GET") {
    const long = refusal.issues.find(({ problem }) => problem.startsWith(TOO_LONG))
    if (long !== undefined)
      return shown(c, { status: 400, title: "That search is too long", text: sentenceWithoutLabel(long) })
    return shown(c, {
      status: 400,
      title: "That address does not work",
      text: "A part of it is incomplete or was changed. Open the page from the menu again.",
    })
  }
  const issues = refusal.reason === "invalid" ? refusal.issues : []
  if (refusal.reason === "undo_over") return undoOverPage(c, visit, refusal)
  if (issues.some((issue) => sentenceWithoutLabel(issue) === OUTDATED))
    return shown(c, {
      status: 400,
      title: "That form is out of date",
      text: "Nothing was changed. Open its page again from the menu, and send the form from there.",
      link:
        visit === undefined ? null : (
          <a class="button main" href={visit.base}>
            {visit.guildName}
          </a>
        ),
    })
  return shown(c, {
    status: statusOf(refusal) as Shown["status"],
    title: TITLES[refusal.reason] ?? (issues.length > 0 ? "Some fields need a change" : "That did not work"),
    text:
      issues.length > 0
        ? "Nothing was changed. Go back, correct these fields, and send the form again."
        : explainOnPage(refusal),
    issues,
  })
}

/** An act that cannot be done while a guild's erasure is scheduled. */
function leavingPage(c: Context, visit: Visit, refusal: Extract<Refusal, { reason: "leaving" }>) {
  const leavingAt = Date.parse(refusal.until)
  return shown(c, {
    status: 409,
    title: leavingAt > visit.now ? "This server will be erased" : "This server is being erased",
    text: (
      <>
        {c.req.method === "GET" ? "" : "Nothing was changed. "}
        <LeavingText visit={visit} leavingAt={leavingAt} />
      </>
    ),
    link: <KeepLink visit={visit} leavingAt={leavingAt} />,
  })
}

/** An undo that came too late, when the page of its button cannot be opened any more. */
function undoOverPage(c: Context, visit: Visit | undefined, refusal: Refusal) {
  const title = "This can no longer be undone"
  return shown(c, {
    status: 409,
    title,
    text: `Nothing was changed. ${explainOnPage(refusal).replace(`${title}. `, "")}`,
    link:
      visit === undefined ? null : (
        <a class="button main" href={`${visit.base}/memories`}>
          Memories
        </a>
      ),
  })
}

interface Shown {
  status: NonNullable<Parameters<typeof plainPage>[2]>
  title: string
  text: Child
  issues?: readonly { field: string; problem: string }[]
  /** A link beside the one to the person's servers. */
  link?: Child
}

function shown(c: Context, { status, title, text, issues = [], link = null }: Shown) {
  return plainPage(
    c,
    {
      title: `${title} · Keepsake`,
      prose: true,
      content: (
        <>
          <header>
            <h1>{title}</h1>
            <p class="lead">{text}</p>
          </header>
          {issues.length === 0 ? null : (
            <ul>
              {issues.map(({ field, problem }) => (
                <li>{sentenceWithoutLabel({ field, problem })}</li>
              ))}
            </ul>
          )}
          <p class="buttons">
            {link}
            <a class="button" href="/app">
              Your servers
            </a>
          </p>
        </>
      ),
    },
    status,
  )
}
