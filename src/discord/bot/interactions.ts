/** Where Discord calls: lets in only what Discord signed lately, answers at once what has to be, and hands the rest to the guild's Responder. A door. */

import { type APIInteractionResponse, InteractionResponseType, InteractionType } from "discord-api-types/v10"
import { verifyKey } from "discord-interactions"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { whatFailed } from "../../domain/errors.ts"
import { readSettings } from "../../settings.ts"
import { firstAnswer } from "./interaction-answer.ts"
import { BodySchema } from "./interaction-shapes.ts"

const MAX_BODY = 1_048_576
/** How far Discord's clock and ours may be apart, and how long a request may have been under way. */
const FRESH_MS = 5 * 60_000

type At = Context<{ Bindings: Env }>

export const interactions = new Hono<{ Bindings: Env }>()

interactions.onError((error, c) => {
  console.error({ event: "interactions.failed", error: whatFailed(error) })
  return c.text("That went wrong on our side.", 500)
})

interactions.post(
  "/interactions",
  bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.text("The body is larger than 1 MB.", 413) }),
  async (c) => {
    const settings = readSettings(c.env)
    const key = settings.DISCORD_PUBLIC_KEY
    if (key === undefined) {
      console.warn({ event: "interactions.closed", why: "no DISCORD_PUBLIC_KEY is set" })
      return c.text("This door is closed: DISCORD_PUBLIC_KEY is not set.", 503)
    }
    const body = await c.req.arrayBuffer()
    if (!(await isSigned(c, body, key))) return c.text("This is not signed by Discord, or not lately.", 401)
    return answered(c, body, settings.DISCORD_APPLICATION_ID)
  },
)

/** Discord itself sends wrong signatures now and then, to see that they are refused with 401. */
async function isSigned({ req }: At, body: ArrayBuffer, key: string): Promise<boolean> {
  const signature = req.header("x-signature-ed25519") ?? ""
  const timestamp = req.header("x-signature-timestamp") ?? ""
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Date.now() - Number(timestamp) * 1_000) > FRESH_MS) return false
  return verifyKey(body, signature, timestamp, key)
}

async function answered(c: At, body: ArrayBuffer, ours: string | undefined): Promise<Response> {
  const { data: interaction, error } = BodySchema.safeParse(jsonOf(body))
  if (error) {
    // Where, not what: the values are what somebody wrote.
    const where = error.issues.map(({ code, path }) => `${path.join(".")}: ${code}`)
    console.error({ event: "interaction.unknown", where })
    return c.text("That is no interaction known here.", 400)
  }
  if (ours !== undefined && interaction.application_id !== ours) {
    console.warn({ event: "interactions.foreign", why: "it is for another DISCORD_APPLICATION_ID" })
    return c.text("This is for another application.", 401)
  }
  if (interaction.type === InteractionType.Ping)
    return c.json({ type: InteractionResponseType.Pong } satisfies APIInteractionResponse)
  const ground = { env: c.env, after: (work: Promise<unknown>) => c.executionCtx.waitUntil(work) }
  const responder = (guildId: string) => c.env.RESPONDERS.getByName(guildId)
  const answer = await firstAnswer(ground, interaction, responder)
  return answer === "duplicate" ? c.text("This was taken before.", 409) : c.json(answer)
}

function jsonOf(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // What is no JSON is no interaction either.
    return null
  }
}
