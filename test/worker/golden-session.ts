/** Records everything a Discord user of Keepsake sees, with the same times and ids in every run. */
import { vi } from "vitest"
import { type Form, type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { expectPicture, layout, type Picture, pretty, sections } from "../unit/golden.ts"
import { pictureOf } from "../unit/picture.ts"
import type { Scene } from "../unit/picture-words.ts"
import { GENERAL, guildStructure, MOD_ROOM, MODS, member, tell } from "./guild-structure.ts"
import { hear, talk } from "./http.ts"
import {
  customIdsOf,
  type From,
  MANAGE_GUILD,
  opened,
  performed,
  type RawInteraction,
  suggested,
} from "./interacting.ts"

/** Far ahead of the platform's own clock, so that no alarm runs by itself. */
export const START = Date.parse("2073-05-04T12:00:00Z")

export class Session {
  readonly #parts: [string, string][] = []
  #step: number

  /** Sessions of one test file start at different seconds: ids of interactions are times. */
  constructor(firstStep = 0) {
    this.#step = firstStep
    vi.useFakeTimers({ toFake: ["Date"], now: START })
  }

  /** Returns the user of the next interaction, a second after the previous one. */
  from(who: From): From {
    this.#step += 1
    vi.setSystemTime(START + this.#step * 1_000)
    return { ...who, id: String(BigInt(snowflakeAt(Date.now())) + 1n) }
  }

  /** Runs a command, button, menu or form, and records the answer. */
  async answer(title: string, interaction: RawInteraction): Promise<Reply> {
    const { went, reply } = await performed(interaction)
    const files = reply.kind === "laid_out" ? (reply.files ?? []) : []
    const shown = [
      layout(replyBody(reply)),
      ...files.map(({ name, data }) => `--- ${name}\n${indented(data)}`),
    ]
    this.add(`${title} (${went})`, shown.join("\n"))
    return reply
  }

  /** Compares a reply with its picture in the documentation. */
  async picture(name: Picture, title: string, reply: Reply, used?: Scene["used"]): Promise<void> {
    const names = { "11": "Ada", "12": "Bo", "14": "Di", [GENERAL]: "general" }
    const body = JSON.parse(JSON.stringify(replyBody(reply)))
    await expectPicture(name, pictureOf(body, title, { names, now: Date.now(), ...(used && { used }) }))
  }

  async form(title: string, interaction: RawInteraction): Promise<Form> {
    const form = await opened(interaction)
    this.add(`${title} (form)`, layout(form))
    return form
  }

  async suggestions(title: string, interaction: RawInteraction): Promise<void> {
    this.add(`${title} (suggestions)`, pretty(await suggested(interaction)))
  }

  add(title: string, text: string): void {
    this.#parts.push([title, text])
  }

  toString(): string {
    return sections(this.#parts)
  }
}

function indented(json: string): string {
  return pretty(JSON.parse(json))
}

/** Returns the first custom id of a reply that starts with `start`. */
export function idOf(reply: Reply, start: string): string {
  const id = customIdsOf(reply).find((one) => one.startsWith(start))
  if (id === undefined) throw new Error(`no ${start} in ${customIdsOf(reply).join(" ")}`)
  return id
}

const HOUR = 3_600_000

/** The hash of the picture of Ada and of the server. */
const PICTURE = "5f2c1e9a7b3d4860a1c2e3f405162738"

/** The users of a session: a member, a moderator, and a manager of the server. */
export const people = (guild: string) => ({
  ada: { guild, channel: GENERAL, user: "11", name: "Ada", avatar: PICTURE } satisfies From,
  bo: { guild, channel: GENERAL, user: "12", name: "Bo", roles: [MODS] } satisfies From,
  manager: { guild, channel: GENERAL, user: "14", name: "Di", permissions: MANAGE_GUILD } satisfies From,
})

/**
 * Builds a guild in which Ada and Bo talk in #general, and Bo alone in the mod room. No model is bound, so
 * the rules extract. `loved`: Ada's last words, with markup by default.
 */
export async function village(guild: string, loved = "I love <b>archery</b> & **rowing**"): Promise<void> {
  const members = [member("11", [], "Ada"), member("12", [MODS], "Bo"), member("14", [], "Di")]
  const structure = guildStructure(guild)
  await tell(guild, { ...structure, guild: { ...(structure.guild as object), icon: PICTURE }, members })
  const lines = (id: number, hours: number, said: [string, string, string][]) =>
    talk(id, START - hours * HOUR, said)
  await hear(
    guild,
    GENERAL,
    lines(1_000, 30, [
      ["11", "Ada", "I live in Oslo"],
      ["11", "Ada", "I play the cello"],
      ["12", "Bo", "I love bookbinding"],
    ]),
  )
  await hear(
    guild,
    GENERAL,
    lines(1_100, 3, [
      ["11", "Ada", "I work as a baker"],
      ["12", "Bo", "I play the violin"],
      ["11", "Ada", loved],
    ]),
  )
  await hear(guild, MOD_ROOM, lines(1_200, 2, [["12", "Bo", "I hate olives"]]))
}
