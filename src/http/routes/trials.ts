/** Trials of a candidate policy: starting one, its report of differences, rolling it out, stopping and adopting it. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { GuardrailsSchema } from "../../policy/guardrails.ts"
import { PolicyPatchSchema } from "../../policy/patch.ts"
import { TRIAL_STAGES } from "../../policy/trial.ts"
import { trialReport } from "../../policy/trial-report.ts"
import {
  adoptTrial,
  createTrial,
  endTrial,
  listTrials,
  requireTrial,
  rollOutTrial,
} from "../../policy/trials.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, GuildParam, json } from "../schemas.ts"
import { presentTrial, presentTrialReport, TrialReportSchema, TrialSchema } from "../trial-shapes.ts"
import { causeOf, NoteField } from "./policy.ts"

const TRIALS = "/v1/guilds/{g}/policy/trials"
const TRIAL = "/v1/guilds/{g}/policy/trials/{id}"
const TrialParam = GuildParam.extend({ id: plainText(64, 1) })
const page = z.object({ items: z.array(TrialSchema), next: z.string().nullable() })
const list = guarded({
  id: "listPolicyTrials",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: TRIALS,
  summary: "List the trials of candidate policies, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: { 200: json(page, "One page.") },
})
const Share = z.number().min(0).max(1)
const start = guarded({
  id: "startPolicyTrial",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: TRIALS,
  summary: "Try a candidate policy beside the one in force; a guild has one trial at a time",
  request: {
    params: GuildParam,
    body: body(
      z.strictObject({
        candidate: z
          .union(
            [z.strictObject({ version: z.int().min(0) }), PolicyPatchSchema],
            'must be a merge patch to the policy, or { "version": … }',
          )
          .openapi({ description: "A merge patch to the policy in force, or the number of a version." }),
        note: NoteField,
        stage: z.enum(TRIAL_STAGES).default("shadow"),
        share: Share.default(0.1).openapi({ description: "Of windows and recalls, in a rollout." }),
        guardrails: GuardrailsSchema.prefault({}),
      }),
    ),
  },
  responses: { 201: json(TrialSchema, "The trial.") },
})
const read = guarded({
  id: "readPolicyTrial",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: TRIAL,
  summary: "Report how a candidate's decisions differ from those of the policy in force",
  request: {
    params: TrialParam,
    query: z.object({
      ...VIEWER_FIELDS,
      examples: z.coerce.number().int().min(0).max(50).default(10),
    }),
  },
  responses: { 200: json(TrialReportSchema, "The trial with its report.") },
})
const rollout = guarded({
  id: "rollOutPolicyTrial",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${TRIAL}/rollout`,
  summary: "Let the candidate decide a share of windows and recalls; again with another share changes it",
  request: { params: TrialParam, body: body(z.strictObject({ share: Share })) },
  responses: { 200: json(TrialSchema, "The trial as it is now.") },
})
const stop = guarded({
  id: "stopPolicyTrial",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${TRIAL}/stop`,
  summary: "End a trial; the policy in force stays in force",
  request: { params: TrialParam },
  responses: { 200: json(TrialSchema, "The trial as it is now.") },
})
const adopt = guarded({
  id: "adoptPolicyTrial",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${TRIAL}/adopt`,
  summary: "Put the candidate in force and end its trial",
  request: { params: TrialParam },
  responses: { 200: json(TrialSchema, "The trial as it is now.") },
})

export const trialRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(list, async (c) => {
    const { g } = c.req.valid("param")
    const { limit, cursor } = c.req.valid("query")
    const { db } = await enterRequestGuild(c, g)
    const before = cursor === undefined ? null : decodeCursor(cursor)
    const found = await listTrials(db, g, { before, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    const next = last ? encodeCursor({ at: last.startedAt, id: last.id }) : null
    return c.json({ items: shown.map(presentTrial), next }, 200)
  })
  .openapi(start, async (c) => {
    const { g } = c.req.valid("param")
    const { candidate: given, note = null, ...rest } = c.req.valid("json")
    const { db } = await enterRequestGuild(c, g)
    const candidate = "version" in given ? given : { patch: given }
    return c.json(presentTrial(await createTrial(db, g, { ...rest, candidate, note }, causeOf(c))), 201)
  })
  .openapi(read, async (c) => {
    const { g, id } = c.req.valid("param")
    const query = c.req.valid("query")
    const { entered, viewer } = await enterAsViewer(c, g, query)
    const trial = await requireTrial(entered.db, g, id)
    const report = await trialReport(entered, viewer, { trial, examples: query.examples })
    return c.json(presentTrialReport(trial, report), 200)
  })
  .openapi(rollout, async (c) => {
    const { g, id } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g)
    const { share } = c.req.valid("json")
    return c.json(presentTrial(await rollOutTrial(db, g, { id, share }, auditAuthor(c))), 200)
  })
  .openapi(stop, async (c) => {
    const { g, id } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g)
    await requireTrial(db, g, id)
    await endTrial(db, g, { id, outcome: "stopped", reason: null }, auditAuthor(c))
    const trial = await requireTrial(db, g, id)
    if (trial.outcome === "adopted") throw new Refused({ reason: "trial_over", trialId: id })
    return c.json(presentTrial(trial), 200)
  })
  .openapi(adopt, async (c) => {
    const { g, id } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g)
    return c.json(presentTrial(await adoptTrial(db, g, id, auditAuthor(c))), 200)
  })
