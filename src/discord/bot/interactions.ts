/** Where Discord calls: lets in only what Discord signed lately, answers at once what has to be, and hands the rest to the guild's Responder. A door. */

import {
  type APIInteractionResponse,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from "discord-api-types/v10"
import { verifyKey } from "discord-interactions"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { OVERDUE, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { readSettings } from "../../settings.ts"
import {
  type CommandRegistry,
  canOpenForm,
  failureReply,
  type InteractionRoute,
  interactionName,
  listSuggestions,
  loadForm,
  prepareOrRefuse,
  REGISTRY,
  refusalOutcome,
  responseKind,
} from "./dispatch.ts"
import { BodySchema, type CommandInteraction, type Interaction } from "./interaction-shapes.ts"
import type { ResponderJob, TakeResult } from "./responder-plan.ts"
import { type Reply, replyBody } from "./ui/command.ts"
import { fitSuggestions, formProblems } from "./ui/limits.ts"

const MAX_BODY = 1_048_576
/** How far Discord's clock and ours may be apart, and how long a request may have been under way. */
const FRESH_MS = 5 * 60_000

type At = Context<{ Bindings: Env }>

export const interactions = new Hono<{ Bindings: Env }>()

interactions.onError((error, c) => {
  console.error({ event: "interactions.failed", error: describeError(error) })
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
  const ground = { env: c.env, waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work) }
  const responder = (guildId: string) => c.env.RESPONDERS.getByName(guildId)
  await loadLibraries()
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

// What Discord is answered within its three seconds: suggestions, a form, a refusal, or that the answer follows.

/** Discord waits three seconds from sending to receiving. */
const SUGGEST_MS = 1_800
const FORM_MS = 2_200
const TAKE_MS = 2_300

type TakenBy = (guildId: Id) => { take(job: ResponderJob): Promise<TakeResult> }

/** Never throws. */
async function firstAnswer(
  ground: Runtime,
  interaction: Interaction,
  responder: TakenBy,
): Promise<APIInteractionResponse | "duplicate"> {
  if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
    return suggested(ground, interaction, REGISTRY)
  const begun = prepareOrRefuse(ground, interaction, REGISTRY)
  if ("went" in begun) return saidAlone(begun.reply)
  if (canOpenForm(begun.called, interaction)) {
    const opened = await formFor(ground, interaction)
    if (opened !== null) return opened
  }
  return deferred(interaction, { called: begun.called, guildId: begun.asked.guildId, responder })
}

/** What failed is suggested as nothing: an error there would only blink at whoever is typing. */
async function suggested(
  ground: Runtime,
  interaction: CommandInteraction,
  registry: CommandRegistry,
): Promise<APIInteractionResponse> {
  const found = await within(SUGGEST_MS, () => listSuggestions(ground, interaction, registry)).catch(
    (error: unknown) => {
      console.warn({
        event: "suggestions.failed",
        called: interactionName(interaction),
        error: describeError(error),
      })
      return []
    },
  )
  const choices = found === OVERDUE ? [] : fitSuggestions(found)
  return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } }
}

/** null: there is none to open, it is answered later. */
async function formFor(ground: Runtime, interaction: Interaction): Promise<APIInteractionResponse | null> {
  const opened = await within(FORM_MS, () => loadForm(ground, interaction))
  if (opened === OVERDUE) return fault(interaction, ["a form took too long"])
  if ("went" in opened) return saidAlone(opened.reply)
  if (opened.form === null) return null
  const problems = formProblems(opened.form)
  if (problems.length > 0) return fault(interaction, problems)
  return { type: InteractionResponseType.Modal, data: opened.form }
}

async function deferred(
  interaction: Interaction,
  { called, guildId, responder }: { called: InteractionRoute; guildId: Id; responder: TakenBy },
): Promise<APIInteractionResponse | "duplicate"> {
  const job: ResponderJob = { kind: "interaction", interaction }
  const taken = await within(TAKE_MS, () => responder(guildId).take(job)).catch((error: unknown) =>
    describeError(error),
  )
  if (taken === "duplicate") return taken
  if (taken === OVERDUE) return fault(interaction, ["the responder took too long"])
  if (typeof taken === "object")
    return saidAlone(refusalOutcome({ reason: "cooling_down", seconds: taken.cooling }).reply)
  if (taken !== "taken") return fault(interaction, [taken])
  const manner = responseKind(called, interaction)
  if (manner.kind === "update") return { type: InteractionResponseType.DeferredMessageUpdate }
  return {
    type: InteractionResponseType.DeferredChannelMessageWithSource,
    data: manner.isPrivate ? { flags: MessageFlags.Ephemeral } : {},
  }
}

/** A bug, or something of ours that is down: logged, and told with a reference to that. */
function fault(interaction: Interaction, problems: string[]): APIInteractionResponse {
  console.error({
    event: "interaction.failed",
    reference: interaction.id,
    guild: interaction.guild_id ?? null,
    called: interactionName(interaction),
    problems,
  })
  return saidAlone(failureReply(interaction.id))
}

/** Said at once, and seen by the asker alone. */
function saidAlone(reply: Reply): APIInteractionResponse {
  const body = replyBody(reply)
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { ...body, flags: body.flags | MessageFlags.Ephemeral },
  }
}
