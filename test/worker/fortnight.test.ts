/**
 * Runs fourteen days and nights of a busy guild and checks what is known, what is deleted and what it cost.
 */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, vi } from "vitest"
import { deep } from "../dice.ts"
import { billed, DAYS, ledger, runFortnight } from "./fortnight.ts"
import { DEE_LEAVES, type Name, PEOPLE, PLACES, TRUTH } from "./fortnight-world.ts"
import { type MemoryBody, memories, ok, type Page } from "./http.ts"
import { faultsOfDatabase } from "./snapshot.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const GUILD = "6500"

interface Cluster {
  id: string
  channel_id: string
  title: string
  summary: string
  sources: string
  places: string
}

deep(
  "a guild after fourteen days and nights is known as a careful reader would describe it, with every token accounted for",
  async () => {
    const lived = await runFortnight(GUILD)

    for (const name of Object.keys(TRUTH) as Name[]) {
      const known = await ok<Page<MemoryBody & { section: string; expires_at: string | null }>>(
        "GET",
        `/v1/guilds/${GUILD}/memories?subject_id=${PEOPLE[name]}&limit=100`,
      )
      const live = known.items.filter(({ status }) => status === "active")
      expect(
        live.map(({ fact, section, expires_at }) => [fact, section, expires_at !== null]).sort(),
        `what is known of ${name}`,
      ).toEqual(TRUTH[name])
    }

    // Replaced facts stay in history with a link, and merged facts keep their sources.
    const all = await memories(GUILD, "?status=superseded&limit=100")
    const former = (fact: string) => all.find((memory) => memory.fact === fact)
    const [miso, bergen] = await Promise.all([named("cat named Miso"), named("Bergen")])
    expect(former("Ada lives in Oslo.")?.superseded_by).toBe(bergen?.id)
    expect(former("Ada's cat is called Miso.")?.superseded_by).toBe(miso?.id)
    expect(miso).toMatchObject({
      evidence_count: 2,
      sources: [{ channel_id: PLACES.general }, { channel_id: PLACES.dev }],
    })
    expect(former("Cy likes pineapple on pizza.")).toBeDefined()

    // An unsettled contradiction waits for review with both sides.
    const eli = (await memories(GUILD, `?subject_id=${PEOPLE.Eli}`)).filter(
      ({ contradicts }) => contradicts !== null,
    )
    expect(eli).toHaveLength(2)

    // Expired facts are deleted, and nothing about Dee reaches any reader or model.
    const rows = await env.DB.prepare("SELECT fact FROM memories WHERE guild_id = ?")
      .bind(GUILD)
      .all<{ fact: string }>()
    const facts = rows.results.map(({ fact }) => fact)
    expect(facts.filter((fact) => /login bug|heron|leave the team/.test(fact))).toEqual([])
    expect(await memories(GUILD, `?subject_id=${PEOPLE.Dee}&channel_id=${PLACES.general}`)).toEqual([])
    const afterDee = lived.asked.slice(DEE_LEAVES).flat()
    expect(afterDee.filter(({ user }) => /\bDee\b|stamps/.test(user))).toEqual([])

    // Each day's conversations became topics with their sources, and words from the closed channel are in no
    // widely read topic.
    const clusters = await clustersOf(GUILD)
    for (let day = 0; day < DAYS; day++)
      expect(clusters[day]?.length, `topics of day ${day}`).toBeGreaterThanOrEqual(1)
    for (const ofDay of clusters) expect(ofDay.length).toBeLessThanOrEqual(8)
    for (const cluster of clusters.flat()) {
      const titles: string[] = JSON.parse(cluster.sources)
      expect(titles.length).toBeGreaterThanOrEqual(2)
      // A topic covers its own conversations and no others.
      expect(new Set([...titles, cluster.title]).size).toBe(1)
      const places = new Set<string>(JSON.parse(cluster.places))
      if (places.has(PLACES.staff)) expect([...places]).toEqual([PLACES.staff])
      else expect(`${cluster.title} ${cluster.summary}`).not.toMatch(/staff|spring/)
    }

    // The ledger matches the billed tokens exactly.
    expect(await ledger(GUILD)).toEqual({ ...billed(lived.heard), ...billed(lived.model.billed) })
    const runs = await env.DB.prepare(
      "SELECT state, (SELECT sum(input_tokens + output_tokens) FROM run_steps s WHERE s.run_id = runs.id) AS tokens FROM runs WHERE guild_id = ? ORDER BY day",
    )
      .bind(GUILD)
      .all<{ state: string; tokens: number }>()
    expect(runs.results.map(({ state }) => state)).toEqual(Array.from({ length: DAYS }, () => "done"))
    const paid = lived.model.billed.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0)
    expect(runs.results.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(paid)
    const purposes = new Set(lived.model.billed.map(({ purpose }) => purpose))
    expect([...purposes].sort()).toEqual(["consolidation", "digest", "topics"])

    expect(await faultsOfDatabase()).toEqual([])
  },
  240_000,
)

async function named(words: string): Promise<MemoryBody | undefined> {
  return (await memories(GUILD, `?subject_id=${PEOPLE.Ada}`)).find(({ fact }) => fact.includes(words))
}

/** Returns the topic notes of each day that has any, earliest day first. */
async function clustersOf(guild: string): Promise<Cluster[][]> {
  const rows = await env.DB.prepare(
    `SELECT n.id, n.channel_id, n.title, n.summary, date(n.from_at / 1000, 'unixepoch', '+1 hour') AS day,
       (SELECT json_group_array(o.title) FROM note_sources s JOIN notes o ON o.id = s.source_id WHERE s.cluster_id = n.id) AS sources,
       (SELECT json_group_array(DISTINCT s.channel_id) FROM note_sources s WHERE s.cluster_id = n.id) AS places
     FROM notes n WHERE n.guild_id = ? AND n.kind = 'topic_cluster' ORDER BY n.from_at`,
  )
    .bind(guild)
    .all<Cluster & { day: string }>()
  return [...Map.groupBy(rows.results, ({ day }) => day).values()]
}
