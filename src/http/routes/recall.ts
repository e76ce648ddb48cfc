/** Recall: what is known that bears on a question, for the place where the answer will be read. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { chatModel } from "../../ai/chat-model.ts"
import { costUsd } from "../../ai/cost.ts"
import { rerankModel } from "../../ai/rerank-model.ts"
import { vectorSearch } from "../../embedding/search.ts"
import { readSettings } from "../../env.ts"
import { guildDatabase } from "../../memory/database.ts"
import type { MessageQuery } from "../../memory/message-query.ts"
import { recordUsage, tokensOf, tokensQuery } from "../../memory/usage.ts"
import { withinSpend } from "../../policy/settings.ts"
import { type Recalled, recall } from "../../recall/recall.ts"
import { FORMATS } from "../../recall/render.ts"
import { type Id, TYPES, type Usage } from "../../vocabulary.ts"
import { guarded } from "../guarded.ts"
import { channelStub, type Entered, enterStaying, lastEntered, premiseOf } from "../guild-gate.ts"
import { presentItem } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, GuildParam, json, PROBLEMS, Snowflake, SourceSchema, Timestamp, text } from "../schemas.ts"
import { type ReadsFor, readsFor, STATED_IN_BODY, viewerFor } from "../viewing.ts"

const RequestSchema = z.object({
  query: text(2_000),
  ...STATED_IN_BODY,
  user_id: Snowflake.nullish(),
  mentions: z
    .array(
      z.union(
        [Snowflake, z.object({ id: Snowflake }).transform((person) => person.id)],
        'must be a snowflake in a string, or { "id": … } with one',
      ),
    )
    .max(3)
    .nullish(),
  format: z.enum(FORMATS).default("json"),
  max_items: z.int().min(1).max(50).nullish(),
  max_tokens: z.int().min(1).max(8_000).nullish(),
  as_of: Timestamp.nullish().openapi({ description: "Ask as if it were this time." }),
})

const ItemSchema = z.object({
  kind: z.enum(["memory", "note", "message"]),
  id: z.string(),
  text: z.string(),
  score: z.number(),
  at: z.string(),
  subject_id: z.string().optional(),
  type: z.enum(TYPES).optional(),
  confidence: z.number().optional(),
  title: z.string().optional(),
  sources: z.array(SourceSchema),
})

const RecalledSchema = z.object({
  text: z.string(),
  items: z.array(ItemSchema),
  people: z.array(z.object({ id: z.string(), name: z.string().nullable(), facts: z.int() })),
  degraded: z.array(z.string()),
  usage: z.object({ tokens: z.int(), max_tokens: z.int(), candidates: z.int() }),
})

const route = guarded({
  scope: "read",
  method: "post",
  path: "/v1/guilds/{g}/recall",
  summary: "What is known that bears on a question",
  request: { params: GuildParam, body: body(RequestSchema) },
  responses: {
    200: json(RecalledSchema, "Items, best first, and their text in the format asked for."),
    ...PROBLEMS,
  },
})

type Ask = z.output<typeof RequestSchema>

export const recallRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g } = c.req.valid("param")
  const ask = c.req.valid("json")
  const reader = readsFor(c.get("principal"), ask)
  const tab = new Tab((usage) => settleUp(c, g, usage))
  const known = remembered(c, g, reader)
  const early = known ? await answered(c, ask, { entered: known, known: true, tokens: 0, reader, tab }) : null
  const afresh = async () => ({ ...(await freshly(c, g, { reader, anew: known !== null })), reader, tab })
  const recalled = early ?? (await answered(c, ask, await afresh()))
  if (recalled === null) throw new Error("what was read for this question is a premise of nothing")
  const { spent, refresh, items, ...rest } = recalled
  tab.close(spent)
  if (refresh) c.executionCtx.waitUntil(refresh())
  return c.json({ ...rest, items: items.map(presentItem) }, 200)
})

/** The guild as it was, where that is enough to answer. Where the policy has models asked, what they may spend has to be read first; of a person, their roles. */
function remembered(c: Context<App>, guildId: Id, { userId }: ReadsFor): Entered | null {
  const known = lastEntered(c, guildId)
  if (known === null || (userId !== null && !known.people.has(userId))) return null
  const { rerank, expand_query } = known.guild.policy.recall
  return rerank || expand_query ? null : known
}

interface Known {
  entered: Entered
  /** Whether it was known from before, and so may have changed. */
  known: boolean
  /** What the guild's models were given today. */
  tokens: number
  /** The place or person it is asked for; neither: what everyone reads. */
  reader: ReadsFor
  tab: Tab
}

/** What models were paid for one answer: written down in one go when it is made, not in the way of what it reads; what is known only later, then. */
class Tab {
  readonly #settle: (usage: readonly Usage[]) => void
  #open: Usage[] | null = []

  constructor(settle: (usage: readonly Usage[]) => void) {
    this.#settle = settle
  }

  add(usage: Usage): void {
    if (this.#open === null) this.#settle([usage])
    else this.#open.push(usage)
  }

  close(rest: readonly Usage[]): void {
    this.#settle([...(this.#open ?? []), ...rest])
    this.#open = null
  }
}

/** The guild as it is, and what it has spent, in the time of one round trip. */
async function freshly(
  c: Context<App>,
  guildId: Id,
  { reader, anew }: { reader: ReadsFor; anew: boolean },
): Promise<Pick<Known, "entered" | "known" | "tokens">> {
  const tokens = tokensQuery(guildDatabase(c.env, guildId), guildId, Date.now()).then(tokensOf)
  const [entered, spent] = await Promise.all([
    enterStaying(c, guildId, { viewerId: reader.userId, anew }),
    tokens,
  ])
  return { entered, known: false, tokens: spent }
}

/** null where the guild was known from before and is no longer so. */
async function answered(
  c: Context<App>,
  ask: Ask,
  { entered, known, tokens, reader, tab }: Known,
): Promise<Recalled | null> {
  const { db, guild, channels } = entered
  const { recall: rule } = guild.policy
  const { timezone, consent, daily_tokens, read_only } = guild.settings
  const viewer = viewerFor(entered, reader)
  // Recall sees all for nobody.
  const may = new Set(viewer.readable === "all" ? [] : viewer.readable)
  const readable = channels.filter(({ id }) => may.has(id))
  const searchable = readable.map(({ id }) => ({
    id,
    search: (query: MessageQuery) => channelStub(c.env, guild.id, id).search(query),
  }))
  const request = {
    words: ask.query,
    asker: ask.user_id ?? null,
    mentions: ask.mentions ?? [],
    format: ask.format,
    asOf: ask.as_of ? Date.parse(ask.as_of) : null,
    timezone,
    maxItems: ask.max_items ?? null,
    maxTokens: ask.max_tokens ?? null,
  }
  const settings = readSettings(c.env)
  const chat = chatModel(c.env, settings)
  const paid = withinSpend(guild.settings, tokens)
  return recall(db, viewer, request, {
    rule,
    here: searchable.find(({ id }) => id === viewer.channelId) ?? null,
    elsewhere: searchable.filter(({ id }) => id !== viewer.channelId),
    vectors: vectorSearch(c.env, settings, {
      guildId: guild.id,
      spend: (usage) => tab.add(usage),
    }),
    premise: known ? premiseOf(entered) : null,
    expander: paid && rule.expand_query ? chat : null,
    reranker: paid && rule.rerank ? rerankModel(c.env, settings) : null,
    digests: {
      chat,
      dailyTokens: daily_tokens,
      readOnly: settings.READ_ONLY || read_only,
      optIn: consent === "opt_in",
    },
  })
}

/** Writes down what models were paid, once the answer is on its way. */
function settleUp(c: Context<App>, guildId: Id, spent: readonly Usage[]): void {
  if (spent.length === 0) return
  const usage = spent.map((one) => ({ ...one, costUsd: costUsd(one) }))
  c.executionCtx.waitUntil(recordUsage(guildDatabase(c.env, guildId), guildId, { usage, now: Date.now() }))
}
