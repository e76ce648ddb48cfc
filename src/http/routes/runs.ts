/** A guild's nightly runs: start one, list them, read one step by step. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { beginManualNight } from "../../nights/begin.ts"
import { findRun, listRuns, pageOfSteps, type RunWithTotals } from "../../nights/ledger/run-reading.ts"
import { type CallsSpent, type RunStep, spentOf } from "../../nights/ledger/run-spent.ts"
import { nightRunner } from "../../nights/runner/runner.ts"
import { readSettings } from "../../settings.ts"
import { enterActiveRequestGuild, enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso, numberIn } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalid, invalidHook } from "../problem.ts"
import { GuildParam, json } from "../schemas.ts"

const RUNS = "/v1/guilds/{g}/runs"

const SPENT = {
  calls: z.int().openapi({ description: "Calls to models." }),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_usd: z.number().openapi({ description: "Cost of calls with a known price." }),
  unpriced_tokens: z.int().openapi({ description: "Tokens without a known price." }),
  counts: z.record(z.string(), z.number()).openapi({
    description: "How much was done, by name.",
    example: { merged: 3 },
  }),
}

const RunSchema = z
  .object({
    id: z.string(),
    state: z.enum(["running", "done", "failed", "skipped"]).openapi({
      description:
        "`failed`: a step was given up or the run was cut off; the next run does the rest. `skipped`: another run was in progress.",
    }),
    day: z.iso.date().openapi({ description: "The guild's local date when it started." }),
    trigger: z.enum(["schedule", "hand"]),
    requested_by: z.string(),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    totals: z.object({
      steps: z.int(),
      errors: z.int().openapi({ description: "Steps that were given up." }),
      ...SPENT,
    }),
  })
  .openapi("Run")

const StepSchema = z
  .object({
    step: z.string(),
    state: z.enum(["done", "failed"]),
    started_at: z.string(),
    finished_at: z.string(),
    ...SPENT,
    error: z.string().nullable(),
  })
  .openapi("RunStep")

const start = guarded({
  id: "startRun",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: RUNS,
  summary: "Start a nightly run now",
  request: { params: GuildParam },
  responses: { 202: json(RunSchema, "The run has started.") },
})

const list = guarded({
  id: "listRuns",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: RUNS,
  summary: "List a guild's nightly runs with their totals, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(20),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(RunSchema), next: z.string().nullable() }), "One page."),
  },
})

const one = guarded({
  id: "readRun",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${RUNS}/{id}`,
  summary: "Read a nightly run with its steps, in the order they were recorded",
  request: {
    params: GuildParam.extend({ id: plainText(64, 1) }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(200).openapi({ description: "Steps per page." }),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page of steps." }),
    }),
  },
  responses: {
    200: json(
      RunSchema.extend({ steps: z.array(StepSchema), next: z.string().nullable() }).openapi("RunWithSteps"),
      "The run, and one page of its steps.",
    ),
  },
})

export const runRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(start, async (c) => {
    const { g } = c.req.valid("param")
    await requireEmptyBody(c)
    const entered = await enterActiveRequestGuild(c, g)
    const settings = readSettings(c.env)
    const nights = { NIGHTS: nightRunner(c.env, settings), since: settings.NIGHTS_SINCE }
    return c.json(present(await beginManualNight(nights, entered, auditAuthor(c))), 202)
  })
  .openapi(list, async (c) => {
    const { g } = c.req.valid("param")
    const { limit, cursor } = c.req.valid("query")
    const { db } = await enterRequestGuild(c, g)
    const before = cursor === undefined ? null : decodeCursor(cursor)
    const rows = await listRuns(db, g, { before, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const next = last ? encodeCursor({ at: last.startedAt, id: last.id }) : null
    return c.json({ items: shown.map(present), next }, 200)
  })
  .openapi(one, async (c) => {
    const { g, id } = c.req.valid("param")
    const { limit, cursor } = c.req.valid("query")
    const { db } = await enterRequestGuild(c, g)
    const after = cursor === undefined ? 0 : numberIn(decodeCursor(cursor))
    const run = await findRun(db, g, id)
    if (run === null) throw new Refused({ reason: "unknown_run", runId: id })
    const rows = await pageOfSteps(db, run, { after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const next = last ? encodeCursor({ at: last.finishedAt, id: String(last.seq) }) : null
    return c.json({ ...present(run), steps: shown.map(presentStep), next }, 200)
  })

const EmptyBody = z.strictObject({})

/**
 * Refuses a body that asks for anything, so that nobody believes they chose a night. The route declares no
 * body, because it needs none.
 */
async function requireEmptyBody(c: Context<App>): Promise<void> {
  const sent = await c.req.text()
  if (sent.trim() === "") return
  const { success, error } = EmptyBody.safeParse(jsonOf(sent))
  if (!success) throw new Refused(invalid(error, "body"))
}

function jsonOf(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    throw new Refused({ reason: "bad_json", problem: "it cannot be parsed" })
  }
}

function present(run: RunWithTotals): z.output<typeof RunSchema> {
  const { totals } = run
  return {
    id: run.id,
    state: run.state,
    day: run.day,
    trigger: run.trigger,
    requested_by: run.requestedBy,
    started_at: iso(run.startedAt),
    finished_at: run.finishedAt === null ? null : iso(run.finishedAt),
    totals: { steps: totals.steps, errors: totals.errors, ...spent(totals) },
  }
}

function presentStep(step: RunStep): z.output<typeof StepSchema> {
  return {
    step: step.step,
    state: step.state,
    started_at: iso(step.startedAt),
    finished_at: iso(step.finishedAt),
    ...spent(spentOf(step)),
    error: step.error,
  }
}

function spent(of: CallsSpent & Pick<RunStep, "calls" | "counts">) {
  return {
    calls: of.calls,
    input_tokens: of.inputTokens,
    output_tokens: of.outputTokens,
    cost_usd: of.costUsd,
    unpriced_tokens: of.unpricedTokens,
    counts: of.counts,
  }
}
