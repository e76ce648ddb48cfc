/**
 * The HTTP API: an app under `/v1`, its authentication and its errors. Its OpenAPI document is a static file of the
 * deployment, which `npm run api` makes of these routes.
 */

import { OpenAPIHono, z } from "@hono/zod-openapi"
import { bodyLimit } from "hono/body-limit"
import { dataHeaders } from "../answer-headers.ts"
import { Refused } from "../domain/errors.ts"
import { loadLibraries } from "../runtime/object/libraries.ts"
import { adminToken } from "../settings.ts"
import { allowedMethods } from "./allowed-methods.ts"
import { mcpRoutes } from "./mcp/routes.ts"
import { type App, authenticate } from "./principal.ts"
import { onError, ProblemSchema, problem } from "./problem.ts"
import { answerRoutes } from "./routes/answers.ts"
import { auditRoutes } from "./routes/audit.ts"
import { backupRoutes } from "./routes/backups.ts"
import { claimRoutes } from "./routes/claims.ts"
import { consentRoutes } from "./routes/consent.ts"
import { digestRoutes } from "./routes/digests.ts"
import { erasureRoutes } from "./routes/erasures.ts"
import { eventRoutes } from "./routes/events.ts"
import { exportRoutes } from "./routes/export.ts"
import { gatewayRoutes } from "./routes/gateway.ts"
import { guildRoutes } from "./routes/guild.ts"
import { healthRoutes } from "./routes/health.ts"
import { historyRoutes } from "./routes/history.ts"
import { identityRoutes } from "./routes/identities.ts"
import { importRoutes } from "./routes/imports.ts"
import { keyRoutes } from "./routes/keys.ts"
import { labRoutes } from "./routes/lab.ts"
import { labelRoutes } from "./routes/labels.ts"
import { linkRoutes } from "./routes/links.ts"
import { memberRoutes } from "./routes/members.ts"
import { memoryRoutes } from "./routes/memories.ts"
import { messageRoutes } from "./routes/messages.ts"
import { noteRoutes } from "./routes/notes.ts"
import { peopleRoutes } from "./routes/people.ts"
import { policyRoutes } from "./routes/policy.ts"
import { policyVersionRoutes } from "./routes/policy-versions.ts"
import { portabilityRoutes } from "./routes/portability.ts"
import { recallRoutes } from "./routes/recall.ts"
import { feedbackRoutes } from "./routes/recall-feedback.ts"
import { reviewRoutes } from "./routes/review.ts"
import { runRoutes } from "./routes/runs.ts"
import { spendRoutes } from "./routes/spend.ts"
import { structureRoutes } from "./routes/structure.ts"
import { trialRoutes } from "./routes/trials.ts"
import { json } from "./schemas.ts"

const MAX_BODY = 1_048_576

const RunningSchema = z.object({
  ok: z.boolean(),
  model: z.enum(["bound", "none"]),
  admin_token: z.enum(["set", "none"]),
})

/** The one route that needs no token. */
const RUNNING = {
  operationId: "checkHealth",
  method: "get" as const,
  path: "/healthz",
  summary: "Check that the worker runs, and whether a model is bound and an admin token set",
  security: [],
  responses: { 200: json(RunningSchema, "The worker is running.") },
}

export const app = new OpenAPIHono<App>()

app.use(dataHeaders)
app.onError(onError)
app.notFound((c) => {
  const path = `${c.req.method} ${c.req.path}`
  const allowed = allowedMethods(app.routes, c.req.path)
  return problem(
    c,
    allowed.length > 0 ? { reason: "wrong_method", path, allowed } : { reason: "unknown_route", path },
  )
})
app.get("/healthz", (c) =>
  c.json({
    ok: true,
    model: c.env.AI_BASE_URL || c.env.AI ? "bound" : "none",
    admin_token: adminToken(c.env) === null ? "none" : "set",
  }),
)
app.use("/v1/*", authenticate)
app.use("/v1/*", async (_, next) => {
  await loadLibraries()
  await next()
})
app.use(
  "/v1/*",
  bodyLimit({
    maxSize: MAX_BODY,
    onError: () => {
      throw new Refused({ reason: "too_large", limit: "1 MB" })
    },
  }),
)
app.route("/", mcpRoutes)
app.openAPIRegistry.registerComponent("securitySchemes", "token", {
  type: "http",
  scheme: "bearer",
  description:
    "A guild's API key (`ks_…`) with scope read, write or admin, or the deployment's admin token, which may do everything in every guild.",
})
// A clone, because only schemas made after zod's extension can be registered.
app.openAPIRegistry.register("Problem", ProblemSchema.clone())
app.openAPIRegistry.registerPath(RUNNING)
app.route("/", messageRoutes)
app.route("/", recallRoutes)
app.route("/", feedbackRoutes)
app.route("/", answerRoutes)
app.route("/", memberRoutes)
app.route("/", consentRoutes)
app.route("/", linkRoutes)
app.route("/", identityRoutes)
app.route("/", keyRoutes)
app.route("/", auditRoutes)
app.route("/", labelRoutes)
app.route("/", claimRoutes)
app.route("/", labRoutes)
app.route("/", digestRoutes)
app.route("/", memoryRoutes)
app.route("/", eventRoutes)
app.route("/", noteRoutes)
app.route("/", reviewRoutes)
app.route("/", guildRoutes)
app.route("/", policyRoutes)
app.route("/", policyVersionRoutes)
app.route("/", trialRoutes)
app.route("/", structureRoutes)
app.route("/", erasureRoutes)
app.route("/", runRoutes)
app.route("/", peopleRoutes)
app.route("/", exportRoutes)
app.route("/", healthRoutes)
app.route("/", gatewayRoutes)
app.route("/", spendRoutes)
app.route("/", backupRoutes)
app.route("/", portabilityRoutes)
app.route("/", historyRoutes)
app.route("/", importRoutes)
