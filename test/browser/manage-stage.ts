/** Gives the sample server what the managers' pages show: versions of the policy, a fact to review, a trial. */
import { z } from "zod"
import { callApi } from "../../src/tools/api-request.ts"
import type { PageStage } from "./visitor.ts"

const prepared = new WeakMap<PageStage, Promise<string>>()

/** Prepares the server once. Returns the id of the trial. */
export function managedServer(stage: PageStage): Promise<string> {
  const known = prepared.get(stage) ?? prepare(stage)
  prepared.set(stage, known)
  return known
}

async function prepare({ worker, guildId, people, channelId }: PageStage): Promise<string> {
  const guild = `/v1/guilds/${guildId}`
  const Reply = z.looseObject({ id: z.string().optional() }).nullable()
  const post = (path: string, body: unknown) => callApi(worker, Reply, { path: `${guild}${path}`, body })
  const patch = (path: string, body: unknown) =>
    callApi(worker, Reply, { path: `${guild}${path}`, method: "PATCH", body })
  await patch("/policy?note=Ask+first+for+a+week", { gate: { mode: "manual" } })
  await post(`/channels/${channelId}/messages`, {
    messages: [
      {
        id: "1570000000000000001",
        author: { id: people.member, name: "Wren" },
        content: "I love sea kayaking",
        timestamp: new Date().toISOString(),
      },
    ],
  })
  await post(`/channels/${channelId}/flush`, {})
  await patch("/policy?note=Back+to+saving+at+once", { gate: { mode: "auto" }, recall: { max_items: 12 } })
  const trial = await post("/policy/trials", {
    candidate: { gate: { min_confidence: 0.75 } },
    note: "Would stricter be better?",
  })
  return trial?.id ?? ""
}
