/** Errors on the wire: RFC 9457 problem+json, from refusals, and from what nobody expected. */
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { z } from "zod"
import { explain, type Refusal, Refused, statusOf } from "../errors.ts"

export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
})

/** A refusal as a response. */
export function problem(c: Context, refusal: Refusal): Response {
  const status = statusOf(refusal)
  const body: z.output<typeof ProblemSchema> = {
    type: `urn:keepsake:${refusal.reason}`,
    title: refusal.reason.replaceAll("_", " "),
    status,
    detail: explain(refusal),
    ...(refusal.reason === "invalid" ? { errors: refusal.issues } : {}),
  }
  // statusOf yields 4xx codes that all carry a body.
  return c.json(body, status as ContentfulStatusCode, { "content-type": "application/problem+json" })
}

/** zod's issues as fields and reasons. `root` names what was parsed: `body`, `query`, `param`. */
export function invalid(error: { issues: readonly z.core.$ZodIssue[] }, root: string): Refusal {
  return {
    reason: "invalid",
    issues: error.issues.slice(0, 20).map((issue) => ({
      field: [root, ...issue.path].map(String).join("."),
      problem: issue.message,
    })),
  }
}

/** zod-openapi's hook: what fails its schema is refused with the field and the reason. */
export function invalidHook(result: {
  success: boolean
  target: string
  error?: { issues: readonly z.core.$ZodIssue[] }
}): void {
  if (result.success || !result.error) return
  throw new Refused(invalid(result.error, result.target === "json" ? "body" : result.target))
}

/** The last handler: refusals get their words; anything else is ours, logged with its cause and told without it. */
export function onError(error: Error, c: Context): Response {
  if (error instanceof Refused) return problem(c, error.refusal)
  const id = crypto.randomUUID()
  console.error({
    event: "http.failed",
    id,
    path: c.req.path,
    error: `${error}`,
    cause: `${error.cause ?? ""}`,
  })
  const body = {
    type: "urn:keepsake:outage",
    title: "outage",
    status: 503,
    detail: `Something this depends on failed. Try again; error ${id}.`,
  }
  return c.json(body, 503, { "content-type": "application/problem+json", "retry-after": "5" })
}
