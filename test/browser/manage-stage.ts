/** Gives the sample server what the managers' pages show: versions of the policy, a fact to review, a trial. */
import { z } from "zod"
import { callApi } from "../../src/tools/api-request.ts"
import { type PageStage, signIn } from "./visitor.ts"

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

/** Uploads an export of a channel. Returns the path of its preview. */
export async function uploadedExport(stage: PageStage): Promise<string> {
  const { worker, base, people, guildId } = stage
  const { cookie, read } = await signIn(stage, people.manager)
  const form = await read(`${base}/run/history`)
  const act = /name="act" value="([^"]+)"/.exec(form)?.[1] ?? ""
  const body = new FormData()
  body.set("act", act)
  body.set("file", new File([JSON.stringify(exportOf(guildId))], "reading-room.json"))
  const answer = await fetch(`${worker.url}${base}/run/history/upload`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: worker.url },
    body,
  })
  const preview = answer.headers.get("location")
  if (answer.status !== 303 || preview === null)
    throw new Error(`the upload was answered with ${answer.status}`)
  return preview
}

function exportOf(guildId: string) {
  const author = { id: "1570000000000000701", name: "wren", nickname: "Wren", isBot: false }
  const timestamp = "2026-03-01T18:00:00.000Z"
  const said = { id: "1477729152000000001", type: "Default", timestamp, timestampEdited: null, author }
  return {
    guild: { id: guildId, name: "Sample" },
    channel: { id: "1570000000000000700", type: "GuildTextChat", name: "reading-room", topic: null },
    messages: [{ ...said, content: "I love long novels" }],
    messageCount: 1,
  }
}
