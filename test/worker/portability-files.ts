/** Reads exports of guilds over the API as `npm run export` does, and checks them. */
import { exports } from "cloudflare:workers"
import { expect } from "vitest"
import type { RowLine } from "../../src/backup/format.ts"
import { sha256 } from "../../src/domain/hash.ts"
import { chainHash, type GuildHeader, type PartEnd } from "../../src/portability/format.ts"

export interface GuildExport {
  header: GuildHeader
  /** Each part's lines, without the one that ends it. */
  parts: string[]
  ends: PartEnd[]
}

const fetchPart = (guild: string, query: URLSearchParams, token: string) =>
  exports.default.fetch(
    new Request(`https://keepsake.test/v1/guilds/${guild}/export?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  )

/** Reads a whole export and checks every hash. `between` runs after each part. */
export async function readExport(
  guild: string,
  {
    token = "dev",
    reader = {},
    between = () => {},
  }: { token?: string; reader?: Record<string, string>; between?: (part: number) => unknown } = {},
): Promise<GuildExport> {
  const [parts, ends]: [string[], PartEnd[]] = [[], []]
  for (let cursor: string | null = ""; cursor !== null; cursor = ends.at(-1)?.next ?? null) {
    const query: URLSearchParams = new URLSearchParams({ ...reader, ...(cursor === "" ? {} : { cursor }) })
    const response = await fetchPart(guild, query, token)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("application/jsonl")
    const text = new TextDecoder().decode(await response.arrayBuffer())
    const at = text.lastIndexOf("\n", text.length - 2) + 1
    const { page } = JSON.parse(text.slice(at)) as { page: PartEnd }
    parts.push(text.slice(0, at))
    expect(page.part).toBe(ends.length)
    expect(page.sha256).toBe(sha256(text.slice(0, at)))
    expect(page.whole).toBe(chainHash(ends.at(-1)?.whole ?? "", page.sha256))
    ends.push(page)
    await between(ends.length)
  }
  const header = JSON.parse(parts[0]?.split("\n")[0] ?? "") as GuildHeader
  return { header, parts, ends }
}

/** The rows of an export, of one table or of all. */
export function exportedRows(
  { parts }: Pick<GuildExport, "parts">,
  table?: RowLine["table"],
): RowLine["row"][] {
  const lines = parts.flatMap((part) => part.trimEnd().split("\n"))
  return lines.flatMap((line) => {
    const row = JSON.parse(line || "{}") as Partial<RowLine>
    return row.row !== undefined && (table === undefined || row.table === table) ? [row.row] : []
  })
}
