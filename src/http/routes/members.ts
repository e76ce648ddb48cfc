/** People: their profile, what they ask to remember or forget, and their consent. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { SECTIONS } from "../../domain/types.ts"
import { saveDirectStatement } from "../../extraction/direct-statement.ts"
import { withAccounts } from "../../identity/attributions.ts"
import { matchForgetRequest } from "../../memory/read/forget-request.ts"
import { listMemories, readableAmong } from "../../memory/read/manage.ts"
import { insertMember, memberForViewer, readProfile } from "../../memory/read/members.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { forgetMemories } from "../../memory/write/correct.ts"
import { deploymentChat } from "../../runtime/allowances/models.ts"
import { findByMeaning } from "../../runtime/meaning.ts"
import { operatorLimits, readSettings } from "../../settings.ts"
import { resolveReadTarget } from "../binding.ts"
import { enterActiveRequestGuild, followRequestWrites, guarded, requestRuntime } from "../guarded.ts"
import { MemorySchema, presentMemory } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, tellerFor, VIEWER_BODY_FIELDS, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, json, MemberParam, PROBLEMS, SnowflakeParam, Timestamp } from "../schemas.ts"

const MEMBER = "/v1/guilds/{g}/members/{u}"

const ProfileSchema = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  sections: z.record(z.enum(SECTIONS), z.array(MemorySchema)),
  expiring: z.array(MemorySchema),
})

type Sections = z.output<typeof ProfileSchema>["sections"]

const profile = guarded({
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
    ...PROBLEMS,
  },
})

const VerdictSchema = z.object({
  verdict: z.string(),
  reason: z.string(),
  fact: z.string().nullable(),
  memory_id: z.string().nullable(),
})

const rememberRoute = guarded({
  scope: "write",
  binding: "statement",
  method: "post",
  path: `${MEMBER}/remember`,
  summary: "Remember something about a person",
  request: {
    params: MemberParam,
    body: body(
      z.object({
        text: plainText(2_000, 1).refine((words) => /[\p{L}\p{N}]/u.test(words), "must contain words"),
        name: plainText(100, 1).optional(),
        channel_id: SnowflakeParam.optional(),
      }),
    ),
  },
  responses: {
    200: json(
      z.object({ remembered: z.array(VerdictSchema) }),
      "The facts made from it, each with its verdict.",
    ),
    ...PROBLEMS,
  },
})

const ForgottenSchema = z.object({
  forgotten: z.array(z.object({ id: z.string(), fact: z.string() })),
  needs_confirmation: z.boolean(),
  matches: z.array(z.object({ id: z.string(), fact: z.string() })),
})

const forget = guarded({
  scope: "write",
  binding: "person",
  method: "post",
  path: `${MEMBER}/forget`,
  summary: "Forget matching memories; more than one, or one found by meaning only, with `confirm`",
  request: {
    params: MemberParam,
    body: body(
      z.object({
        text: plainText(2_000, 1).refine((words) => /[\p{L}\p{N}]/u.test(words), "must contain words"),
        confirm: z.boolean().default(false),
        ...VIEWER_BODY_FIELDS,
      }),
    ),
  },
  responses: {
    200: json(ForgottenSchema, "What was forgotten, or what would be; both are empty if nothing matched."),
    ...PROBLEMS,
  },
})

export const memberRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(profile, async (c) => {
    const { g, u } = c.req.valid("param")
    const { as_of, ...stated } = c.req.valid("query")
    const { entered, viewer } = await enterAsViewer(c, g, stated)
    const member = await memberForViewer(entered.db, viewer, u)
    if (!member) throw new Refused({ reason: "unknown_member", userId: u })
    const now = as_of ? Date.parse(as_of) : Date.now()
    const moment = { now, until: as_of ? now : Number.MAX_SAFE_INTEGER }
    const known = await readProfile(
      entered.db,
      viewer,
      withAccounts([u], viewer, entered.guild.attributions),
      moment,
    )
    const present = (found: FoundMemory) => presentMemory(found, now)
    const section = (name: string) =>
      known.permanent.filter(({ memory }) => (memory.section ?? "other") === name)
    // fromEntries loses the type of its keys: they are SECTIONS.
    const sections = Object.fromEntries(
      SECTIONS.map((name) => [name, section(name).map(present)]),
    ) as Sections
    return c.json({ user: member, sections, expiring: known.expiring.map(present) }, 200)
  })
  .openapi(rememberRoute, async (c) => {
    const { g, u } = c.req.valid("param")
    const statement = c.req.valid("json")
    const reader = resolveReadTarget(c.get("principal"), { channel_id: statement.channel_id })
    const entered = await enterActiveRequestGuild(c, g, { viewerId: reader.userId })
    const { db } = entered
    const viewer = tellerFor(entered, reader)
    const member = await memberForViewer(db, viewer, u)
    const about = { id: u, name: member?.name ?? statement.name ?? `member ${u}` }
    const settings = readSettings(c.env)
    const verdicts = await saveDirectStatement(
      db,
      { guildId: g, about, text: statement.text, channelId: reader.channelId, at: Date.now() },
      { chat: deploymentChat(c.env, settings), ...operatorLimits(settings) },
    )
    if (!Array.isArray(verdicts)) throw new Refused(verdicts)
    // Only now: a refused text makes nobody known.
    if (!member) await insertMember(db, g, about, Date.now())
    followRequestWrites(c, g)
    const known = await readableAmong(
      db,
      viewer,
      verdicts.flatMap(({ memoryId }) => memoryId ?? []),
    )
    const remembered = verdicts.map(({ kind, reason, fact, memoryId }) => ({
      verdict: kind,
      reason,
      fact,
      memory_id: memoryId !== null && known.has(memoryId) ? memoryId : null,
    }))
    return c.json({ remembered }, 200)
  })
  .openapi(forget, async (c) => {
    const { g, u } = c.req.valid("param")
    const { text: words, confirm, ...stated } = c.req.valid("json")
    const { entered, viewer } = await enterAsViewer(c, g, stated)
    const member = await memberForViewer(entered.db, viewer, u)
    if (!member) throw new Refused({ reason: "unknown_member", userId: u })
    const filter = {
      scope: "user",
      subjectId: u,
      type: null,
      status: null,
      contradicted: null,
      topic: null,
      words: null,
    } as const
    const known = await listMemories(entered.db, viewer, filter, {
      after: null,
      limit: 2_000,
    })
    const named = matchForgetRequest(words, known, member.name)
    const guessed =
      named.length > 0 ? [] : await findByMeaning(requestRuntime(c), { entered, viewer }, { words, known })
    const matches = [...named, ...guessed]
    const shown = matches.map(({ memory }) => ({ id: memory.id, fact: memory.fact }))
    if ((matches.length > 1 || guessed.length > 0) && !confirm)
      return c.json({ forgotten: [], needs_confirmation: true, matches: shown }, 200)
    await forgetMemories(
      entered.db,
      g,
      shown.map((memory) => memory.id),
      auditAuthor(c),
    )
    followRequestWrites(c, g, { outcome: "forgotten", count: shown.length })
    return c.json({ forgotten: shown, needs_confirmation: false, matches: [] }, 200)
  })
