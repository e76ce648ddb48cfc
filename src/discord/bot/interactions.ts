/**
 * Entry point for Discord's interaction webhooks. Verifies signature and age, answers what must be answered
 * at once, and passes the rest to the guild's Responder.
 */

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
import { dataHeaders } from "../../answer-headers.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { readSettings } from "../../settings.ts"
import { textsIn } from "../texts/texts.ts"
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
/** Tolerated clock difference between Discord and this Worker, including transit time. */
const FRESH_MS = 5 * 60_000

type RequestContext = Context<{ Bindings: Env }>

export const interactions = new Hono<{ Bindings: Env }>()

interactions.use(dataHeaders)
interactions.onError((error, c) => {
  console.error({ event: "interactions.failed", error: describeError(error) })
  return c.text("Something went wrong on our side.", 500)
})

interactions.post(
  "/interactions",
  bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.text("The body exceeds 1 MB.", 413) }),
  async (c) => {
    const settings = readSettings(c.env)
    const key = settings.DISCORD_PUBLIC_KEY
    if (key === undefined) {
      console.warn({ event: "interactions.closed", why: "no DISCORD_PUBLIC_KEY is set" })
      return c.text("Interactions are disabled: DISCORD_PUBLIC_KEY is not set.", 503)
    }
    const body = await c.req.arrayBuffer()
    if (!(await isSigned(c, body, key))) return c.text("The signature is invalid or expired.", 401)
    return answerSigned(c, body, settings.DISCORD_APPLICATION_ID)
  },
)

/** Discord sends invalid signatures at times to check that they get a 401. */
async function isSigned({ req }: RequestContext, body: ArrayBuffer, key: string): Promise<boolean> {
  const signature = req.header("x-signature-ed25519") ?? ""
  const timestamp = req.header("x-signature-timestamp") ?? ""
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Date.now() - Number(timestamp) * 1_000) > FRESH_MS) return false
  return verifyKey(body, signature, timestamp, key)
}

async function answerSigned(
  c: RequestContext,
  body: ArrayBuffer,
  ownApplicationId: string | undefined,
): Promise<Response> {
  const { data: interaction, error } = BodySchema.safeParse(parseJson(body))
  if (error) {
    // Logs paths and codes only: the values are user content.
    const where = error.issues.map(({ code, path }) => `${path.join(".")}: ${code}`)
    console.error({ event: "interaction.unknown", where })
    return c.text("Unknown interaction.", 400)
  }
  if (ownApplicationId !== undefined && interaction.application_id !== ownApplicationId) {
    console.warn({ event: "interactions.foreign", why: "it is for another DISCORD_APPLICATION_ID" })
    return c.text("This interaction belongs to another application.", 401)
  }
  if (interaction.type === InteractionType.Ping)
    return c.json({ type: InteractionResponseType.Pong } satisfies APIInteractionResponse)
  const runtime = { env: c.env, waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work) }
  const responder = (guildId: string) => c.env.RESPONDERS.getByName(guildId)
  await loadLibraries()
  const answer = await firstAnswer(runtime, interaction, responder)
  return answer === "duplicate" ? c.text("This interaction was already received.", 409) : c.json(answer)
}

function parseJson(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Fallback: no schema accepts null, so the answer is a logged 400.
    return null
  }
}

// First answers, within Discord's three seconds: suggestions, a form, a refusal, or a deferral.

/** Discord allows three seconds from sending to receiving. */
const SUGGEST_MS = 1_800
const FORM_MS = 2_200
const TAKE_MS = 2_300

type ResponderByGuild = (guildId: Id) => { take(job: ResponderJob): Promise<TakeResult> }

/** Never throws. */
async function firstAnswer(
  runtime: Runtime,
  interaction: Interaction,
  responder: ResponderByGuild,
): Promise<APIInteractionResponse | "duplicate"> {
  if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
    return suggestionsAnswer(runtime, interaction, REGISTRY)
  const prepared = prepareOrRefuse(runtime, interaction, REGISTRY)
  if ("went" in prepared) return privateAnswer(prepared.reply)
  if (canOpenForm(prepared.called, interaction)) {
    const opened = await formAnswer(runtime, interaction)
    if (opened !== null) return opened
  }
  return deferToResponder(interaction, {
    called: prepared.called,
    guildId: prepared.asked.guildId,
    responder,
  })
}

/** Failures yield no suggestions: an error would only flicker while someone types. */
async function suggestionsAnswer(
  runtime: Runtime,
  interaction: CommandInteraction,
  registry: CommandRegistry,
): Promise<APIInteractionResponse> {
  const found = await within(SUGGEST_MS, () => listSuggestions(runtime, interaction, registry)).catch(
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

/** Returns `null` if there is no form and the interaction is answered later. */
async function formAnswer(
  runtime: Runtime,
  interaction: Interaction,
): Promise<APIInteractionResponse | null> {
  const opened = await within(FORM_MS, () => loadForm(runtime, interaction))
  if (opened === OVERDUE) return failureAnswer(interaction, ["a form took too long"])
  if ("went" in opened) return privateAnswer(opened.reply)
  if (opened.form === null) return null
  const problems = formProblems(opened.form)
  if (problems.length > 0) return failureAnswer(interaction, problems)
  return { type: InteractionResponseType.Modal, data: opened.form }
}

async function deferToResponder(
  interaction: Interaction,
  {
    called: route,
    guildId,
    responder,
  }: { called: InteractionRoute; guildId: Id; responder: ResponderByGuild },
): Promise<APIInteractionResponse | "duplicate"> {
  const job: ResponderJob = { kind: "interaction", interaction }
  const taken = await within(TAKE_MS, () => responder(guildId).take(job)).catch((error: unknown) =>
    describeError(error),
  )
  if (taken === "duplicate") return taken
  if (taken === OVERDUE) return failureAnswer(interaction, ["the responder took too long"])
  const own = textsIn(interaction.locale)
  if (taken === "blocked") return privateAnswer(refusalOutcome({ reason: "blocked" }, own).reply)
  if (typeof taken === "object")
    return privateAnswer(refusalOutcome({ reason: "cooling_down", seconds: taken.cooling }, own).reply)
  if (taken !== "taken") return failureAnswer(interaction, [taken])
  const response = responseKind(route, interaction)
  if (response.kind === "update") return { type: InteractionResponseType.DeferredMessageUpdate }
  return {
    type: InteractionResponseType.DeferredChannelMessageWithSource,
    data: response.isPrivate ? { flags: MessageFlags.Ephemeral } : {},
  }
}

/** Logs a bug or an outage and answers with a reference to the log entry. */
function failureAnswer(interaction: Interaction, problems: string[]): APIInteractionResponse {
  console.error({
    event: "interaction.failed",
    reference: interaction.id,
    guild: interaction.guild_id ?? null,
    called: interactionName(interaction),
    problems,
  })
  return privateAnswer(failureReply(interaction.id, textsIn(interaction.locale)))
}

/** Answers at once, visible to the asker only. */
function privateAnswer(reply: Reply): APIInteractionResponse {
  const body = replyBody(reply)
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { ...body, flags: body.flags | MessageFlags.Ephemeral },
  }
}
