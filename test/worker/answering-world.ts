/** Asks the bot by /ask or by mention, with a scripted model. */
import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import type { BotMention } from "../../src/discord/bot/ui/text.ts"
import { askCommand } from "../../src/discord/features/ask/ask.ts"
import { answerMention } from "../../src/discord/features/ask/mention.ts"
import type { Runtime } from "../../src/runtime/models.ts"
import { NOON } from "./builders.ts"
import { GENERAL } from "./guild-structure.ts"
import { channelOf } from "./stand-ins.ts"

const BOT = "990000000000000001"

/** Ids grow in the order of asking and are later than all stored messages. */
let asked = 2_000_000_000_000_000_000n

export function nextId(): string {
  asked += 1n
  return String(asked)
}

/** Runs an action with the bot's runtime and waits for its background work. */
export async function withRuntime<T>(bound: Partial<Env>, act: (ground: Runtime) => Promise<T>): Promise<T> {
  const ctx = createExecutionContext()
  const ground: Runtime = {
    env: { ...env, DISCORD_APPLICATION_ID: BOT, ...bound },
    waitUntil: (work) => ctx.waitUntil(work),
  }
  const done = await act(ground)
  await waitOnExecutionContext(ctx)
  return done
}

export interface From {
  user?: string
  name?: string
  roles?: string[]
  channel?: string
  /** Parent of a thread; only /ask sends it. */
  parent?: string
  isPrivate?: boolean
  bound?: Partial<Env>
  /** Using the same id twice makes a replay. */
  id?: string
}

function contentOf(reply: Reply | null): string | null {
  if (reply === null) return null
  const body = replyBody(reply)
  return "content" in body ? body.content : JSON.stringify(body)
}

/** Returns the answer to /ask. */
export async function asks(guild: string, question: string, from: From = {}): Promise<string> {
  const { user = "22", name = "Bo", roles = [], channel = GENERAL, parent = null } = from
  const { isPrivate = false, bound = {} } = from
  const id = from.id ?? nextId()
  const reply = await withRuntime(bound, (ground) =>
    askCommand.run(
      {
        runtime: ground,
        id,
        at: NOON,
        guildId: guild,
        channelId: channel,
        parentId: parent,
        asker: { id: user, name, roles, permissions: 0n },
        isPrivate,
        locale: "en-US",
        guildLocale: "en-US",
        avatars: {},
      },
      { path: "", values: { question, private: isPrivate }, people: {}, channels: {}, target: null },
    ),
  )
  return contentOf(reply) ?? ""
}

/** Builds a message to the bot as the gateway delivers it. */
function toBot(guild: string, words: string, from: From & Partial<BotMention> = {}): BotMention {
  const {
    user = "22",
    name = "Bo",
    roles = [],
    channel = GENERAL,
    isPrivate: _,
    bound: __,
    id,
    ...more
  } = from
  return {
    guildId: guild,
    channelId: channel,
    parentId: null,
    messageId: id ?? nextId(),
    at: NOON + 60_000,
    content: `<@${BOT}> ${words}`,
    author: { id: user, name, roles, permissions: 0n },
    mentions: [],
    replyTo: null,
    restsOn: null,
    ...more,
  }
}

/** Returns the answer to a mention, or `null` if the bot stays silent. */
export async function says(
  guild: string,
  words: string,
  from: From & Partial<BotMention> = {},
): Promise<string | null> {
  return contentOf(
    await withRuntime(from.bound ?? {}, (ground) => answerMention(ground, toBot(guild, words, from))),
  )
}

/** Delivers one of the bot's own messages to the channel, as the gateway does with its answers. */
export async function botSaid(
  guild: string,
  channel: string,
  content: string,
  id = nextId(),
): Promise<string> {
  const stub = channelOf(guild, channel)
  const message = {
    id,
    author: { id: BOT, name: "Keepsake" },
    bot: false,
    content,
    at: NOON,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "passive" as const,
  }
  await stub.append({ guildId: guild, channelId: channel, info: null, messages: [message] })
  // The bot's own id is a deployment variable that all tests share, so the row is marked directly.
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec(
      "UPDATE messages SET rest = json_set(rest, '$.role', 'keepsake') WHERE id = CAST(? AS INTEGER)",
      id,
    )
  })
  return id
}
