/** A key bound to a channel or a person reads, writes and removes nothing beyond its binding. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { adaSays, call, channelPath, hear, memories, ok, type Problem, recall, talk } from "./http.ts"
import { as, newKey } from "./key-holder.ts"
import { channelOf } from "./stand-ins.ts"

const OPEN = { name: "general", audience: "everyone" }
const CLOSED = { name: "mods", audience: "restricted" }
const FORBIDDEN = { status: 403, body: { type: "urn:keepsake:forbidden" } }
const member = (guild: string, user = "11") => `/v1/guilds/${guild}/members/${user}`

/** Ada and Bo speak in an open channel, 100, and about hobbies in a closed one, 200. */
async function club(guild: string): Promise<void> {
  await adaSays(guild, "100", "I love hiking", OPEN)
  await adaSays(guild, "200", "I love chess", CLOSED)
}

const audienceOf = (guild: string, channel: string) =>
  env.DB.prepare("SELECT audience, parent_id FROM channels WHERE guild_id = ? AND id = ?")
    .bind(guild, channel)
    .first()

test("a key bound to a channel exports nobody", async () => {
  await club("54001")
  const { token } = await newKey("54001", { channel_id: "100" })
  for (const query of ["", "?viewer_id=11"])
    expect(await as(token, "GET", `${member("54001")}/export${query}`)).toMatchObject(FORBIDDEN)
  const both = await newKey("54001", { channel_id: "100", viewer_id: "11" })
  expect(await as(both.token, "GET", `${member("54001")}/export`)).toMatchObject(FORBIDDEN)
})

test("a key bound to a person exports that person and nobody else", async () => {
  await club("54002")
  const { token } = await newKey("54002", { viewer_id: "11" })
  expect((await as(token, "GET", `${member("54002")}/export`)).status).toBe(200)
  expect(await as(token, "GET", `${member("54002", "12")}/export?viewer_id=12`)).toMatchObject(FORBIDDEN)
  expect(await as(token, "GET", `${member("54002", "12")}/export`)).toMatchObject(FORBIDDEN)
})

test("a key bound to a channel does not open it while the guild's structure is unknown", async () => {
  const guild = "54003"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", channel_id: "200" })
  const path = `${channelPath(guild, "200")}/messages`
  const tell = (channel: object) => as(token, "POST", path, { channel, messages: [] })
  expect(await tell({ audience: "everyone" })).toMatchObject(FORBIDDEN)
  // A channel that was told no audience has its parent's.
  expect(await tell({ parent_id: "100" })).toMatchObject(FORBIDDEN)
  expect(await audienceOf(guild, "200")).toEqual({ audience: "restricted", parent_id: null })
  expect((await recall(guild)).text).not.toContain("chess")
  expect(await tell({ name: "moderators", audience: "restricted" })).toMatchObject({ status: 202 })
})

test("a key bound to a channel may repeat its audience and may narrow it for good", async () => {
  const guild = "54004"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", channel_id: "100" })
  const tell = (audience: string) =>
    as(token, "POST", `${channelPath(guild, "100")}/messages`, { channel: { audience }, messages: [] })
  expect(await tell("everyone")).toMatchObject({ status: 202 })
  expect(await tell("restricted")).toMatchObject({ status: 202 })
  expect(await tell("everyone")).toMatchObject(FORBIDDEN)
  expect(await audienceOf(guild, "100")).toMatchObject({ audience: "restricted" })
})

test("a key bound to a channel nobody told of delivers there, for readers of that channel alone", async () => {
  const guild = "54005"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", channel_id: "300" })
  const said = talk(30_000, NOON, [["11", "Ada", "I love sailing"]])
  const tell = (channel: object) =>
    as(token, "POST", `${channelPath(guild, "300")}/messages`, { channel, messages: said })
  expect(await tell(OPEN)).toMatchObject(FORBIDDEN)
  expect(await tell({ parent_id: "100" })).toMatchObject(FORBIDDEN)
  expect(await audienceOf(guild, "300")).toBeNull()
  expect(await tell({ name: "boats" })).toMatchObject({ status: 202, body: { accepted: 1 } })
  expect(await as(token, "POST", `${channelPath(guild, "300")}/flush`)).toMatchObject({ status: 200 })
  expect((await recall(guild)).text).not.toContain("sailing")
  expect((await recall(guild, { query: "sailing", channel_id: "300" })).text).toContain("sailing")
})

test("a key bound to a channel writes and removes in that channel alone", async () => {
  const guild = "54006"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", channel_id: "100" })
  const other = channelPath(guild, "200")
  const [chess] = await memories(guild, "?q=chess")
  const [hiking] = await memories(guild, "?q=hiking")
  const beyond: [string, string, unknown?][] = [
    ["POST", `${other}/messages`, { messages: talk(21_000, NOON, [["11", "Ada", "hm"]]) }],
    ["PATCH", `${other}/messages/20000`, { content: "I love tea" }],
    ["DELETE", `${other}/messages/20000`],
    ["POST", `${other}/messages/bulk-delete`, { messages: ["20000"] }],
    ["POST", `${other}/flush`],
    ["POST", `${member(guild)}/remember`, { text: "I love tea", channel_id: "200" }],
    ["POST", `${member(guild)}/forget`, { text: "hiking" }],
    ["POST", `${member(guild)}/erase`, {}],
    ["PUT", `${member(guild)}/consent`, { consent: "out" }],
    ["PATCH", `/v1/guilds/${guild}/memories/${hiking?.id}`, { importance: "low" }],
    ["DELETE", `/v1/guilds/${guild}/memories/${hiking?.id}`],
    ["DELETE", `/v1/guilds/${guild}/memories/${chess?.id}`],
    ["GET", `/v1/guilds/${guild}/policy`],
    ["GET", `/v1/guilds/${guild}/settings`],
    ["GET", `/v1/guilds/${guild}/erasures/e_1`],
  ]
  for (const [method, path, body] of beyond)
    expect(await as(token, method, path, body), `${method} ${path}`).toMatchObject(FORBIDDEN)
  expect((await memories(guild)).map(({ fact }) => fact).sort()).toEqual([
    "Ada loves chess",
    "Ada loves hiking",
  ])
  expect(await as(token, "POST", `${member(guild)}/remember`, { text: "I love tea" })).toMatchObject({
    status: 200,
  })
  expect(await as(token, "DELETE", `${channelPath(guild, "100")}/messages/10000`)).toMatchObject({
    status: 204,
  })
})

test("deleting or editing a message by its id in one channel leaves another channel's alone", async () => {
  const guild = "54007"
  await club(guild)
  const { token } = await newKey(guild, { scope: "write", channel_id: "100" })
  const path = `${channelPath(guild, "100")}/messages`
  const edited = await as<Problem>(token, "PATCH", `${path}/20000`, { content: "I love tea" })
  const unknown = await as<Problem>(token, "PATCH", `${path}/29999`, { content: "I love tea" })
  expect([edited.status, unknown.status]).toEqual([404, 404])
  expect((await as(token, "DELETE", `${path}/20000`)).status).toBe(204)
  expect((await as(token, "POST", `${path}/bulk-delete`, { messages: ["20000"] })).status).toBe(204)
  await ok("POST", `${channelPath(guild, "100")}/flush`)
  expect((await memories(guild)).map(({ fact }) => fact).sort()).toEqual([
    "Ada loves chess",
    "Ada loves hiking",
  ])
  expect((await as(token, "DELETE", `${path}/10000`)).status).toBe(204)
  await expect.poll(async () => (await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada loves chess"])
})

test("a key bound to a person acts for that person alone", async () => {
  const guild = "54008"
  await club(guild)
  await hear(guild, "100", talk(12_000, NOON + 3_600_000, [["12", "Bo", "I love tea"]]), OPEN)
  const { token } = await newKey(guild, { scope: "write", viewer_id: "12" })
  const [tea] = await memories(guild, "?q=tea")
  const [hiking] = await memories(guild, "?q=hiking")
  const beyond: [string, string, unknown?][] = [
    ["POST", `${channelPath(guild, "100")}/messages`, { messages: talk(13_000, NOON, [["12", "Bo", "hm"]]) }],
    ["PATCH", `${channelPath(guild, "100")}/messages/12000`, { content: "I love mate" }],
    ["DELETE", `${channelPath(guild, "100")}/messages/12000`],
    ["POST", `${channelPath(guild, "100")}/messages/bulk-delete`, { messages: ["12000"] }],
    ["POST", `${channelPath(guild, "100")}/flush`],
    ["POST", `${member(guild)}/remember`, { text: "I hate hiking" }],
    ["POST", `${member(guild, "12")}/remember`, { text: "I love mate", channel_id: "200" }],
    ["POST", `${member(guild)}/forget`, { text: "hiking" }],
    ["POST", `${member(guild)}/erase`, {}],
    ["PUT", `${member(guild)}/consent`, { consent: "out" }],
    ["PATCH", `/v1/guilds/${guild}/memories/${hiking?.id}`, { importance: "low" }],
    ["DELETE", `/v1/guilds/${guild}/memories/${hiking?.id}`],
    ["GET", `/v1/guilds/${guild}/settings`],
  ]
  for (const [method, path, body] of beyond)
    expect(await as(token, method, path, body), `${method} ${path}`).toMatchObject(FORBIDDEN)
  expect(await as(token, "POST", `${member(guild, "12")}/remember`, { text: "I sail" })).toMatchObject({
    status: 200,
  })
  expect(await as(token, "DELETE", `/v1/guilds/${guild}/memories/${tea?.id}`)).toMatchObject({ status: 204 })
  expect(await as(token, "PUT", `${member(guild, "12")}/consent`, { consent: "in" })).toMatchObject({
    status: 204,
  })
  expect((await memories(guild, "?subject_id=11")).map(({ fact }) => fact).sort()).toEqual([
    "Ada loves chess",
    "Ada loves hiking",
  ])
})

test("a key bound to a person learns nothing of a memory they cannot read by trying to delete it", async () => {
  const guild = "54009"
  await club(guild)
  await hear(guild, "100", talk(12_000, NOON + 3_600_000, [["12", "Bo", "hello"]]), OPEN)
  const { token } = await newKey(guild, { scope: "write", viewer_id: "12" })
  const [chess] = await memories(guild, "?q=chess")
  for (const id of [chess?.id, "m_none"])
    expect((await as(token, "DELETE", `/v1/guilds/${guild}/memories/${id}`)).status).toBe(404)
  expect((await call("GET", `/v1/guilds/${guild}/memories/${chess?.id}`)).status).toBe(200)
})

test("a channel refused to a bound key is not created by it", async () => {
  const { token } = await newKey("54010", { scope: "write", channel_id: "100" })
  expect(await as(token, "DELETE", `${channelPath("54010", "100")}/messages/1`)).toMatchObject({
    status: 404,
  })
  expect(await channelOf("54010", "100").status()).toMatchObject({ open: 0, waiting: { messages: 0 } })
})
