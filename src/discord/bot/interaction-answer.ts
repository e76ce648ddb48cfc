/** What Discord is answered within its three seconds: suggestions, a form, a refusal, or that the answer follows. */
import {
  type APIInteractionResponse,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from "discord-api-types/v10"
import { OVERDUE, within } from "../../ai/deadline.ts"
import { whatFailed } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import type { Ground } from "../../runtime/means.ts"
import type { CommandCall, Interaction } from "./interaction-shapes.ts"
import {
  apology,
  beginningOf,
  type Called,
  formOf,
  mannerOf,
  mayOpenForm,
  nameOf,
  REGISTRY,
  type Registry,
  refused,
  suggestionsOf,
} from "./perform.ts"
import type { Job, Taken } from "./responder-plan.ts"
import { bodyOf, type Reply } from "./ui/command.ts"
import { fitting, formProblems } from "./ui/limits.ts"

/** Discord waits three seconds from sending to receiving. */
const SUGGEST_MS = 1_800
const FORM_MS = 2_200
const TAKE_MS = 2_300

type TakenBy = (guildId: Id) => { take(job: Job): Promise<Taken> }

/** Never throws. */
export async function firstAnswer(
  ground: Ground,
  interaction: Interaction,
  responder: TakenBy,
): Promise<APIInteractionResponse | "duplicate"> {
  if (interaction.type === InteractionType.ApplicationCommandAutocomplete)
    return suggested(ground, interaction, REGISTRY)
  const begun = beginningOf(ground, interaction, REGISTRY)
  if ("went" in begun) return saidAlone(begun.reply)
  if (mayOpenForm(begun.called, interaction)) {
    const opened = await formFor(ground, interaction)
    if (opened !== null) return opened
  }
  return deferred(interaction, { called: begun.called, guildId: begun.asked.guildId, responder })
}

/** What failed is suggested as nothing: an error there would only blink at whoever is typing. */
async function suggested(
  ground: Ground,
  interaction: CommandCall,
  registry: Registry,
): Promise<APIInteractionResponse> {
  const found = await within(SUGGEST_MS, () => suggestionsOf(ground, interaction, registry)).catch(
    (error: unknown) => {
      console.warn({ event: "suggestions.failed", called: nameOf(interaction), error: whatFailed(error) })
      return []
    },
  )
  const choices = found === OVERDUE ? [] : fitting(found)
  return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } }
}

/** null: there is none to open, it is answered later. */
async function formFor(ground: Ground, interaction: Interaction): Promise<APIInteractionResponse | null> {
  const opened = await within(FORM_MS, () => formOf(ground, interaction))
  if (opened === OVERDUE) return fault(interaction, ["a form took too long"])
  if ("went" in opened) return saidAlone(opened.reply)
  if (opened.form === null) return null
  const problems = formProblems(opened.form)
  if (problems.length > 0) return fault(interaction, problems)
  return { type: InteractionResponseType.Modal, data: opened.form }
}

async function deferred(
  interaction: Interaction,
  { called, guildId, responder }: { called: Called; guildId: Id; responder: TakenBy },
): Promise<APIInteractionResponse | "duplicate"> {
  const job: Job = { kind: "interaction", interaction }
  const taken = await within(TAKE_MS, () => responder(guildId).take(job)).catch((error: unknown) =>
    whatFailed(error),
  )
  if (taken === "duplicate") return taken
  if (taken === OVERDUE) return fault(interaction, ["the responder took too long"])
  if (typeof taken === "object")
    return saidAlone(refused({ reason: "cooling_down", seconds: taken.cooling }).reply)
  if (taken !== "taken") return fault(interaction, [taken])
  const manner = mannerOf(called, interaction)
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
    called: nameOf(interaction),
    problems,
  })
  return saidAlone(apology(interaction.id))
}

/** Said at once, and seen by the asker alone. */
function saidAlone(reply: Reply): APIInteractionResponse {
  const body = bodyOf(reply)
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: { ...body, flags: body.flags | MessageFlags.Ephemeral },
  }
}
