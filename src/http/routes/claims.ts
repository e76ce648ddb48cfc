/** The claim log: what the gate saw of each claim and decided. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { CLAIM_LABELS, LOGGED_CHANGES } from "../../domain/claim-labels.ts"
import { plainText } from "../../domain/plain-text.ts"
import {
  IMPORTANCE_WEIGHT,
  IMPORTANCES,
  LIFETIMES,
  METHODS,
  SCOPES,
  SECTIONS,
  SOURCES,
  TYPES,
} from "../../domain/types.ts"
import { listClaims } from "../../memory/read/claims.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, foreignCursor, iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { GuildParam, json } from "../schemas.ts"

const VERDICTS = ["accepted", "shadowed", "queued", "rejected"] as const
const number = z.number().nullable()
const text = z.string().nullable()

const ClaimSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    window_id: text.openapi({ description: "`null` if it was told directly." }),
    channel_id: text,
    n: z.int().openapi({ description: "Its place among the claims of its extraction, from 0." }),
    lines: number.openapi({ description: "Messages of its window." }),
    op: z.enum(["save", "update", "forget"]),
    scope: z.enum(SCOPES).nullable(),
    subject_id: text,
    type: z.enum(TYPES).nullable(),
    section: z.enum(SECTIONS).nullable(),
    importance: z.enum(IMPORTANCES).nullable(),
    importance_value: number.openapi({ description: "`importance` as its weight in ranking, 0 to 1." }),
    lifetime: z.enum(LIFETIMES).nullable(),
    reported: z.boolean().nullable().openapi({ description: "Someone other than the subject said it." }),
    second_reading: z.enum(["confirmed", "denied"]).nullable(),
    base: number.openapi({ description: "The extractor's confidence." }),
    cited_lines: number,
    cited_chars: number,
    fact_chars: number,
    source: z.enum(SOURCES).nullable(),
    method: z.enum(METHODS),
    model: text,
    prompt_hash: text,
    change: z.enum(LOGGED_CHANGES).nullable(),
    certainty: number.openapi({ description: "`base` × the weight of its source." }),
    confidence: number.openapi({ description: "Confidence of the memory, as judged." }),
    statements: number.openapi({ description: "Statements of the memory, as judged." }),
    contradicted: z.boolean().nullable(),
    known: number.openapi({ description: "Statements known of the subject to the same readers." }),
    similarity: number.openapi({ description: "Overlap of stems with the nearest known memory, 0 to 1." }),
    gate: z.unknown().openapi({ description: "The counts the gate decided by; `null` if it was not asked." }),
    verdict: z.enum(VERDICTS),
    reason: z.string(),
    policy_version: z.int(),
    input_tokens: number.openapi({
      description: "Of its window's model calls as a whole, like the next two.",
    }),
    output_tokens: number,
    latency_ms: number,
    holdout: z.boolean(),
    memory_id: text,
    label: z.enum(CLAIM_LABELS).nullable().openapi({
      description:
        "The outcome of the memory that the claim was written to; `null` without one. A row with `forgotten` keeps only what says of what kind the claim was and how it was decided.",
    }),
    labeled_on: text.openapi({ description: "The UTC day of the label." }),
    recalled_on: text.openapi({
      description: "The UTC day on which a noted recall first showed the memory.",
    }),
    propensity: number.openapi({
      description:
        "The probability with which chance sent it to review instead of rejecting it; `null` if chance had no part.",
    }),
    trial_id: text.openapi({ description: "The trial that ran; `null` without one." }),
    trial_verdict: z.enum(VERDICTS).nullable().openapi({
      description: "The decision of the trial's candidate; `null` without one.",
    }),
    trial_reason: text,
  })
  .openapi("LoggedClaim")

const route = guarded({
  id: "listClaims",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/guilds/{g}/claims",
  summary: "List what the gate saw and decided of each claim, latest first, without anyone's words",
  request: {
    params: GuildParam,
    query: z.object({
      verdict: z.enum(VERDICTS).optional().openapi({ description: "Only rows with this verdict." }),
      reason: plainText(60, 1).optional().openapi({ description: "Only rows with this reason." }),
      type: z.enum(TYPES).optional().openapi({ description: "Only claims of this type." }),
      method: z.enum(METHODS).optional().openapi({ description: "Only claims extracted this way." }),
      policy_version: z.coerce.number().int().min(0).optional(),
      label: z.enum(CLAIM_LABELS).optional().openapi({ description: "Only rows with this label." }),
      labeled: z.stringbool().optional().openapi({
        type: "boolean",
        description: "`true`: only rows with a label. `false`: only rows without one.",
      }),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(ClaimSchema), next: z.string().nullable() }), "One page."),
  },
})

export const claimRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g } = c.req.valid("param")
  const { limit, cursor, policy_version: policyVersion, ...filter } = c.req.valid("query")
  const { db } = await enterRequestGuild(c, g)
  const before = cursor === undefined ? null : placeOf(cursor)
  const rows = await listClaims(db, g, { ...filter, policyVersion, before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const next = last ? encodeCursor({ at: last.at, id: last.id }) : null
  return c.json({ items: shown.map(presentRow), next }, 200)
})

function placeOf(cursor: string): { at: number; id: string } {
  const place = decodeCursor(cursor)
  if (!/^[0-9a-f]{24}$/.test(place.id)) throw foreignCursor()
  return place
}

function presentRow(row: Awaited<ReturnType<typeof listClaims>>[number]): z.output<typeof ClaimSchema> {
  const { windowId, channelId, subjectId, secondReading, citedLines, citedChars, factChars, ...rest } = row
  const { promptHash, policyVersion, inputTokens, outputTokens, latencyMs, memoryId, at, ...plain } = rest
  const { guildId: _, labeledOn, recalledOn, trialId, trialVerdict, trialReason, ...shown } = plain
  return {
    ...shown,
    importance_value: row.importance === null ? null : IMPORTANCE_WEIGHT[row.importance],
    at: iso(at),
    window_id: windowId,
    channel_id: channelId,
    subject_id: subjectId,
    second_reading: secondReading,
    cited_lines: citedLines,
    cited_chars: citedChars,
    fact_chars: factChars,
    prompt_hash: promptHash,
    policy_version: policyVersion,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    latency_ms: latencyMs,
    memory_id: memoryId,
    labeled_on: labeledOn,
    recalled_on: recalledOn,
    trial_id: trialId,
    trial_verdict: trialVerdict,
    trial_reason: trialReason,
  }
}
