/** Reads the claim log. Rows hold ids, numbers and names from fixed lists, never anyone's words, so reading needs no viewer. */
import { and, desc, eq, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { ClaimLabel } from "../../domain/claim-labels.ts"
import type { Id, MemoryType, Method, Time, Verdict } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { claimLog } from "../db/schema.ts"
import { type GateInputs, GateInputsSchema } from "../facts/gate-decision.ts"
import { personConsents } from "./consent-sql.ts"
import type { FoundMemory } from "./search.ts"

export interface ClaimPage {
  verdict?: Verdict["kind"] | undefined
  reason?: string | undefined
  type?: MemoryType | undefined
  method?: Method | undefined
  policyVersion?: number | undefined
  label?: ClaimLabel | undefined
  /** Only rows with a label, or only rows without one. */
  labeled?: boolean | undefined
  /** The last row of the previous page. */
  before: { at: Time; id: string } | null
  limit: number
}

/** Returns those of these memories that wait for review by chance: without it they would have been rejected. */
export async function drawnForReview(
  db: Database,
  guildId: Id,
  memories: readonly FoundMemory[],
): Promise<ReadonlySet<string>> {
  const waiting = memories.flatMap(({ memory }) => (memory.status === "queued" ? [memory.id] : []))
  if (waiting.length === 0) return new Set()
  const rows = await db.all<{ id: string }>(
    sql`SELECT memory_id AS id FROM claim_log WHERE guild_id = ${guildId} AND reason = 'drawn'
      AND memory_id IN (SELECT value FROM json_each(${JSON.stringify(waiting)}))`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns a guild's logged claims, latest first, without those about people who object to being remembered. */
export function listClaims(db: Database, guildId: Id, page: ClaimPage) {
  const { at, id } = claimLog
  const given = <T>(value: T | undefined, condition: (value: T) => SQL) =>
    value === undefined ? undefined : condition(value)
  return db
    .select()
    .from(claimLog)
    .where(
      and(
        eq(claimLog.guildId, guildId),
        given(page.verdict, (value) => eq(claimLog.verdict, value)),
        given(page.reason, (value) => eq(claimLog.reason, value)),
        given(page.type, (value) => eq(claimLog.type, value)),
        given(page.method, (value) => eq(claimLog.method, value)),
        given(page.policyVersion, (value) => eq(claimLog.policyVersion, value)),
        given(page.label, (value) => eq(claimLog.label, value)),
        given(page.labeled, (value) => (value ? isNotNull(claimLog.label) : isNull(claimLog.label))),
        page.before === null ? undefined : sql`(${at}, ${id}) < (${page.before.at}, ${page.before.id})`,
        ofNoObjector(guildId),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(page.limit)
}

function ofNoObjector(guildId: Id): SQL {
  return sql`(${claimLog.scope} IS NOT 'user' OR ${personConsents(guildId, sql`claim_log.subject_id`)})`
}

/** Rows per query: D1 returns at most some megabytes at once. */
const PAGE = 2_000

const REPLAYED = {
  id: claimLog.id,
  at: claimLog.at,
  windowId: claimLog.windowId,
  n: claimLog.n,
  op: claimLog.op,
  type: claimLog.type,
  importance: claimLog.importance,
  lifetime: claimLog.lifetime,
  method: claimLog.method,
  change: claimLog.change,
  confidence: claimLog.confidence,
  gate: claimLog.gate,
  verdict: claimLog.verdict,
  reason: claimLog.reason,
  policyVersion: claimLog.policyVersion,
  inputTokens: claimLog.inputTokens,
  outputTokens: claimLog.outputTokens,
  latencyMs: claimLog.latencyMs,
  holdout: claimLog.holdout,
  memoryId: claimLog.memoryId,
  label: claimLog.label,
  propensity: claimLog.propensity,
} as const

/**
 * Returns what a replay needs of the claims since a time, earliest first, without those about people who object: at
 * most `most`, the latest. Reads them in pages from the end.
 */
export async function claimsToReplay(
  db: Database,
  guildId: Id,
  { since, most }: { since: Time; most: number },
) {
  const read = (before: { at: Time; id: string } | null, limit: number) =>
    db
      .select(REPLAYED)
      .from(claimLog)
      .where(
        and(
          eq(claimLog.guildId, guildId),
          gte(claimLog.at, since),
          before === null ? undefined : sql`(${claimLog.at}, ${claimLog.id}) < (${before.at}, ${before.id})`,
          ofNoObjector(guildId),
        ),
      )
      .orderBy(desc(claimLog.at), desc(claimLog.id))
      .limit(limit)
  const rows: Awaited<ReturnType<typeof read>> = []
  let page: typeof rows = []
  do {
    const limit = Math.min(PAGE, most - rows.length)
    page = await read(rows.at(-1) ?? null, limit)
    rows.push(...page)
    if (page.length < limit) break
  } while (rows.length < most)
  return rows.reverse().map((row) => ({ ...row, gate: gateOf(row.gate) }))
}

/** A row whose inputs do not parse keeps its verdict in a replay. */
function gateOf(stored: unknown): GateInputs | null {
  return GateInputsSchema.safeParse(stored).data ?? null
}
