/** Errors as RFC 9457 problem+json: refusals, and unexpected failures. */

import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { z } from "zod"
import { describeError, explain, type Refusal, Refused } from "../domain/errors.ts"
import { fieldProblems, unknownFieldError } from "../domain/field-problems.ts"
import { statusOf } from "../domain/refusal-status.ts"
import { isSchemaMissing } from "../memory/db/health-queries.ts"

// Set for all schemas, because only here does zod tell which fields an object has.
z.config({ customError: unknownFieldError })

export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
})

/** Converts a refusal to a response. */
export function problem(c: Context, refusal: Refusal): Response {
  const status = statusOf(refusal)
  const body: z.output<typeof ProblemSchema> = {
    type: `urn:keepsake:${refusal.reason}`,
    title: refusal.reason.replaceAll("_", " "),
    status,
    detail: explain(refusal),
    ...(refusal.reason === "invalid" ? { errors: refusal.issues } : {}),
    ...(refusal.reason === "bad_json" ? { errors: [{ field: "body", problem: refusal.problem }] } : {}),
  }
  const challenge = refusal.reason === "unauthorized" ? { "www-authenticate": "Bearer" } : {}
  const wait = refusal.reason === "too_many" ? { "retry-after": String(refusal.retryAfter) } : {}
  const allow = refusal.reason === "wrong_method" ? { allow: refusal.allowed.join(", ") } : {}
  // statusOf returns 4xx codes that all allow a body.
  return c.json(body, status as ContentfulStatusCode, {
    "content-type": "application/problem+json",
    ...challenge,
    ...wait,
    ...allow,
  })
}

/** Converts zod's issues to fields and reasons. `root` names what was parsed: `body`, `query`, `path`. */
export function invalid(error: { issues: readonly z.core.$ZodIssue[] }, root: string): Refusal {
  return {
    reason: "invalid",
    issues: error.issues.flatMap((issue) => fieldProblems(issue, [root])).slice(0, 20),
  }
}

interface Checked {
  success: boolean
  target: string
  error?: { issues: readonly z.core.$ZodIssue[] }
}

const ROOTS: Record<string, string> = { json: "body", param: "path" }

/** zod-openapi's hook: refuses what fails its schema, with the field and the reason. */
export function invalidHook(result: Checked, c: Context): void {
  // Without a body and its type the schema receives an empty object, which a schema of defaults would accept.
  if (result.target === "json" && !c.req.header("content-type"))
    throw new Refused({ reason: "bad_json", problem: "it is empty" })
  if (result.success || !result.error) return
  throw new Refused(invalid(result.error, ROOTS[result.target] ?? result.target))
}

/**
 * The last handler: refusals get their texts; any other error is logged with its cause, and the response
 * leaves the cause out.
 */
export function onError(error: Error, c: Context): Response {
  if (error instanceof Refused) return problem(c, error.refusal)
  if (error instanceof HTTPException && error.status === 415)
    return problem(c, { reason: "unsupported_type" })
  // The validators' only other exception: a body that does not parse.
  if (error instanceof HTTPException && error.status === 400)
    return problem(c, { reason: "bad_json", problem: "it cannot be parsed" })
  if (isSchemaMissing(error)) return notSetUp(c)
  const id = crypto.randomUUID()
  console.error({
    event: "http.failed",
    id,
    path: c.req.path,
    error: describeError(error),
  })
  const body = {
    type: "urn:keepsake:outage",
    title: "outage",
    status: 503,
    detail: `A service this depends on failed. Try again later. Error id: ${id}.`,
  }
  return c.json(body, 503, { "content-type": "application/problem+json", "retry-after": "5" })
}

function notSetUp(c: Context): Response {
  console.error({ event: "http.not_set_up", path: c.req.path })
  const body = {
    type: "urn:keepsake:not_set_up",
    title: "not set up",
    status: 503,
    detail: `The database is not set up yet: open ${new URL("/setup", c.req.url)}`,
  }
  return c.json(body, 503, { "content-type": "application/problem+json" })
}
