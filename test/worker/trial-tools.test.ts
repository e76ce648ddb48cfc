/** The tools that a bot offers are part of a candidate, and feedback on recalls compares both sides of a rollout. */
import { expect, test } from "vitest"
import { GENERAL } from "./guild-structure.ts"
import { call, ok } from "./http.ts"
import { aGuild, trialsOf, tryOut } from "./trial-world.ts"

interface Told {
  id: string
  tools: string[]
}
interface Report {
  arms: Record<"live" | "candidate", { recalls: object; rejected_share: number | null }>
}

test("a recall names the tools of the policy that decided it, and its feedback counts for that side", async () => {
  const guild = "81421"
  await aGuild(guild, { recall: { tools: ["search"] } })
  const ask = async () =>
    ok<Told>("POST", `/v1/guilds/${guild}/recall`, { query: "boats", channel_id: GENERAL, log: true })
  const judge = ({ id }: Told, verdict: string) =>
    ok("POST", `/v1/guilds/${guild}/recall/${id}/feedback`, { channel_id: GENERAL, verdict })
  const recall = { tools: ["search", "calendar"] }
  const { id } = await tryOut(guild, { recall }, { stage: "rollout", share: 0.5 })
  const seen = { live: 0, candidate: 0 }
  for (let n = 0; n < 40 && Math.min(seen.live, seen.candidate) < 2; n++) {
    const told = await ask()
    const side = told.tools.length === 2 ? "candidate" : "live"
    expect(told.tools).toEqual(side === "live" ? ["search"] : recall.tools)
    seen[side] += 1
    if (seen[side] < 3) await judge(told, side === "live" ? "useless" : "useful")
  }
  const { arms } = await ok<Report>("GET", `${trialsOf(guild)}/${id}`)
  expect(arms.live.recalls).toEqual({ logged: seen.live, judged: Math.min(2, seen.live), useful: 0 })
  expect(arms.candidate.recalls).toEqual({
    logged: seen.candidate,
    judged: Math.min(2, seen.candidate),
    useful: Math.min(2, seen.candidate),
  })
  expect(arms.candidate.rejected_share).toBeNull()
})

test("a tool's name that is none is refused by its field", async () => {
  const guild = "81422"
  await aGuild(guild)
  for (const tools of [["two words"], Array(21).fill("x"), "search"]) {
    const { status, body } = await call("PATCH", `/v1/guilds/${guild}/policy`, { recall: { tools } })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain("body.recall.tools")
  }
})
