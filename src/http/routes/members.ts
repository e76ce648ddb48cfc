/** People: their profile, what they ask to remember or forget, and their consent. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import { SECTIONS } from "../../domain/types.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { forgetMemories } from "../../memory/write/correct.ts"
import { followRequestWrites, guarded } from "../guarded.ts"
import { findForgetMatches, readMemberProfile, rememberStatement } from "../member-actions.ts"
import { MemorySchema, presentMemory } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { VIEWER_BODY_FIELDS, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, ChannelId, json, MemberParam, Timestamp } from "../schemas.ts"
import { verdictHint } from "../verdict-hints.ts"

const MEMBER = "/v1/guilds/{g}/members/{u}"

const ProfileSchema = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  sections: z.record(z.enum(SECTIONS), z.array(MemorySchema)),
  expiring: z.array(MemorySchema),
})

type Sections = z.output<typeof ProfileSchema>["sections"]

const profile = guarded({
  id: "readProfile",
  scope: "read",
  binding: "reader",
  method: "get",
  path: `${MEMBER}/profile`,
  summary: "Read a person's profile: permanent memories by section, and expiring ones",
  request: {
    params: MemberParam,
    query: z.object({ ...VIEWER_FIELDS, as_of: Timestamp.optional() }),
  },
  responses: {
    200: json(ProfileSchema, "What is known, as far as it may be read in `channel_id` or by `viewer_id`."),
  },
})

const VerdictSchema = z.object({
  verdict: z.string(),
  reason: z.string(),
  fact: z.string().nullable(),
  memory_id: z.string().nullable(),
  hint: z.string(),
})

const rememberRoute = guarded({
  id: "remember",
  scope: "write",
  binding: "statement",
  method: "post",
  path: `${MEMBER}/remember`,
  summary: "Remember something about a person",
  request: {
    params: MemberParam,
    body: body(
      z.strictObject({
        text: plainText(2_000, 1).refine((words) => /[\p{L}\p{N}]/u.test(words), "must contain words"),
        name: plainText(100, 1).optional(),
        channel_id: ChannelId.optional(),
      }),
    ),
  },
  responses: {
    200: json(
      z.object({ remembered: z.array(VerdictSchema) }),
      "The facts made from it, each with its verdict.",
    ),
  },
})

const ForgottenSchema = z.object({
  forgotten: z.array(z.object({ id: z.string(), fact: z.string() })),
  needs_confirmation: z.boolean(),
  matches: z.array(z.object({ id: z.string(), fact: z.string() })),
})

const forget = guarded({
  id: "forget",
  scope: "write",
  binding: "person",
  method: "post",
  path: `${MEMBER}/forget`,
  summary: "Forget matching memories; more than one, or one found by meaning only, with `confirm`",
  request: {
    params: MemberParam,
    body: body(
      z.strictObject({
        text: plainText(2_000, 1).refine((words) => /[\p{L}\p{N}]/u.test(words), "must contain words"),
        confirm: z.boolean().default(false),
        ...VIEWER_BODY_FIELDS,
      }),
    ),
  },
  responses: {
    200: json(ForgottenSchema, "What was forgotten, or what would be; both are empty if nothing matched."),
  },
})

export const memberRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(profile, async (c) => {
    const { g, u } = c.req.valid("param")
    const { as_of, ...stated } = c.req.valid("query")
    const read = { ...stated, asOf: as_of ? Date.parse(as_of) : null }
    const known = await readMemberProfile(c, { guildId: g, userId: u }, read)
    const present = (found: FoundMemory) => presentMemory(found, known.now)
    const section = (name: string) =>
      known.permanent.filter(({ memory }) => (memory.section ?? "other") === name)
    // fromEntries loses the type of its keys: they are SECTIONS.
    const sections = Object.fromEntries(
      SECTIONS.map((name) => [name, section(name).map(present)]),
    ) as Sections
    return c.json({ user: known.user, sections, expiring: known.expiring.map(present) }, 200)
  })
  .openapi(rememberRoute, async (c) => {
    const { g, u } = c.req.valid("param")
    const { text, name, channel_id } = c.req.valid("json")
    const verdicts = await rememberStatement(c, { guildId: g, userId: u }, { text, name, channel_id })
    const remembered = verdicts.map(({ kind, reason, fact, memoryId }) => ({
      verdict: kind,
      reason,
      fact,
      memory_id: memoryId,
      hint: verdictHint({ kind, reason, memoryId }),
    }))
    return c.json({ remembered }, 200)
  })
  .openapi(forget, async (c) => {
    const { g, u } = c.req.valid("param")
    const { text, confirm, ...stated } = c.req.valid("json")
    const found = await findForgetMatches(c, { guildId: g, userId: u }, { text, ...stated })
    const shown = found.matches.map(({ memory }) => ({ id: memory.id, fact: memory.fact }))
    if ((shown.length > 1 || found.isGuess) && !confirm)
      return c.json({ forgotten: [], needs_confirmation: true, matches: shown }, 200)
    const ids = shown.map(({ id }) => id)
    await forgetMemories(found.entered.db, g, ids, auditAuthor(c))
    followRequestWrites(c, g, { outcome: "forgotten", count: shown.length })
    return c.json({ forgotten: shown, needs_confirmation: false, matches: [] }, 200)
  })
