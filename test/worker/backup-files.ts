/** Reads backups over the API as `npm run backup` does, and takes them apart. */
import { exports } from "cloudflare:workers"
import { expect } from "vitest"
import type { Header, RowLine } from "../../src/backup/format.ts"

export interface Backup {
  header: Header
  pages: RowLine[][]
}

/** Reads a whole part. `between` runs after each page. */
export async function readBackup(
  part: string,
  between: (page: number) => unknown = () => {},
): Promise<Backup> {
  const pages: RowLine[][] = []
  let header: Header | undefined
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`
    const response = await exports.default.fetch(
      new Request(`https://keepsake.test/v1/backups/${part}${query}`, {
        headers: { authorization: "Bearer dev" },
      }),
    )
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("application/jsonl")
    const lines = new TextDecoder()
      .decode(await response.arrayBuffer())
      .trimEnd()
      .split("\n")
    const parsed = lines.map((line) => JSON.parse(line))
    if (cursor === "") header = parsed.shift()
    const { page } = parsed.pop() as { page: { rows: number; next: string | null } }
    expect(page.rows).toBe(parsed.length)
    pages.push(parsed)
    await between(pages.length)
    cursor = page.next
  }
  if (header === undefined) throw new Error("the backup has no header")
  return { header, pages }
}

export function rowsOf(backup: Backup, table: RowLine["table"]): RowLine["row"][] {
  return backup.pages.flat().flatMap((line) => (line.table === table ? [line.row] : []))
}
