/** A list of facts on one page: title and count, each fact with a button to open it, ways to the pages before and after. Pure. */
import type {
  APIButtonComponent,
  APIComponentInContainer,
  APIMessageTopLevelComponent,
} from "discord-api-types/v10"
import { button, container, divider, row, section, text } from "../bot/ui/ui-kit.ts"

/** Facts on one page. */
export const PAGE = 5
/** What a message may hold beside its entries, of Discord's 4,000 characters. */
const ROOM = 3_300
const LONGEST = 640

/** How many characters each of so many entries may have. */
export function roomFor(entries: number): number {
  return Math.min(LONGEST, Math.floor(ROOM / Math.max(1, entries)))
}

export interface Entry {
  /** What it stands under, where that is another than the entry before. */
  heading: string | null
  /** Already made safe, at most `roomFor` characters. */
  lines: string
  button: APIButtonComponent
}

export interface ListPage {
  title: string
  /** Below the title, in small. */
  note: string | null
  entries: readonly Entry[]
  /** Custom ids of the pages before and after; null: there is none. */
  before: string | null
  after: string | null
}

export function listPage({ title, note, entries, before, after }: ListPage): APIMessageTopLevelComponent {
  const head = note === null ? `## ${title}` : `## ${title}\n-# ${note}`
  const parts = entries.flatMap(({ heading, lines, button }): APIComponentInContainer[] => [
    ...(heading === null ? [] : [text(`### ${heading}`)]),
    section(lines, button),
  ])
  const ways = [
    ...(before === null ? [] : [button(before, "◀ Previous")]),
    ...(after === null ? [] : [button(after, "Next ▶")]),
  ]
  return container(text(head), divider(), ...parts, ...(ways.length === 0 ? [] : [divider(), row(...ways)]))
}
