/** The frame of every page, and the answer that carries it. */
import type { Context } from "hono"
import { raw } from "hono/html"
import type { Child, PropsWithChildren } from "hono/jsx"
import { canUndo } from "../session/open-undo.ts"
import type { GuildApp, Visit } from "../session/visit.ts"
import { PostButton, PostForm, Submit } from "./forms.tsx"
import { Icon, Mark } from "./icons.tsx"
import { LeavingBanner } from "./leaving.tsx"
import { NAVIGATION } from "./navigation.ts"
import { noticeOf, ownPath, type ShownNotice } from "./notices.ts"
import { Avatar, Notice, pictureOf, serverPictureOf } from "./parts.tsx"
import { PageContent, showsRefusedForm } from "./refused-form.tsx"
import { STYLESHEET_PATH } from "./style/stylesheet.ts"

function Document({
  title,
  refresh,
  children,
}: PropsWithChildren<{ title: string; refresh?: number | undefined }>) {
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          {refresh === undefined ? null : <meta http-equiv="refresh" content={String(refresh)} />}
          <title>{title}</title>
          <link rel="stylesheet" href={STYLESHEET_PATH} />
          <link rel="icon" href="/app/icon.svg" type="image/svg+xml" />
        </head>
        <body>{children}</body>
      </html>
    </>
  )
}

/** A page of a guild, below its sidebar. */
export interface GuildPage {
  title: string
  /** One or two sentences below the title. */
  lead?: Child
  /** The `path` of the sidebar's entry that is open. */
  active: string
  /** Pages above this one, below the guild's. */
  crumbs?: readonly { href: string; text: string }[]
  /** Buttons on the right of the title. */
  actions?: Child
  /** Seconds after which the page loads again, for progress. */
  refresh?: number
  content: Child
}

/** Answers with a page of the guild that is visited. */
export function guildPage(c: Context<GuildApp>, page: GuildPage): Response | Promise<Response> {
  const visit = c.get("visit")
  const { title, lead, active, crumbs = [], actions, content } = page
  const refresh = showsRefusedForm(c) ? undefined : page.refresh
  return c.html(
    <Document title={`${title} · ${visit.guildName} · Keepsake`} refresh={refresh}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <div class="shell">
        <header class="bar">
          <button type="button" class="bare" popovertarget="menu" aria-label="Open menu">
            <Icon name="menu" size={20} />
          </button>
          <span class="name">{visit.guildName}</span>
        </header>
        <Sidebar visit={visit} active={active} />
        <main class="body" id="content">
          <div class="head">
            <nav aria-label="Breadcrumb">
              <ol class="crumbs">
                {[{ href: `${visit.base}/me`, text: visit.guildName }, ...crumbs].map(({ href, text }) => (
                  <li>
                    <a href={href}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
            <div class="title">
              <div>
                <h1>{title}</h1>
                {lead === undefined ? null : <p class="lead">{lead}</p>}
              </div>
              {actions === undefined ? null : <div class="buttons">{actions}</div>}
            </div>
          </div>
          <div class="content">
            <ActionNotice c={c} visit={visit} />
            {active === "run/erasures" ? null : <LeavingBanner visit={visit} />}
            <PageContent c={c}>{content}</PageContent>
          </div>
        </main>
      </div>
    </Document>,
  )
}

/**
 * Shows what the action before this page did, with the button that undoes it. A link to something that can no longer be
 * undone, or that somebody else did, says nothing.
 */
async function ActionNotice({ c, visit }: { c: Context; visit?: Visit }) {
  const notice = noticeOf(c, visit?.entered.guild.settings.retention_days ?? null)
  if (notice === null || !(await mayUndo(notice, visit))) return null
  const back = ownPath(c)
  return (
    <Notice tone={notice.tone}>
      <span>{notice.text}</span>
      {notice.undoId === null || visit === undefined ? null : (
        <PostButton action={`${visit.base}/undo`} fields={{ undo: notice.undoId, back, page: back }}>
          Undo
        </PostButton>
      )}
    </Notice>
  )
}

/** True as well for a notice that offers no undo. */
async function mayUndo({ undoId, offersUndo }: ShownNotice, visit?: Visit): Promise<boolean> {
  if (undoId === null || visit === undefined) return !offersUndo
  return canUndo(visit, undoId)
}

function Sidebar({ visit, active }: { visit: Visit; active: string }) {
  const { base, guildId, guildName, person, isManager, entered } = visit
  return (
    <aside class="side" id="menu" popover="auto" aria-label="Menu">
      <nav aria-label="Server">
        <a class="place" href="/app">
          <Avatar
            id={guildId}
            name={guildName}
            picture={serverPictureOf(guildId, entered.structure.icon)}
            size="square"
          />
          <span>
            {guildName}
            <small>Switch server</small>
          </span>
        </a>
        {NAVIGATION.filter(({ managers }) => isManager || !managers).map(({ heading, entries }) => (
          <>
            <h2>{heading}</h2>
            {entries.map(({ path, text, icon }) => (
              <a href={`${base}/${path}`} {...(path === active ? { "aria-current": "page" } : {})}>
                <Icon name={icon} />
                {text}
              </a>
            ))}
          </>
        ))}
      </nav>
      <div class="foot">
        <a href="/app/sessions">
          <Avatar
            id={person.id}
            name={person.name}
            picture={pictureOf(person.id, person.avatar)}
            size="small"
          />
          {person.name}
        </a>
        <PostForm action="/app/sign-out">
          <Submit kind="bare">
            <Icon name="out" />
            Sign out
          </Submit>
        </PostForm>
      </div>
    </aside>
  )
}

/** A page without a guild: the front page, sign-in, the choice of a server, privacy, errors. */
export interface PlainPage {
  title: string
  /** Links or buttons on the right of the top bar. */
  top?: Child
  /** True for pages that are read as prose. */
  prose?: boolean
  refresh?: number
  content: Child
}

export function plainPage(
  c: Context,
  { title, top, prose = false, refresh, content }: PlainPage,
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 423 | 429 | 503,
) {
  return c.html(
    <Document title={title} refresh={refresh}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <div>
          <a class="brand" href="/">
            <Mark />
            Keepsake
          </a>
          <nav aria-label="Site" class="buttons">
            {top ?? <a href="/app">Your servers</a>}
          </nav>
        </div>
      </header>
      <main class={prose ? "sheet text" : "sheet"} id="content">
        <ActionNotice c={c} />
        <PageContent c={c}>{content}</PageContent>
      </main>
    </Document>,
    status ?? 200,
  )
}
