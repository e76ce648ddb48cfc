/** The policy lab: replays of the claim log under a candidate, thresholds tuned from it, and drift by week. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { applyTuning } from "../../policy/lab/apply-tuning.ts"
import { readLabLog, tuneReport } from "../../policy/lab/reports.ts"
import { readDrift } from "../../policy/lab/weeks.ts"
import { mergePatch } from "../../policy/patch.ts"
import { type Policy, PolicySchema } from "../../policy/policy.ts"
import { findVersion } from "../../policy/versions.ts"
import { replayCandidate } from "../../runtime/replay-candidate.ts"
import { type Entered, enterRequestGuild, guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalid, invalidHook } from "../problem.ts"
import { body, GuildParam, json } from "../schemas.ts"
import { DriftSchema, presentHoldout, presentThreshold, presentWeek, TuneSchema } from "./lab-schemas.ts"
import { causeOf } from "./policy.ts"
import { presentReplay, ReplaySchema } from "./replay-schemas.ts"

const POLICY = "/v1/guilds/{g}/policy"
const DAYS = z.int().min(1).max(400).default(180).openapi({
  description: "Days of the claim log to read; at most the latest 20,000 claims count.",
})

const replay = guarded({
  id: "replayPolicy",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${POLICY}/replay`,
  summary: "Replay the claim log under a candidate policy and say if it is better; changes nothing",
  request: {
    params: GuildParam,
    body: body(
      z.strictObject({
        candidate: z.record(z.string(), z.unknown()),
        days: DAYS,
        set: z.enum(["holdout", "tuning", "all"]).default("holdout").openapi({
          description: "The claims that judge: those that tuning never sees, those that it sees, or all.",
        }),
      }),
    ),
  },
  responses: { 200: json(ReplaySchema, "The comparison and its verdict.") },
})

const share = z.number().min(0.01).max(0.5).optional()
const tune = guarded({
  id: "tunePolicy",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${POLICY}/tune`,
  summary: "Propose the lowest confidence of each type that keeps bad memories rare; apply it if asked to",
  request: {
    params: GuildParam,
    body: body(
      z.strictObject({
        alpha: share.openapi({ description: "The largest share of bad memories; `lab.alpha` by default." }),
        delta: share.openapi({ description: "The probability of missing it; `lab.delta` by default." }),
        days: DAYS,
        apply: z.boolean().default(false).openapi({
          description:
            "Puts the certified thresholds in force as a new version, unless held-out claims speak against it.",
        }),
      }),
    ),
  },
  responses: { 200: json(TuneSchema, "The proposal.") },
})

const drift = guarded({
  id: "readDrift",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${POLICY}/drift`,
  summary: "List finished weeks and how far each moved from those before it, earliest first",
  request: {
    params: GuildParam,
    query: z.object({ weeks: z.coerce.number().int().min(1).max(104).default(26) }),
  },
  responses: { 200: json(DriftSchema, "The weeks.") },
})

export const labRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(replay, async (c) => {
    const { g } = c.req.valid("param")
    const { candidate, days, set } = c.req.valid("json")
    const entered = await enterRequestGuild(c, g)
    const { db, guild } = entered
    const { now } = auditAuthor(c)
    const policy = await candidatePolicy(entered, candidate)
    const replayed = await replayCandidate(db, guild, { candidate: policy, days, set, now })
    return c.json(presentReplay(replayed, set), 200)
  })
  .openapi(tune, async (c) => {
    const { g } = c.req.valid("param")
    const { days, apply, ...given } = c.req.valid("json")
    const entered = await enterRequestGuild(c, g)
    const { db, guild } = entered
    const { now } = auditAuthor(c)
    const { alpha = guild.settings.lab.alpha, delta = guild.settings.lab.delta } = given
    const log = await readLabLog(db, g, { days, now })
    const report = tuneReport(log, guild, { alpha, delta, now })
    const { gate } = report.proposal ?? { gate: null }
    return c.json(
      {
        ...{ alpha, delta, rows: report.rows, truncated: log.truncated },
        from: log.from === null ? null : iso(log.from),
        thresholds: report.thresholds.map((one) => presentThreshold(one, { alpha, delta })),
        patch: gate && { gate: { confidence_by_type: gate.confidence_by_type } },
        holdout: presentHoldout(report.holdout),
        applied: apply ? await applyTuning(db, guild, report, causeOf(c)) : null,
      },
      200,
    )
  })
  .openapi(drift, async (c) => {
    const { g } = c.req.valid("param")
    const { weeks } = c.req.valid("query")
    const { db } = await enterRequestGuild(c, g)
    return c.json({ weeks: (await readDrift(db, g, weeks)).map(presentWeek) }, 200)
  })

async function candidatePolicy({ db, guild }: Entered, given: Record<string, unknown>): Promise<Policy> {
  if ("version" in given) {
    const { data, error } = z.strictObject({ version: z.int().min(0) }).safeParse(given)
    if (error) throw new Refused(invalid(error, "body.candidate"))
    const found = await findVersion(db, guild.id, data.version)
    if (found) return found.policy
    const problem = "is no version of this guild's policy"
    throw new Refused({ reason: "invalid", issues: [{ field: "body.candidate.version", problem }] })
  }
  const { data, error } = PolicySchema.safeParse(mergePatch(guild.policy, given))
  if (error) throw new Refused(invalid(error, "body.candidate"))
  return data
}
