/** A guild's policy in force, and the presets to start from. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { changePolicy, type PolicyChange, parsePolicy } from "../../policy/change.ts"
import { putPolicy } from "../../policy/guild.ts"
import { PolicyPatchSchema } from "../../policy/patch.ts"
import { PolicySchema } from "../../policy/policy.ts"
import { PRESET_NAMES, PRESETS, withPreset } from "../../policy/presets.ts"
import { MOST_NOTE } from "../../policy/versions.ts"
import { readSettings } from "../../settings.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, GuildParam, json } from "../schemas.ts"

const POLICY = "/v1/guilds/{g}/policy"
export const VersionedPolicy = PolicySchema.extend({ version: z.int() })

export const NoteField = plainText(MOST_NOTE)
  .optional()
  .openapi({
    description: `Why it changes, in at most ${MOST_NOTE} characters: shown with the version.`,
  })

const get = guarded({
  id: "readPolicy",
  scope: "read",
  binding: "guild",
  method: "get",
  path: POLICY,
  summary: "Read the policy in force: the rules for writing and reading memory",
  request: { params: GuildParam },
  responses: { 200: json(VersionedPolicy, "The policy; version 0 is the default.") },
})
const put = guarded({
  id: "replacePolicy",
  scope: "admin",
  binding: "guild",
  method: "put",
  path: POLICY,
  summary: "Put a new policy version in force; a field left out gets its default",
  request: {
    params: GuildParam,
    query: z.object({ note: NoteField }),
    body: body(PolicySchema.extend({ version: z.int().optional() })),
  },
  responses: { 200: json(VersionedPolicy, "The policy as it is now.") },
})
const patch = guarded({
  id: "changePolicy",
  scope: "admin",
  binding: "guild",
  method: "patch",
  path: POLICY,
  summary: "Change fields of the policy; a field left out stays, null restores its default",
  request: {
    params: GuildParam,
    query: z.object({
      note: NoteField,
      preset: z.enum(PRESET_NAMES).optional().openapi({
        description: "A preset of `GET …/policy/presets` that applies before the body.",
      }),
    }),
    body: body(PolicyPatchSchema),
  },
  responses: { 200: json(VersionedPolicy, "The policy as it is now.") },
})
const presets = guarded({
  id: "listPolicyPresets",
  scope: "read",
  binding: "guild",
  method: "get",
  path: `${POLICY}/presets`,
  summary: "List the presets of a policy as merge patches",
  request: { params: GuildParam },
  responses: {
    200: json(
      z.object({
        items: z.array(
          z.object({ name: z.enum(PRESET_NAMES), description: z.string(), patch: PolicyPatchSchema }),
        ),
      }),
      "The presets; `PATCH …/policy?preset=` applies one.",
    ),
  },
})

export const policyRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(get, async (c) => {
    const { guild } = await enterRequestGuild(c, c.req.valid("param").g)
    return c.json({ ...guild.policy, version: guild.policyVersion }, 200)
  })
  .openapi(put, async (c) => {
    const { g } = c.req.valid("param")
    const { note = null } = c.req.valid("query")
    const { version: _, ...policy } = c.req.valid("json")
    const by = { ...auditAuthor(c), mode: readSettings(c.env).NEW_GUILDS, note }
    return c.json({ ...policy, version: await putPolicy(guildDatabase(c.env, g), g, policy, by) }, 200)
  })
  .openapi(patch, async (c) => {
    const { g } = c.req.valid("param")
    const { note = null, preset } = c.req.valid("query")
    const change = c.req.valid("json")
    const changed = await changePolicy(
      guildDatabase(c.env, g),
      g,
      (current) => parsePolicy(withPreset(current, preset, change), "body"),
      { ...causeOf(c), note },
    )
    return c.json(presentInForce(changed), 200)
  })
  .openapi(presets, async (c) => {
    await enterRequestGuild(c, c.req.valid("param").g)
    const items = PRESET_NAMES.map((name) => ({ name, ...PRESETS[name] }))
    return c.json({ items }, 200)
  })

/** A request has no id of its own that would tell a repeated one. */
export function causeOf(c: Context<App>) {
  return { by: auditAuthor(c), cause: crypto.randomUUID() }
}

/** Presents the policy that a change left in force; throws `Refused` if another one came first. */
export function presentInForce({ kind, policy, version: number }: PolicyChange) {
  if (kind === "stale") throw new Refused({ reason: "policy_changed", version: number })
  return { ...policy, version: number }
}
