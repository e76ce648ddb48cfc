/**
 * Sends a random guild to the worker as a client would: its structure as Discord objects and its messages
 * through ingest.
 */
import { env } from "cloudflare:workers"
import { IMPORTANCES, SECTIONS } from "../../src/domain/types.ts"
import type { ExtractionReply } from "../../src/extraction/reply.ts"
import { NOON } from "./builders.ts"
import { channelPath, ok } from "./http.ts"
import type { Dice } from "./leaks-dice.ts"
import type { Ledger } from "./leaks-ledger.ts"
import type { Scene } from "./leaks-talk.ts"
import { STRANGER } from "./leaks-visitor.ts"
import { type Channel, type Line, PERMISSIONS, type Permission, type World } from "./leaks-world.ts"
import { channelOf, claim, equip } from "./stand-ins.ts"

/** A model's prompt about one channel. */
export interface Prompt {
  channelId: string
  text: string
}

/**
 * Sends the guild's current structure, with all members once people have left. A world without structure
 * sends only channel audiences.
 */
export async function tell(world: World): Promise<void> {
  if (!world.told) return retell(world)
  const heads = world.channels.filter(({ told, gone, parentId }) => told && !gone && parentId === null)
  const threads = world.channels.filter(({ gone, parentId }) => !gone && parentId !== null)
  const members = world.people.filter(({ roles, left }) => roles !== null && !left)
  await ok("PUT", `/v1/guilds/${world.guildId}/structure`, {
    guild: {
      id: world.guildId,
      owner_id: world.ownerId,
      roles: world.roles.map(({ id, permissions, ofBot }) => ({
        id,
        permissions: bits(permissions),
        tags: ofBot ? { bot_id: "77" } : {},
      })),
    },
    channels: heads.map(({ id, type, name, nsfw, overwrites }) => ({
      id,
      type,
      name,
      nsfw,
      permission_overwrites: overwrites.map(({ kind, allow, deny, ...rest }) => ({
        id: rest.id,
        type: kind === "role" ? 0 : 1,
        allow: bits(allow),
        deny: bits(deny),
      })),
    })),
    threads: threads.map(({ id, type, parentId, threadMembers }) => ({
      id,
      type,
      parent_id: parentId,
      member_ids: threadMembers,
    })),
    members: members.map(({ id, name, roles }) => ({ user: { id, username: name }, roles })),
    members_complete: world.people.some(({ left }) => left),
  })
}

/** Without a structure, channel info in messages says who can read a channel. */
async function retell({ guildId, channels }: World): Promise<void> {
  for (const channel of channels)
    await ok("POST", `${channelPath(guildId, channel.id)}/messages`, {
      channel: infoOf(channel),
      messages: [],
    })
}

/**
 * Delivers a scene and extracts it, by rules or by a model that claims each line's fact and notes all its
 * words.
 */
export async function hearScene(
  world: World,
  scene: Scene,
  { prompts, byModel }: { prompts: Prompt[]; byModel: boolean },
): Promise<void> {
  const { guildId } = world
  const { channel, lines } = scene
  if (byModel) await bind(guildId, scene, prompts)
  await ok("POST", `${channelPath(guildId, channel.id)}/messages`, {
    channel: infoOf(channel),
    messages: lines.map(({ id, author, content, at }) => ({
      id,
      author: { id: author.id, name: author.name },
      content,
      timestamp: new Date(at).toISOString(),
    })),
  })
  await ok("POST", `${channelPath(guildId, channel.id)}/flush`)
}

async function bind(guildId: string, { channel, lines }: Scene, prompts: Prompt[]): Promise<void> {
  const run = async (_name: string, input: { messages: { content: string }[] }) => {
    const text = input.messages.map(({ content }) => content).join("\n")
    prompts.push({ channelId: channel.id, text })
    return { response: replyTo(lines), usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  // Only `run` of the binding is ever called.
  await equip(channelOf(guildId, channel.id), { AI: { run } as unknown as Ai })
}

function replyTo(lines: Scene["lines"]): ExtractionReply {
  const speakers = [...new Set(lines.map(({ author }) => author.id))]
  const handle = (id: string) => `P${speakers.indexOf(id) + 1}`
  return {
    title: `On how ${lines.map(({ fact }) => fact).join(", ")}`.slice(0, 80),
    summary: lines.map(({ fact }) => `${fact}.`).join(" "),
    // Facts about people who do not speak here are left to the rules.
    claims: lines.flatMap(({ id, author, fact }, n) =>
      fact.startsWith(author.name)
        ? [claim(handle(author.id), fact, { lines: [n + 1], ...filingOf(Number(id)) })]
        : [],
    ),
    people: lines.map(({ author, fact }) => `${handle(author.id)}: ${fact}`),
  }
}

/** Files each statement of a fact differently, whoever hears it. */
function filingOf(line: number) {
  const one = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length]
  return {
    importance: one(IMPORTANCES, line) ?? "low",
    lifetime: line % 4 === 0 ? ("90d" as const) : ("permanent" as const),
    section: one(SECTIONS, line) ?? null,
    type: one(["profile", "preference", "constraint"] as const, line) ?? "profile",
  }
}

function infoOf({ name, parentId, audience }: Channel): Record<string, unknown> {
  return { name, ...(parentId ? { parent_id: parentId } : {}), ...(audience ? { audience } : {}) }
}

function bits(permissions: readonly Permission[]): string {
  return String(permissions.reduce((sum, one) => sum | PERMISSIONS[one], 0n))
}

/** Remembers something directly about a person, in a channel or for everyone. */
export async function rememberDirectly(dice: Dice, { guildId, channels, people }: World): Promise<Line> {
  const author = dice.pick(people.slice(0, 2))
  const channelId = dice.chance(0.6) ? dice.pick(channels).id : null
  const marker = dice.marker()
  await ok("POST", `/v1/guilds/${guildId}/members/${author.id}/remember`, {
    text: `I love ${marker}`,
    name: author.name,
    ...(channelId ? { channel_id: channelId } : {}),
  })
  return told(author, { channelId, marker })
}

/**
 * Rewords a memory as a correction does, which keeps its readers. Returns a line for each of its statements.
 */
export async function correctOne(dice: Dice, { guildId, people }: World, ledger: Ledger): Promise<Line[]> {
  if (ledger.facts.length === 0) return []
  const { id, fact } = dice.pick(ledger.facts)
  const marker = dice.marker()
  await ok("PATCH", `/v1/guilds/${guildId}/memories/${id}`, { fact: `${fact} of ${marker}` })
  return (ledger.memories.get(id) ?? []).flatMap(({ channelId, authorId, worded }) => {
    const author = people.find((person) => person.id === authorId) ?? { ...STRANGER, id: authorId }
    return worded ? [told(author, { channelId, marker })] : []
  })
}

/** Queues some facts for review, hides others and makes two contradict each other, as the gate and the reconciler do. */
export async function addContradictions(dice: Dice, { facts, subjects }: Ledger): Promise<void> {
  for (const { id } of facts)
    if (dice.chance(0.2))
      await env.DB.batch([
        env.DB.prepare("UPDATE memories SET status = ? WHERE id = ?").bind(
          dice.pick(["queued", "shadow"]),
          id,
        ),
        // No search finds a withheld fact.
        env.DB.prepare("DELETE FROM memory_terms WHERE rowid = (SELECT seq FROM memories WHERE id = ?)").bind(
          id,
        ),
      ])
  const one = facts.length > 0 ? dice.pick(facts) : null
  const other = facts.find(({ id }) => id !== one?.id && subjects.get(id) === subjects.get(one?.id ?? ""))
  if (one === null || other === undefined) return
  const doubt = env.DB.prepare("UPDATE memories SET contradicts = ? WHERE id = ?")
  await env.DB.batch([doubt.bind(one.id, other.id), doubt.bind(other.id, one.id)])
}

/**
 * Clears the contradictions made by `addContradictions`: they may point to deleted memories, and other tests check the
 * whole database.
 */
export async function clearContradictions(guildId: string): Promise<void> {
  await env.DB.prepare("UPDATE memories SET contradicts = NULL WHERE guild_id = ?").bind(guildId).run()
}

/** No other line uses the second after noon. */
export function told(
  author: Line["author"],
  { channelId, marker }: { channelId: string | null; marker: string },
): Line {
  return { id: "", channelId, author, content: marker, fact: marker, markers: [marker], at: NOON + 1_000 }
}
