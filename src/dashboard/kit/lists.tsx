/** Lists, tables, filters and pages of them. Paging is by the last item of a page, never by a number. */
import type { Context } from "hono"
import type { Child, PropsWithChildren } from "hono/jsx"
import { Refused } from "../../domain/errors.ts"
import { type Cursor, decodeCursor, encodeCursor } from "../../domain/list-cursor.ts"
import { NOTICE_PARTS } from "./notices.ts"
import { TOO_LONG } from "./refused-form.tsx"

/** Returns a text of the page's address, such as a search. Refuses one that is too long. `label`: begins that sentence. */
export function textIn(c: Context, name: string, { label, max }: { label: string; max: number }): string {
  const text = (c.req.query(name) ?? "").trim()
  if (text.length <= max) return text
  throw new Refused({
    reason: "invalid",
    issues: [{ field: label, problem: `${TOO_LONG} ${max} characters` }],
  })
}

interface Column {
  text: string
  /** True for figures, which are aligned on the right. */
  number?: boolean
}

/** A table that scrolls sideways on phones. The first cell of a row is its heading. */
export function DataTable({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: readonly Column[]
  rows: readonly (readonly Child[])[]
}) {
  return (
    <section class="scroll" aria-label={caption} tabindex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ text, number }) => (
              <th scope="col" class={number ? "number" : ""}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td class={columns[index + 1]?.number ? "number" : ""}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Filters above a list: a form that asks for the same page with other words. */
export function Filters({
  action,
  active,
  children,
}: PropsWithChildren<{ action: string; active: boolean }>) {
  return (
    <search>
      <form method="get" action={action} class="filters">
        {children}
        <button type="submit">Apply</button>
        {active ? (
          <a class="button bare" href={action}>
            Clear
          </a>
        ) : null}
      </form>
    </search>
  )
}

export function Tabs({
  label,
  items,
}: {
  label: string
  items: readonly { href: string; text: string; active: boolean }[]
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {items.map(({ href, text, active }) => (
        <a href={href} {...(active ? { "aria-current": "page" } : {})}>
          {text}
        </a>
      ))}
    </nav>
  )
}

/** Returns the cursor in the page's address; refuses one that no page gave. */
export function cursorIn(c: Context): Cursor | null {
  const text = c.req.query("cursor")
  return text === undefined || text === "" ? null : decodeCursor(text)
}

/** A page of a list: `items`, and the cursor of the next page. */
export interface ListPage<T> {
  items: readonly T[]
  next: string | null
}

/** Cuts a list that was read with one item more than fits. */
export function pageOf<T>(found: readonly T[], size: number, cursorOf: (last: T) => Cursor): ListPage<T> {
  const items = found.slice(0, size)
  const last = found.length > size ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : encodeCursor(cursorOf(last)) }
}

/** Links to the first and the next page, with the filters as they are. Nothing if there is one page. */
export function Pager({ c, next }: { c: Context; next: string | null }) {
  const { pathname, searchParams } = new URL(c.req.url)
  const isFirst = !searchParams.has("cursor")
  if (isFirst && next === null) return null
  const to = (cursor: string | null) => {
    const query = new URLSearchParams(searchParams)
    for (const name of ["cursor", ...NOTICE_PARTS]) query.delete(name)
    if (cursor !== null) query.set("cursor", cursor)
    const text = query.toString()
    return text === "" ? pathname : `${pathname}?${text}`
  }
  return (
    <nav class="pager" aria-label="Pages">
      {isFirst ? (
        <span />
      ) : (
        <a class="button" href={to(null)}>
          First page
        </a>
      )}
      {next === null ? null : (
        <a class="button" href={to(next)} rel="next">
          Next page
        </a>
      )}
    </nav>
  )
}
