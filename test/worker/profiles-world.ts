/**
 * Builds guilds with facts stated at chosen times, by chosen people, in chosen channels, and runs nights that
 * review them.
 */
import { env } from "cloudflare:workers"
import { expect } from "vitest"
import type { EmbeddingModel } from "../../src/ai/embedding/embedding.ts"
import type { Claim, Id, Source, Subject } from "../../src/domain/types.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { commit } from "../../src/memory/write/commit.ts"
import { listRunSteps, listRuns } from "../../src/nights/ledger/run-reading.ts"
import { DEFAULT_POLICY, gateRuleOf } from "../../src/policy/policy.ts"
import { evidence } from "../unit/builders.ts"
import { NOON } from "./builders.ts"
import { hear, talk } from "./http.ts"
import { night, type Stage, scripted } from "./night-stage.ts"

export const DAY = 86_400_000
/** The time of these tests' nights. */
export const NIGHT = NOON + DAY

export interface Fact extends Partial<Pick<Claim, "type" | "lifetime" | "section" | "importance" | "time">> {
  fact: string
  /** Ada by default. */
  about?: Id
  /** The channel or the server instead of a person. */
  group?: Subject
  by?: Id
  /** Days before noon on which it was said, each once. */
  ago?: number[]
  channel?: Id
  /** Channels with the same readers when it was said; only its own by default. */
  peers?: Id[]
  /** Overheard by default. */
  source?: Source
}

const NAMES: Record<Id, string> = { "11": "Ada", "12": "Bob", "13": "Cy" }

/**
 * Builds a guild with an open channel 100 and a closed channel 200, in which Ada, Bob and Cy said good
 * morning, and inserts these facts.
 */
export async function know(guild: Id, facts: readonly Fact[]): Promise<void> {
  const lines = Object.entries(NAMES).map(([id, name]): [string, string, string] => [
    id,
    name,
    "good morning",
  ])
  await hear(guild, "100", talk(100, NOON - 30 * DAY, lines))
  await hear(guild, "200", talk(200, NOON - 29 * DAY, lines), { name: "staff", audience: "restricted" })
  for (const fact of facts) await learn(guild, fact)
}

/** Returns the id of the message that stated a fact `days` days ago. */
export function refOf(guild: Id, fact: string, days: number): Id {
  return `${guild}${days}${fact.length}${[...fact].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)}`
}

const NO_LOG = {
  lines: 1,
  method: "model" as const,
  model: null,
  promptHash: null,
  policyVersion: 0,
  trial: null,
  usage: [],
  latencyMs: null,
  refused: [],
}

/** Learns one fact, once for each day it was said on. */
export async function learn(guild: Id, given: Fact): Promise<void> {
  const { fact, about = "11", by = about, ago = [2], channel = "100", source = "passive" } = given
  for (const days of ago) {
    const saidAt = NOON - days * DAY
    const ref = refOf(guild, fact, days)
    const claim: Claim = {
      op: "save",
      subject: given.group ?? { scope: "user", id: about },
      fact,
      type: given.type ?? "profile",
      section: given.section ?? "bio",
      topics: [],
      lifetime: given.lifetime ?? "permanent",
      importance: given.importance ?? "medium",
      time: given.time ?? null,
      confidence: 1,
      lines: [1],
      target: null,
      reportedBy: by === about || given.group ? null : by,
    }
    const cited = evidence({
      messageId: ref,
      windowId: `w_${ref}`,
      channelId: channel,
      authorId: by,
      saidAt,
      excerpt: fact,
      source,
    })
    const outcome = await commit(guildDatabase(env, guild), {
      guildId: guild,
      proposals: [{ claim, evidence: [cited], saidAt }],
      window: null,
      usage: [],
      rule: { ...gateRuleOf(DEFAULT_POLICY), min_confidence: 0 },
      readOnly: false,
      reviewShare: 0,
      optIn: false,
      readers: { same: given.peers ?? [channel], wider: [], narrower: [] },
      log: { key: `w_${ref}`, channelId: channel, ...NO_LOG },
      now: saidAt,
    })
    expect(outcome).toMatchObject({ kind: "written", verdicts: [{ kind: "accepted" }] })
  }
}

interface KnownRow {
  id: string
  fact: string
  status: string
  section: string
  expires_at: number | null
  superseded_by: string | null
  contradicts: string | null
  evidence_count: number
  statements: number
  merged: number
}

/** Returns the facts about people in a guild, history included, by their wording. */
export async function knownOf(guild: Id): Promise<Map<string, KnownRow>> {
  const { results } = await env.DB.prepare(
    `SELECT m.id, m.fact, m.status, m.section, m.expires_at, s.fact AS superseded_by, c.fact AS contradicts, m.evidence_count, m.merged,
       (SELECT count(*) FROM evidence WHERE memory_id = m.id) AS statements
     FROM memories m LEFT JOIN memories s ON s.id = m.superseded_by LEFT JOIN memories c ON c.id = m.contradicts
     WHERE m.guild_id = ? ORDER BY m.fact`,
  )
    .bind(guild)
    .all<KnownRow>()
  return new Map(results.map((row) => [row.fact, row]))
}

/** A scripted model: `reply` receives a function from a shown fact to its row number. */
export function scriptedReview(
  reply: (row: (fact: string) => number, user: string) => Record<string, unknown>,
) {
  return scripted(({ user }) => {
    const row = (fact: string) => Number(new RegExp(`^R(\\d+) [^:]*: ${fact}$`, "m").exec(user)?.[1] ?? 0)
    return { merge: [], retire: [], reword: [], promote: [], section: [], ...reply(row, user) }
  })
}

/** Runs a night with this model. */
export function runReviewNight(
  guild: Id,
  chat: ReturnType<typeof scripted> | null,
  given: { at?: number; steps?: Stage; readOnly?: boolean; embedder?: EmbeddingModel | null } = {},
): ReturnType<typeof night> {
  const { at = NIGHT, steps, readOnly, embedder = null } = given
  const tools = { chat, embedder, ...(readOnly === undefined ? {} : { readOnly }) }
  return night(guild, { at, tools, ...(steps ? { steps } : {}) })
}

/** Sums the counts of all nights' people steps in a guild. */
export async function countsOf(guild: Id): Promise<Record<string, number>> {
  const db = guildDatabase(env, guild)
  const runs = await listRuns(db, guild, { before: null, limit: 50 })
  const steps = await listRunSteps(
    db,
    runs.map(({ id }) => id),
  )
  const sums: Record<string, number> = {}
  for (const { step, counts } of steps)
    if (step.startsWith("profiles"))
      for (const [name, number] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + number
  return Object.fromEntries(Object.entries(sums).filter(([, number]) => number > 0))
}
