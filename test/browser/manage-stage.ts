/**
 * Gives the sample server what the managers' pages show: versions of the policy, a fact to review, a trial, a project, a
 * night, and the erasure of a person.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { callApi } from "../../src/tools/api-request.ts"
import { type PageStage, signIn } from "./visitor.ts"

/** The id of the project. */
export const PROJECT = "reading-room"
/** A person who has written a little and has themselves erased. */
const LEAVING = { id: "1570000000000000702", name: "Robin" }
const READY_MS = 60_000

const Reply = z.looseObject({ id: z.string().optional(), state: z.string().optional() }).nullable()

/** Returns a function that does its work once for a server. */
function once(work: (stage: PageStage) => Promise<string>): (stage: PageStage) => Promise<string> {
  const done = new WeakMap<PageStage, Promise<string>>()
  return (stage) => {
    const result = done.get(stage) ?? work(stage)
    done.set(stage, result)
    return result
  }
}

/** Requests below the server's path in the API. */
function apiOf({ worker, guildId }: PageStage) {
  const send = (path: string, options: { body?: unknown; method?: "PATCH" | "PUT" } = {}) =>
    callApi(worker, Reply, { path: `/v1/guilds/${guildId}${path}`, ...options })
  return {
    get: (path: string) => send(path),
    post: (path: string, body: unknown) => send(path, { body }),
    patch: (path: string, body: unknown) => send(path, { body, method: "PATCH" }),
    put: (path: string, body: unknown) => send(path, { body, method: "PUT" }),
  }
}

type Api = ReturnType<typeof apiOf>

/** Sends one message to the channel that everyone reads, and has it read at once. */
async function say(
  api: Api,
  { channelId }: PageStage,
  message: { id: string; author: object; content: string },
) {
  const timestamp = new Date().toISOString()
  await api.post(`/channels/${channelId}/messages`, { messages: [{ ...message, timestamp }] })
  await api.post(`/channels/${channelId}/flush`, {})
}

/** Waits until a job is no longer under way. Throws if it takes a minute. */
async function finished(api: Api, path: string): Promise<void> {
  for (const began = Date.now(); Date.now() - began < READY_MS; await sleep(200)) {
    const { state } = (await api.get(path)) ?? {}
    if (state === "done") return
  }
  throw new Error(`${path} is not done`)
}

/** Prepares the server once. Returns the id of the trial. */
export const managedServer = once(async (stage) => {
  const api = apiOf(stage)
  await api.patch("/policy?note=Ask+first+for+a+week", { gate: { mode: "manual" } })
  const author = { id: stage.people.member, name: "Wren" }
  await say(api, stage, { id: "1570000000000000001", author, content: "I love sea kayaking" })
  await api.patch("/policy?note=Back+to+saving+at+once", {
    gate: { mode: "auto" },
    recall: { max_items: 12 },
  })
  await addProject(api, stage)
  const candidate = { gate: { min_confidence: 0.75 } }
  const trial = await api.post("/policy/trials", { candidate, note: "Would stricter be better?" })
  return trial?.id ?? ""
})

async function addProject(api: Api, { channelId }: PageStage): Promise<void> {
  const projects = { [PROJECT]: { name: "Reading room", channels: [channelId] } }
  await api.put("/settings", { ...(await api.get("/settings")), projects })
  const about = { scope: "project", scope_id: PROJECT, source: "tool_result", role: "tool" }
  const events = ["The reading room opens at nine.", "The reading room uses the shelf by the window."].map(
    (content, nth) => ({ ...about, id: `shelves:${nth}`, content, at: new Date().toISOString() }),
  )
  await api.post("/events", { events, flush: true })
}

/** Runs a night. Returns its id. */
export const finishedNight = once(async (stage) => {
  const api = apiOf(stage)
  const run = await api.post("/runs", {})
  await finished(api, `/runs/${run?.id}`)
  return run?.id ?? ""
})

/** Has a person erased. Returns the erasure's id. */
export const erasedPerson = once(async (stage) => {
  const api = apiOf(stage)
  await say(api, stage, { id: "1570000000000000002", author: LEAVING, content: "I love old sea charts" })
  const job = await api.post(`/members/${LEAVING.id}/erase`, { opt_out: false })
  await finished(api, `/erasures/${job?.id}`)
  return job?.id ?? ""
})

/** Uploads an export of a channel. Returns the id of its import. */
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
  const id = answer.headers.get("location")?.split("/").at(-1)
  if (answer.status !== 303 || id === undefined)
    throw new Error(`the upload was answered with ${answer.status}`)
  return id
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
