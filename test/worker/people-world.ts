/** Simulates Discord users who run commands, press buttons and read the answers. */

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import {
  type CommandOptions,
  type Form,
  type InteractionContext,
  type PickedPerson,
  type Press,
  parseCustomId,
  type Reply,
  replyBody,
} from "../../src/discord/bot/ui/command.ts"
import { formatRefusal } from "../../src/discord/bot/ui/refusals.ts"
import { ACTIONS } from "../../src/discord/features/actions.ts"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { Refused } from "../../src/domain/errors.ts"
import { GENERAL, MODS, member } from "./guild-structure.ts"

export interface Somebody {
  id: string
  name: string
  roles?: string[]
  permissions?: bigint
}

// Members of a club: only Cy is a mod, and only Di may manage the server.
export const ada: Somebody = { id: "11", name: "Ada" }
export const bo: Somebody = { id: "12", name: "Bo" }
export const cy: Somebody = { id: "13", name: "Cy", roles: [MODS] }
export const manager: Somebody = { id: "14", name: "Di", permissions: 1n << 5n }
export const clubMembers = [ada, bo, cy, manager].map(({ id, name, roles }) => member(id, roles ?? [], name))

const EPOCH = 1_420_070_400_000
let made = 0

/** Builds an interaction in #general, visible only to the user by default. Pass `id` to repeat one. */
export function asks(
  guild: string,
  who: Somebody,
  more: { id?: string; channelId?: string } = {},
): InteractionContext {
  made += 1
  const id = more.id ?? String((BigInt(Date.now() - EPOCH) << 22n) + BigInt(made))
  const { roles = [], permissions = 0n } = who
  return {
    runtime: { env, waitUntil: () => undefined },
    id,
    at: Number(BigInt(id) >> 22n) + EPOCH,
    guildId: guild,
    channelId: more.channelId ?? GENERAL,
    parentId: null,
    asker: { id: who.id, name: who.name, roles, permissions },
    isPrivate: true,
    locale: "en-US",
    guildLocale: "en-US",
    avatars: {},
  }
}

/** An answer as its user sees it, with what they can press. */
export interface Answer {
  reply: Reply
  /** All its text. */
  text: string
  /** Custom ids with button labels, in order. */
  buttons: { label: string; id: string }[]
  options: { label: string; value: string }[]
}

export async function runCommand(
  asked: InteractionContext,
  name: string,
  given: Partial<CommandOptions> = {},
): Promise<Answer> {
  const command = COMMANDS.find(({ definition }) => definition.name === name)
  if (!command) throw new Error(`there is no ${name}`)
  const options = { path: "", values: {}, people: {}, channels: {}, target: null, ...given }
  return answered(asked, (inside) => command.run(inside, options))
}

export async function suggested(
  asked: InteractionContext,
  name: string,
  focused: { name: string; value: string },
): Promise<{ name: string; value: string }[]> {
  const command = COMMANDS.find(({ definition }) => definition.name === name)
  const options = { path: "", values: {}, people: {}, channels: {}, target: null }
  return (await command?.suggest?.(asked, options, focused)) ?? []
}

/** Presses a component by its custom id. */
export async function press(
  asked: InteractionContext,
  id: string,
  given: Partial<Press> = {},
): Promise<Answer> {
  const { name, args } = parseCustomId(id)
  const action = ACTIONS.find((one) => one.name === name)
  const run = action?.run?.bind(action)
  if (!run) throw new Error(`nothing answers ${name}`)
  return answered(asked, (inside) =>
    run(inside, { args, values: [], fields: {}, messageId: "4000", ...given }),
  )
}

export async function opensForm(asked: InteractionContext, id: string): Promise<Form> {
  const { name, args } = parseCustomId(id)
  const form = await ACTIONS.find((one) => one.name === name)?.form?.(asked, {
    args,
    values: [],
    fields: {},
    messageId: "4000",
  })
  if (!form) throw new Error(`${name} opens no form`)
  return form
}

/** Returns the custom id of the button with this label. */
export function buttonOf({ buttons }: Answer, label: string): string {
  const found = buttons.find((one) => one.label.includes(label))
  if (!found) throw new Error(`no button ${label} among ${buttons.map((one) => one.label).join(", ")}`)
  return found.id
}

export function someone(id: string, name: string): PickedPerson {
  return { id, name, bot: false, roles: [] }
}

/** A refusal is shown with its message, as the interactions endpoint does. */
async function answered(
  asked: InteractionContext,
  run: (asked: InteractionContext) => Promise<Reply>,
): Promise<Answer> {
  const context = createExecutionContext()
  const ground = { env, waitUntil: (work: Promise<unknown>) => context.waitUntil(work) }
  try {
    return read(await run({ ...asked, runtime: ground }))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return read({ kind: "plain", content: formatRefusal(error.refusal, EN) })
  } finally {
    await waitOnExecutionContext(context)
  }
}

function read(reply: Reply): Answer {
  const answer: Answer = { reply, text: "", buttons: [], options: [] }
  const words: string[] = []
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) walk(one)
    else if (typeof part === "object" && part !== null) {
      // A reply body is our own tree of plain values.
      const { content, custom_id, label, value, ...rest } = part as Record<string, unknown>
      if (typeof content === "string") words.push(content)
      if (typeof custom_id === "string") answer.buttons.push({ label: String(label ?? ""), id: custom_id })
      if (typeof value === "string") answer.options.push({ label: String(label), value })
      walk(Object.values(rest))
    }
  }
  walk(replyBody(reply))
  return { ...answer, text: words.join("\n").replace(/\\(?=[^\w\s])/g, "") }
}
