/** The deployment's health, for the operator. It belongs to no guild. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { checkDeployment } from "../../health/deployment.ts"
import { HEALTH_STATUSES } from "../../health/health-check.ts"
import { guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { json } from "../schemas.ts"

const HealthSchema = z
  .object({
    status: z.enum(["ok", "warning", "failing"]).openapi({ description: "The worst of all checks." }),
    checked_at: z.string(),
    discord: z
      .object({ application_id: z.string().nullable(), public_key: z.string().nullable() })
      .openapi({ description: "The public values that this worker was configured with." }),
    checks: z.array(
      z.object({
        name: z.string(),
        status: z.enum(HEALTH_STATUSES).openapi({ description: "`unknown`: the check could not be made." }),
        detail: z.string(),
        to_do: z.string().nullable().openapi({ description: "The operator's next step; null for none." }),
      }),
    ),
  })
  .openapi("Health")

const health = guarded({
  id: "readHealth",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/health",
  summary: "Check the deployment: database, gateway, cron and everything that waits",
  request: {
    query: z.object({
      probe: z
        .enum(["true", "false"])
        .default("false")
        .openapi({ description: "Also calls the models and the vector index, for a few tokens." }),
    }),
  },
  responses: {
    200: json(HealthSchema, "The result of every check, also if some are failing."),
  },
})

export const healthRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })

healthRoutes.openapi(health, async (c) => {
  const probe = c.req.valid("query").probe === "true"
  const { status, checkedAt, checks } = await checkDeployment(c.env, { probe })
  const { DISCORD_APPLICATION_ID, DISCORD_PUBLIC_KEY } = c.env
  return c.json(
    {
      status,
      checked_at: iso(checkedAt),
      discord: {
        application_id: DISCORD_APPLICATION_ID?.trim() || null,
        public_key: DISCORD_PUBLIC_KEY?.trim() || null,
      },
      checks: checks.map(({ toDo, ...check }) => ({ ...check, to_do: toDo })),
    },
    200,
  )
})
