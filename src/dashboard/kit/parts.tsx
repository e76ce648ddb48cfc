/** Parts of pages that show something: cards, badges, people, times, figures, notices, empty states. */

import { CDNRoutes, ImageFormat, RouteBases } from "discord-api-types/v10"
import type { Child, PropsWithChildren } from "hono/jsx"
import { DAY, HOUR, localClock, MINUTE } from "../../domain/calendar.ts"
import { fullDate } from "../../domain/date-names.ts"
import type { Id, Time } from "../../domain/types.ts"
import { truncate } from "../../text/truncate.ts"
import { Icon, type IconName } from "./icons.tsx"

type CardProps = PropsWithChildren<{
  title?: string
  /** One sentence below the title. */
  lead?: Child
  /** Links or buttons on the right of the title. */
  actions?: Child
  footer?: Child
  /** True for lists and tables, which reach the edges. */
  flush?: boolean
  id?: string
}>

export function Card({ title, lead, actions, footer, flush = false, id, children }: CardProps) {
  return (
    <section class="card" {...(id === undefined ? {} : { id })}>
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          {actions === undefined ? null : <div class="buttons">{actions}</div>}
          {lead === undefined ? null : <p>{lead}</p>}
        </header>
      )}
      {flush ? children : <div class="inner">{children}</div>}
      {footer === undefined ? null : <footer>{footer}</footer>}
    </section>
  )
}

export type Tone = "plain" | "accent" | "good" | "warn" | "bad"

export function Badge({
  tone = "plain",
  dot = false,
  children,
}: PropsWithChildren<{ tone?: Tone; dot?: boolean }>) {
  return <span class={`badge ${tone}${dot ? " dot" : ""}`}>{children}</span>
}

/** Figures at a glance. `href` leads to what the figure counts. */
export interface Figure {
  label: string
  value: Child
  hint?: Child
  href?: string
}

/** Seven tiles stand as four and three, so that none is alone in its row. */
const ROWS_OF: Readonly<Record<number, string>> = { 5: "by-3", 7: "by-4", 8: "by-4", 9: "by-5", 10: "by-5" }

export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl class={`figures ${ROWS_OF[items.length] ?? ""}`}>
      {items.map(({ label, value, hint, href }) => (
        <div>
          <dt>{href === undefined ? label : <a href={href}>{label}</a>}</dt>
          <dd>
            {value}
            {hint === undefined ? null : <small>{hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Names and values, one pair a line. Pairs whose value is null are left out. */
export function Pairs({ items }: { items: readonly (readonly [name: string, value: Child])[] }) {
  return (
    <dl class="pairs">
      {items
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}

export function Notice({ tone = "accent", children }: PropsWithChildren<{ tone?: Exclude<Tone, "plain"> }>) {
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  )
}

/** Nothing to show: says why and what to do. */
export function Empty({ icon, title, children }: PropsWithChildren<{ icon: IconName; title: string }>) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

// People and servers. Only the signed-in person's own picture is known; others have their first letter.

const TONES = 8

function toneOf(id: Id): string {
  return `tone-${Number(BigInt(id) % BigInt(TONES))}`
}

export function Avatar({
  id,
  name,
  picture = null,
  size = "",
}: {
  id: Id
  name: string
  picture?: string | null
  size?: "" | "small" | "large" | "square" | "square large"
}) {
  if (picture !== null)
    return <img class={`avatar ${size}`} src={picture} alt="" width="40" height="40" loading="lazy" />
  const letter = truncate(name.replace(/^[^\p{L}\p{N}]+/u, "") || "?", 1, { ellipsis: false })
  return (
    <span class={`avatar ${size} ${toneOf(id)}`} aria-hidden="true">
      {letter}
    </span>
  )
}

/** A person by name, with a link to their page if `base`, the path of the guild's pages, is given. */
export function PersonName({ id, name, base }: { id: Id; name: string | null; base?: string }) {
  const shown = name || "Someone"
  return (
    <span class="person">
      <Avatar id={id} name={shown} size="small" />
      {base === undefined ? (
        <span>{shown}</span>
      ) : (
        <a class="quiet" href={`${base}/people/${id}`}>
          {shown}
        </a>
      )}
    </span>
  )
}

export function pictureOf(userId: Id, hash: string | null): string | null {
  return hash === null
    ? null
    : `${RouteBases.cdn}${CDNRoutes.userAvatar(userId, hash, ImageFormat.PNG)}?size=64`
}

export function serverPictureOf(guildId: Id, hash: string | null): string | null {
  return hash === null
    ? null
    : `${RouteBases.cdn}${CDNRoutes.guildIcon(guildId, hash, ImageFormat.PNG)}?size=64`
}

// Times.

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** "3 hours ago", "in 2 days". Beyond four weeks the date says more. */
function relativeTime(at: Time, now: Time): string | null {
  const away = at - now
  const size = Math.abs(away)
  if (size < MINUTE) return "just now"
  if (size < HOUR) return relative.format(Math.round(away / MINUTE), "minute")
  if (size < DAY) return relative.format(Math.round(away / HOUR), "hour")
  return size < 28 * DAY ? relative.format(Math.round(away / DAY), "day") : null
}

export interface PageClock {
  now: Time
  timezone: string
}

/** "UTC", or "Oslo time". */
function zoneName(timezone: string): string {
  return timezone === "UTC"
    ? timezone
    : `${(timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ")} time`
}

/** A moment: how long ago, with the exact time in the guild's time zone as its title. `exact` shows date and time. */
export function When({ at, clock, exact = false }: { at: Time; clock: PageClock; exact?: boolean }) {
  const whole = `${fullDate(at, clock.timezone, "en")}, ${localClock(at, clock.timezone)} ${zoneName(clock.timezone)}`
  const shown = exact ? whole : (relativeTime(at, clock.now) ?? fullDate(at, clock.timezone, "en"))
  return (
    <time datetime={new Date(at).toISOString()} title={whole}>
      {shown}
    </time>
  )
}

/** "1 fact", "12,000 facts". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`
}
