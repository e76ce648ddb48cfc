/**
 * The import of an export's file, for administrators: a check that writes nothing, then the import. Nothing is kept between
 * the two, so the file is sent again; an import that was cut off goes on where it was. The rules are those of the API.
 */
import { type Context, Hono } from "hono"
import { z } from "zod"
import { readerKeys } from "../../access/audience.ts"
import { Refused } from "../../domain/errors.ts"
import { journalConsent } from "../../erasure/wake.ts"
import { type ExportFile, splitExport } from "../../portability/file-parts.ts"
import { beginImport, type ImportDeps, importPart } from "../../portability/import.ts"
import type { ImportRow } from "../../portability/progress.ts"
import { channelStub, followWrites, refreshChannels } from "../../runtime/channels.ts"
import { isMemoryPaused } from "../../runtime/models.ts"
import { chosenFile, FileField } from "../kit/file-field.tsx"
import { ActField, PostForm, readForm, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { DataTable } from "../kit/lists.tsx"
import { Badge, Card, Notice } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"

/** The path of the form, and the largest file that it takes. Larger ones go through `npm run import`. */
export const IMPORT_PATH = /^\/app\/g\/\d+\/run\/import$/
export const MOST_IMPORT_BYTES = 8 * 1_048_576
/** Parts are written for this long. A browser waits no longer, so the file is then sent again. */
const WORK_MS = 20_000

export const importPages = new Hono<GuildApp>()

/** The second step by itself, for a file that was refused there. */
importPages.get("/import", (c) => {
  const visit = c.get("visit")
  if (!visit.isAdministrator) throw new Refused({ reason: "forbidden" })
  return importPage(c, { title: "Import", content: <ImportCard visit={visit} step="import" /> })
})

function importPage(
  c: Context<GuildApp>,
  parts: Pick<Parameters<typeof guildPage>[1], "title" | "lead" | "content">,
) {
  const crumbs = [{ href: `${c.get("visit").base}/run/export`, text: "Export and import" }]
  return guildPage(c, { ...parts, active: "run/export", crumbs })
}

const Form = z.object({
  act: ActField,
  file: chosenFile(MOST_IMPORT_BYTES, "larger ones go through npm run import"),
  step: z.enum(["check", "import"]),
})

importPages.post("/import", async (c) => {
  const visit = c.get("visit")
  if (!visit.isAdministrator) throw new Refused({ reason: "forbidden" })
  const { file, step } = await readForm(c, Form)
  const dryRun = step === "check"
  if (!dryRun && isMemoryPaused(visit.runtime, visit.entered)) throw new Refused({ reason: "read_only" })
  const read = splitExport(await file.text())
  if ("problem" in read) throw new Refused({ reason: "not_imported", problem: read.problem })
  const { row, problem } = await importFile(visit, read, dryRun)
  if (row.phase === "done") {
    await refreshChannels(c.env, visit.entered)
    followWrites(visit.runtime, visit.guildId)
  }
  return importPage(c, {
    title: row.phase === "checked" ? "What the import would do" : "Import",
    lead: dryRun ? "Nothing was written." : undefined,
    content: <Report visit={visit} row={row} problem={problem} />,
  })
})

/**
 * Writes as many parts as there is time for. Refuses with what is wrong and what to do. `problem`: of a later part, when
 * those before it are written.
 */
async function importFile(
  visit: Visit,
  file: ExportFile,
  dryRun: boolean,
): Promise<{ row: ImportRow; problem: string | null }> {
  const { header, parts, whole, texts } = file
  const options = { channels: {}, settings: false }
  const deps = depsOf(visit)
  const until = Date.now() + WORK_MS
  let row = rowOf(await beginImport({ guildId: visit.guildId, header, parts, whole, options, dryRun }, deps))
  while (row.phase === "loading" && Date.now() < until) {
    const before = row.next
    const answer = await importPart(row, { number: before, text: texts[before] ?? "" }, deps)
    if ("refused" in answer && !dryRun && before > 0) return { row, problem: answer.refused }
    row = rowOf(answer)
    if (row.phase === "loading" && row.next === before) break
  }
  return { row, problem: null }
}

function rowOf(answer: Awaited<ReturnType<typeof importPart>>): ImportRow {
  if ("refused" in answer) throw new Refused({ reason: "not_imported", problem: answer.refused })
  return answer
}

function depsOf({ entered, by, runtime, guildId }: Visit): ImportDeps {
  const { db, guild, channels, structure } = entered
  return {
    db,
    by,
    sensitive: guild.policy.sensitive,
    readersOf: readerKeys(structure),
    heard: new Set(channels.map(({ id }) => id)),
    isOperator: false,
    deletedAmong: (id, ids) => channelStub(runtime.env, guildId, id).deletedAmong(ids),
    journal: (said) => journalConsent(runtime.env, guildId, { kind: "consent", ...said }),
  }
}

function Report({ visit, row, problem }: { visit: Visit; row: ImportRow; problem: string | null }) {
  const { phase, next, parts, tally } = row
  const rows = Object.entries(tally.rows).flatMap(([table, counts]) =>
    Object.entries(counts).map(([what, count]) => [table, what.replaceAll("_", " "), String(count)]),
  )
  return (
    <>
      {phase === "done" ? (
        <Notice tone="good">The export is imported. Sent again, it changes nothing.</Notice>
      ) : phase === "checked" ? null : (
        <Notice tone="warn">
          {`${next} of ${parts.length} parts are done. ${problem ?? "Send the same file again to go on."}`}
        </Notice>
      )}
      <Card flush>
        <DataTable
          caption="Rows of the export"
          columns={[{ text: "Table" }, { text: "Outcome" }, { text: "Rows", number: true }]}
          rows={rows}
        />
      </Card>
      {phase === "done" ? null : (
        <ImportCard visit={visit} step={phase === "checked" || !row.dryRun ? "import" : "check"} />
      )}
    </>
  )
}

/** The form that checks a file, or imports it. Administrators alone see it. */
export function ImportCard({ visit, step }: { visit: Visit; step: "check" | "import" }) {
  if (!visit.isAdministrator) return null
  const isCheck = step === "check"
  return (
    <Card
      title={isCheck ? "Import an export" : "Import it now"}
      lead={
        isCheck
          ? "Takes a file that a Keepsake exported, of this or another server. It is checked first, and nothing is written."
          : "Choose the same file again. Memories are added or merged; what people had erased or opted out of stays out."
      }
    >
      <PostForm action={`${visit.base}/run/import`} fields={{ step }} stack upload>
        <FileField
          name="file"
          label="File"
          accept=".jsonl,application/jsonl"
          help={`Up to ${MOST_IMPORT_BYTES / 1_048_576} MB. Larger files, settings and policy, and other channel ids go through npm run import.`}
          required
          wide
        />
        <div class="buttons">
          <Submit kind={isCheck ? "" : "main"}>{isCheck ? "Check file" : "Import"}</Submit>
          {isCheck ? null : <Badge tone="warn">writes memories</Badge>}
        </div>
      </PostForm>
    </Card>
  )
}
