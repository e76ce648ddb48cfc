/** Changes several memories at once on the dashboard, as people do, and reads what is stored of them. */
import { env } from "cloudflare:workers"
import type { PageBrowser, PageSeen } from "./dashboard-browser.ts"

/** Returns everything stored of a guild's memories. A version never goes back, and vectors follow by themselves. */
export async function memoryRows(guild: string): Promise<unknown[]> {
  const tables = {
    memories: "SELECT * FROM memories WHERE guild_id = ? ORDER BY id",
    evidence: "SELECT * FROM evidence WHERE guild_id = ? ORDER BY memory_id, ref",
    notes: "SELECT * FROM notes WHERE guild_id = ? ORDER BY seq",
    claims: "SELECT * FROM claim_log WHERE guild_id = ? ORDER BY at, id",
    words:
      "SELECT m.id FROM memory_terms t JOIN memories m ON m.seq = t.rowid WHERE m.guild_id = ? ORDER BY 1",
  }
  const rows = await env.DB.batch<Record<string, unknown>>(
    Object.values(tables).map((query) => env.DB.prepare(query).bind(guild)),
  )
  return rows.map(({ results }) => results.map(({ version: _, embedded_with: __, seq: ___, ...row }) => row))
}

export function itemsIn({ html }: PageSeen): string[] {
  return [...html.matchAll(/name="item" value="([^"]+)"/g)].map(([, item]) => item ?? "")
}

export function undoIn({ html }: PageSeen): string {
  return /name="undo" value="([^"]+)"/.exec(html)?.[1] ?? ""
}

/** Opens the preview of a change and sends its form. */
export async function changeMany(browser: PageBrowser, base: string, query: string): Promise<PageSeen> {
  const preview = await browser.get(`${base}/memories/selected?${query}`)
  const asked = new URLSearchParams(query)
  const [kind, day] = [asked.get("do") ?? "", asked.get("day")]
  return browser.submit(`${base}/memories/change-selected`, {
    do: kind,
    item: itemsIn(preview),
    ...(day === null ? {} : { day }),
  })
}
