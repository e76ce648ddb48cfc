/** Reads everything that an outsider can read in one of two twins, in a form that compares. */
import { FORMATS, STYLES } from "../../src/domain/recalls.ts"
import { asks } from "./answering-world.ts"
import { call } from "./http.ts"
import {
  customIdsOf,
  type From,
  MANAGE_GUILD,
  performed,
  slash,
  suggested,
  typing,
  wordsOf,
} from "./interacting.ts"
import { newKey } from "./key-holder.ts"
import type { Line } from "./leaks-world.ts"
import { connect, useTool } from "./mcp-client.ts"
import { fakeModels } from "./recall-asker.ts"
import { MUCH_LATER, type Twin } from "./twins-world.ts"

const STARTED = Date.now()

/** What each surface answered, by a name that is the same in both twins. */
export type Answers = Map<string, string>

/** What to ask about: the same in both twins, markers of hidden talk included. */
export interface Questions {
  words: readonly string[]
}

export function questionsOf({ open, hidden }: Twin): Questions {
  const markers = (lines: readonly Line[], step: number) =>
    lines.filter((_, n) => n % step === 0).flatMap((line) => line.markers[0] ?? [])
  return { words: [...new Set([...markers(open, 3), ...markers(hidden, 9)])].slice(0, 8) }
}

/** Reads every surface as the outsider. Nothing is changed. */
export async function readTwin(twin: Twin, { words }: Questions): Promise<Answers> {
  const answers: Answers = new Map()
  const { guildId } = twin.world
  const see = (name: string, text: string) => answers.set(name, plainly(text, guildId))
  const stated = statedBy(twin)
  const query = new URLSearchParams(stated)
  const get = async (path: string) => {
    const { status, body } = await call(
      "GET",
      `/v1/guilds/${guildId}${path}${path.includes("?") ? "&" : "?"}${query}`,
    )
    see(`GET ${plainly(path, guildId)}`, `${status} ${JSON.stringify(body)}`)
    return body
  }
  for (const [n, word] of [...words, "rowing", "Oslo", "what is new?"].entries()) {
    const ask = {
      query: word,
      format: FORMATS[n % FORMATS.length],
      style: STYLES[n % STYLES.length],
      user_ids: n % 2 === 0 ? twin.world.people.slice(0, 3).map(({ id }) => id) : [],
      ...stated,
    }
    const { status, body } = await call("POST", `/v1/guilds/${guildId}/recall`, ask)
    // Its id is random, and chance decides whether it is logged.
    see(`recall ${word}`, `${status} ${JSON.stringify({ ...(body as object), id: null, logged: null })}`)
  }
  const listed = (await get("/memories?limit=200")) as { items?: { id: string }[] }
  for (const filter of [
    "status=active",
    "status=superseded",
    "contradicted=true",
    "contradicted=false",
    `topic=${words[0]}`,
  ])
    await get(`/memories?limit=200&${filter}`)
  for (const [n, { id }] of (listed.items ?? []).entries()) {
    const { body } = await call("GET", `/v1/guilds/${guildId}/memories/${id}?${query}`)
    see(`memory ${n}`, JSON.stringify(body))
  }
  for (const path of ["/notes?limit=200", "/windows?limit=200", "/review?limit=100"]) await get(path)
  for (const { id } of [...twin.world.people, twin.newcomer]) {
    await get(`/members/${id}/profile`)
    await get(`/members/${id}/profile?as_of=${MUCH_LATER}`)
    await get(`/members/${id}/digests`)
    const { status, body } = await call("POST", `/v1/guilds/${guildId}/members/${id}/forget`, {
      text: "everything",
      ...stated,
    })
    // Everything of several facts is only listed; one alone would be forgotten.
    see(`forget ${plainly(id, guildId)}`, `${status} ${JSON.stringify(body)}`)
  }
  if (stated.viewer_id !== undefined) await get(`/members/${stated.viewer_id}/export`)
  const { status, body: exported } = await call<unknown>("GET", `/v1/guilds/${guildId}/export?${query}`)
  // The guild's id and its time are in the header, and a hash of both at the end. A refusal is an object.
  const rows =
    typeof exported === "string"
      ? exported.trimEnd().split("\n").slice(1, -1).join("\n")
      : JSON.stringify(exported)
  see("guild export", `${status} ${rows.replace(/\b\d{13}\b/g, (at) => (isNow(Number(at)) ? "now" : at))}`)
  await readOverMcp(twin, words, see)
  await readOnDiscord(twin, words, see)
  return answers
}

function statedBy({ outsider: { placeId, personId } }: Twin): Record<string, string> {
  return {
    ...(placeId === null ? {} : { channel_id: placeId }),
    ...(personId === null ? {} : { viewer_id: personId }),
  }
}

/** Calls every tool that reads, and the one that shows what could be forgotten. */
async function readOverMcp(
  twin: Twin,
  words: readonly string[],
  see: (name: string, text: string) => void,
): Promise<void> {
  const { guildId, people } = twin.world
  const { token } = await newKey(guildId, { scope: "write" })
  const client = await connect(token)
  const use = async (name: string, args: Record<string, unknown>) => {
    const { text, data } = await useTool(client, name, { ...args, ...statedBy(twin) })
    see(`mcp ${name} ${plainly(JSON.stringify(args), guildId)}`, `${text}\n${JSON.stringify(data)}`)
  }
  for (const query of [...words.slice(0, 4), "rowing"]) {
    await use("recall", { query })
    await use("search", { query })
  }
  for (const { id } of [...people, twin.newcomer]) {
    await use("profile", { user_id: id })
    await use("forget", { user_id: id, text: "everything" })
  }
}

/** Runs the commands that show something. A place alone asks nothing on Discord, so it only answers publicly. */
async function readOnDiscord(
  { world, outsider, newcomer }: Twin,
  words: readonly string[],
  see: (name: string, text: string) => void,
): Promise<void> {
  const { guildId: guild, people, channels } = world
  const person = people.find(({ id }) => id === outsider.personId)
  const place = channels.find(({ id }) => id === outsider.placeId)
  if (!place) return
  for (const word of words.slice(0, 2)) {
    const from = { channel: place.id, user: person?.id ?? `${guild}901`, roles: [...outsider.roles] }
    const isPrivate = person !== undefined
    see(`ask ${word}`, await asks(guild, `${word}?`, { ...from, isPrivate }))
    const model = fakeModels()
    model.says = () => ({ answer: "Hm.", used: [], basis: "chat" })
    await asks(guild, `${word} again?`, { ...from, isPrivate, bound: { AI: model.ai } })
    // Whom the bot talks to and about, as far as the outsider may read.
    see(`prompt ${word}`, model.asked.chat.join("\n"))
  }
  if (!person) return
  const from = (): From => ({
    guild,
    ...(place.parentId === null ? { channel: place.id } : { channel: place.parentId, thread: place.id }),
    user: person.id,
    name: person.name,
    roles: [...outsider.roles],
    permissions: MANAGE_GUILD,
  })
  const run = async (name: string, given: Parameters<typeof slash>[2] = {}) => {
    const { reply } = await performed(slash(name, from(), given))
    const buttons = customIdsOf(reply).map((id) => id.split(":")[0])
    see(`/${name} ${plainly(JSON.stringify(given), guild)}`, `${wordsOf(reply)}\n${buttons}`)
  }
  await run("profile")
  for (const { id, name } of [...people.slice(0, 3), newcomer])
    await run("profile", { people: { user: { id, name } } })
  for (const word of words.slice(0, 2)) await run("recall", { values: { about: word } })
  await run("recap", { values: { days: 14 } })
  await run("privacy", { path: "see" })
  await run("privacy", { path: "export" })
  await run("keepsake", { path: "review" })
  await run("keepsake", { path: "status" })
  await run("forget", { values: { what: "everything" } })
  for (const [command, option] of [
    ["forget", "what"],
    ["recall", "about"],
    ["recall", "topic"],
  ] as const)
    see(
      `typing ${command} ${option}`,
      JSON.stringify(await suggested(typing(command, { name: option, value: "" }, { from: from() }))),
    )
}

/** Replaces what differs between any two guilds: ids, and the times at which the test runs. */
function plainly(text: string, guildId: string): string {
  const seen = new Map<string, string>()
  const numbered = (id: string) => {
    const known = seen.get(id) ?? `m${seen.size + 1}`
    seen.set(id, known)
    return known
  }
  return (
    text
      .replaceAll(guildId, "G")
      .replace(/\b[mt]_[0-9a-zA-Z_-]+/g, numbered)
      // Spending is the guild's.
      .replace(/Today: .* tokens .*/g, "Today: …")
      .replace(/"hash":"\w+"/g, '"hash":"…"')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => (isNow(Date.parse(at)) ? "now" : at))
      .replace(/<t:(\d+)/g, (at, seconds) => (isNow(Number(seconds) * 1_000) ? "<t:now" : at))
  )
}

/** Returns true for a time of this run, or one that lies a fact's lifetime after it. */
function isNow(at: number): boolean {
  return [0, 1, 3, 7, 30, 90].some((days) => {
    const from = at - days * 86_400_000
    return from >= STARTED - 1_000 && from <= Date.now() + 1_000
  })
}

/** Returns the surfaces whose answers differ, each with both answers from the first difference on. */
export function differences(one: Answers, other: Answers): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [one.get(name) ?? "nothing", other.get(name) ?? "nothing"]
    if (a === b) return []
    const at = [...a].findIndex((letter, n) => letter !== b[n])
    const from = Math.max(0, (at === -1 ? a.length : at) - 120)
    return [`${name}\n  with    …${a.slice(from, from + 400)}\n  without …${b.slice(from, from + 400)}`]
  })
}
