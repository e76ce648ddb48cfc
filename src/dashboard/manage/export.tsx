/** The export of what a manager may read, as the file that `npm run import` and the API take. */
import { Hono } from "hono"
import type { Id } from "../../domain/types.ts"
import { type ExportCursor, exportPart, parseExportCursor } from "../../portability/export.ts"
import { PartEndSchema } from "../../portability/format.ts"
import { guildPage } from "../kit/layout.tsx"
import { Card } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { ImportCard } from "./import.tsx"

export const exportPages = new Hono<GuildApp>()

exportPages.get("/export", (c) => {
  const { base } = c.get("visit")
  return guildPage(c, {
    title: "Export and import",
    lead: "Take this server's memory elsewhere, keep a copy, or bring one in.",
    active: "run/export",
    content: (
      <>
        <Card
          title="What you may read"
          lead="Memories with their evidence and notes, as JSON lines with a checksum for each part."
          footer={
            <span class="soft small">
              The whole server, with settings and policy, is exported and imported over the API with an admin
              key, or with npm run export and npm run import.
            </span>
          }
        >
          <p>
            The file holds what people said. Keep it safe, and delete it when you no longer need it: what
            people erase later stays in it.
          </p>
          <div class="buttons">
            <a class="button main" href={`${base}/run/export/file`} download="">
              Download export
            </a>
          </div>
        </Card>
        <ImportCard visit={c.get("visit")} step="check" />
      </>
    ),
  })
})

exportPages.get("/export/file", (c) => {
  const visit = c.get("visit")
  const headers = {
    "content-type": "application/jsonl",
    "content-disposition": `attachment; filename="keepsake-${visit.guildId}.jsonl"`,
  }
  return c.body(exportStream(visit), 200, headers)
})

/** Reads a part when the browser has taken the one before, so that memory holds one. */
function exportStream({ entered, viewer, person, now }: Visit): ReadableStream<Uint8Array> {
  const partial: { channel_id: Id | null; viewer_id: Id } = { channel_id: null, viewer_id: person.id }
  const utf8 = new TextEncoder()
  let cursor: ExportCursor | null = null
  return new ReadableStream({
    async pull(controller) {
      const text = await exportPart(entered.db, { viewer, partial, cursor, now })
      if (text === null) throw new Error("the export's own cursor was not taken")
      controller.enqueue(utf8.encode(text))
      const { page } = PartEndSchema.parse(JSON.parse(text.trimEnd().split("\n").at(-1) ?? ""))
      if (page.next === null) controller.close()
      else cursor = parseExportCursor(page.next)
    },
  })
}
