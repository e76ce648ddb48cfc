/** Each person has so many answers in a model's words within an hour. Further ones quote and say when to ask again. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { app } from "../../src/http/app.ts"
import { deep } from "../dice.ts"
import { asks, nextId, says } from "./answering-world.ts"
import { NOON } from "./builders.ts"
import { GENERAL, guildStructure, tell } from "./guild-structure.ts"
import { hear, ok, talk } from "./http.ts"
import { quietly, setClock } from "./live.ts"
import { fakeModels } from "./recall-asker.ts"

const MINUTE = 60_000
let guilds = 412_903_776_518_900_000n

quietly({ silent: ["warn"], at: NOON })

async function guildWith(answers_per_hour: number | null) {
  guilds += 1n
  const guild = String(guilds)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { answers_per_hour })
  await tell(guild, guildStructure(guild))
  await hear(guild, GENERAL, talk(5_000, NOON, [["11", "Ada", "I live in Trondheim"]]))
  const model = fakeModels()
  model.says = () => ({ answer: "In the north.", used: [], basis: "general" })
  return { guild, model, bound: { AI: model.ai } as Partial<Env> }
}

const WORDED = "In the north."
const QUESTION = "where does Ada live?"

deep(
  "past the quota an answer quotes and says when to ask again; another person is answered as before",
  async () => {
    const { guild, bound } = await guildWith(2)
    const again = nextId()
    expect(await asks(guild, QUESTION, { bound, id: again })).toContain(WORDED)
    // Discord delivers twice, or a crash repeats the job.
    expect(await asks(guild, QUESTION, { bound, id: again })).toContain(WORDED)
    setClock(NOON + 10 * MINUTE)
    expect(await says(guild, QUESTION, { bound })).toContain(WORDED)
    const third = await asks(guild, QUESTION, { bound })
    expect(third).not.toContain(WORDED)
    expect(third).toContain("Ada lives in Trondheim")
    expect(third).toContain(`2 answers in my own words within an hour, so I quote`)
    expect(third).toContain(`<t:${(NOON + 60 * MINUTE) / 1_000}:R>`)
    expect(await asks(guild, QUESTION, { bound, user: "33", name: "Cy" })).toContain(WORDED)
    setClock(NOON + 60 * MINUTE)
    expect(await asks(guild, QUESTION, { bound })).toContain(WORDED)
    expect(await asks(guild, QUESTION, { bound })).not.toContain(WORDED)
  },
)

test("the person is told in the language they ask in", async () => {
  const { guild, bound } = await guildWith(1)
  await says(guild, "Wo wohnt Ada denn jetzt eigentlich?", { bound })
  const german = await says(guild, "Wo wohnt Ada denn jetzt eigentlich?", { bound })
  expect(german).toContain("darum zitiere ich nur")
  const spanish = await says(guild, "¿Dónde vive Ada ahora mismo, lo sabes?", { bound })
  expect(spanish).toContain("así que ahora solo cito")
})

test("questions asked at once take no more than the quota", async () => {
  const { guild, model, bound } = await guildWith(3)
  const answers = await Promise.all(Array.from({ length: 9 }, () => asks(guild, QUESTION, { bound })))
  expect(answers.filter((answer) => answer.includes(WORDED))).toHaveLength(3)
  expect(model.asked.chat).toHaveLength(3)
})

async function ask(guild: string, bound: Partial<Env>, body: object) {
  const ctx = createExecutionContext()
  const request = new Request(`https://keepsake.test/v1/guilds/${guild}/answers`, {
    method: "POST",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify({ question: QUESTION, channel_id: GENERAL, ...body }),
  })
  const response = await app.fetch(request, { ...env, ...bound }, ctx)
  await waitOnExecutionContext(ctx)
  return response.json<{ method: string; quoted_until: string | null }>()
}

test("the API counts for the person it names, known here or not, and for nobody otherwise", async () => {
  const { guild, bound } = await guildWith(1)
  expect(await ask(guild, bound, { user_id: "77" })).toMatchObject({ method: "model", quoted_until: null })
  expect(await ask(guild, bound, { user_id: "77" })).toMatchObject({
    method: "rules",
    quoted_until: new Date(NOON + 60 * MINUTE).toISOString(),
  })
  for (const _ of [1, 2]) expect(await ask(guild, bound, {})).toMatchObject({ method: "model" })
})

test("without a quota nobody counts, with 0 every answer quotes, and without a count too", async () => {
  const RESPONDERS = {
    getByName: () => ({
      takeAnswer: async () => {
        throw new Error("down")
      },
    }),
  } as unknown as Env["RESPONDERS"]
  const free = await guildWith(null)
  expect(await asks(free.guild, QUESTION, { bound: { ...free.bound, RESPONDERS } })).toContain(WORDED)
  const none = await guildWith(0)
  expect(await asks(none.guild, QUESTION, { bound: none.bound })).not.toContain(WORDED)
  const lost = await guildWith(5)
  const answer = await asks(lost.guild, QUESTION, { bound: { ...lost.bound, RESPONDERS } })
  expect(answer).toContain("Ada lives in Trondheim")
  expect(answer).not.toContain(WORDED)
})

test("an erased person leaves no count behind", async () => {
  const { guild } = await guildWith(1)
  const responder = env.RESPONDERS.getByName(guild)
  const asked = { person: "22", limit: 1 }
  expect(await responder.takeAnswer({ ...asked, id: "1" })).toEqual({ ok: true })
  expect(await responder.takeAnswer({ ...asked, id: "2" })).toMatchObject({ ok: false })
  await responder.erasePerson("22")
  expect(await responder.takeAnswer({ ...asked, id: "3" })).toEqual({ ok: true })
})
