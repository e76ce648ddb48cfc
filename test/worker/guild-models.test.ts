/** A guild's own models: used where the deployment offers them, for reading and at night, and named in the evidence. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { chatModel } from "../../src/ai/chat/chat-model.ts"
import { type ChatModel, forGuild } from "../../src/ai/chat.ts"
import { saveDirectStatement } from "../../src/extraction/direct-statement.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { NOON } from "./builders.ts"
import { ok } from "./http.ts"
import { claim } from "./stand-ins.ts"

/** A model binding that notes which model each call names. */
function recording(): { called: string[]; binding: Ai } {
  const called: string[] = []
  const run = async (name: string) => {
    called.push(name)
    const response = {
      title: "A talk",
      summary: "",
      claims: [claim("P1", "Ada plays the viola")],
      people: [],
    }
    return { response, usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  // Only `run` of the binding is ever called.
  return { called, binding: { run } as unknown as Ai }
}

test.each([
  ["@cf/offered/small", "@cf/offered/small"],
  ["@cf/not/offered", "the deployment's"],
])("a guild that chooses %s is read by %s", async (chosen, expected) => {
  const guild = `9810${chosen.length}`
  const { called, binding } = recording()
  const chat = chatModel(
    { AI: binding },
    {
      AI_TIMEOUT_SECONDS: 5,
      AI_FAST_MODEL: "the deployment's",
      AI_GUILD_MODELS: ["@cf/offered/small", "large"],
    },
  )
  await ok("PUT", `/v1/guilds/${guild}/settings`, { models: { fast: chosen } })
  const about = { id: "11", name: "Ada" }
  const statement = { guildId: guild, about, text: "Ada plays the viola", channelId: null, at: NOON }
  const verdicts = await saveDirectStatement(guildDatabase(env, guild), statement, {
    chat,
    readOnly: false,
    deploymentCapUsd: null,
  })
  expect(verdicts).toMatchObject([{ kind: "accepted" }])
  expect([...new Set(called)]).toEqual([expected])
  const usage = await env.DB.prepare("SELECT DISTINCT model FROM usage WHERE guild_id = ?").bind(guild).all()
  expect(usage.results).toEqual([{ model: expected }])
})

test("each tier has its own choice, and the others keep the deployment's", () => {
  const chat: ChatModel = {
    offers: ["small", "large"],
    model: (tier) => `our ${tier}`,
    complete: () => Promise.reject(new Error("not called")),
  }
  const chosen = forGuild(chat, { fast: null, strong: "large" })
  expect([chosen.model("fast"), chosen.model("strong")]).toEqual(["our fast", "large"])
  expect(forGuild({ ...chat, offers: [] }, { fast: "small", strong: null }).model("fast")).toBe("our fast")
})

test("without a list, a deployment offers no model", () => {
  const { binding } = recording()
  expect(chatModel({ AI: binding }, { AI_TIMEOUT_SECONDS: 5 })?.offers).toEqual([])
})
