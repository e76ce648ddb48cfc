/** Runs what an interaction calls, and turns whatever comes of it into something to say. What it says of failures holds nothing of our insides. */
import { InteractionType } from "discord-api-types/v10"
import { type Refusal, Refused, whatFailed } from "../../domain/errors.ts"
import type { Ground } from "../../runtime/ground.ts"
import { type Called, calledBy, mannerOf, mayCall, REGISTRY, type Registry } from "./called.ts"
import { askedOf, focusedOf } from "./interaction-read.ts"
import type { CommandCall, Interaction } from "./interaction-shapes.ts"
import type { Asked, Form, Suggestion } from "./ui/command.ts"
import { worded } from "./ui/refusals.ts"
import { type Reply, said } from "./ui/reply.ts"

/** What came of it, and what is said: `refused` is no fault of anybody's, `failed` is one of ours. */
export interface Performed {
  went: "well" | "refused" | "failed"
  reply: Reply
}

/** Who asks, and what is called: what every answer begins with. Throws `Refused`. */
function begun(ground: Ground, interaction: Interaction, registry: Registry) {
  const called = calledBy(interaction, registry)
  if (called === null) throw new Refused({ reason: "unknown_command" })
  const known = askedOf(interaction, mannerOf(called, interaction).isPrivate)
  if (known === null) throw new Refused({ reason: "servers_only" })
  if (!mayCall(called, known.asker)) throw new Refused({ reason: "managers_only" })
  return { called, asked: { ...known, ground } satisfies Asked }
}

/** The same, with what stands in the way said instead. Nothing is read for it. */
export function beginningOf(ground: Ground, interaction: Interaction, registry: Registry = REGISTRY) {
  try {
    return begun(ground, interaction, registry)
  } catch (error) {
    return fell(interaction, error)
  }
}

/** Never throws: a refusal is said in its words, anything else is an apology with a reference to what is logged. */
export async function perform(
  ground: Ground,
  interaction: Interaction,
  registry: Registry = REGISTRY,
): Promise<Performed> {
  try {
    const { called, asked } = begun(ground, interaction, registry)
    return { went: "well", reply: await run(called, asked) }
  } catch (error) {
    return fell(interaction, error)
  }
}

function run(called: Called, asked: Asked): Promise<Reply> {
  if (called.kind === "command") return called.command.run(asked, called.options)
  if (!called.action.run) throw new Error(`action ${called.action.name} has no answer`)
  return called.action.run(asked, called.press)
}

/** The form it opens; null: none, it is answered later. What stands in the way is said instead of it. */
export async function formOf(
  ground: Ground,
  interaction: Interaction,
  registry: Registry = REGISTRY,
): Promise<{ form: Form | null } | Performed> {
  try {
    const { called, asked } = begun(ground, interaction, registry)
    if (called.kind === "command")
      return { form: (await called.command.form?.(asked, called.options)) ?? null }
    return { form: (await called.action.form?.(asked, called.press)) ?? null }
  } catch (error) {
    return fell(interaction, error)
  }
}

/** What may stand in the option that is being typed. Throws where it is refused or fails. */
export async function suggestionsOf(
  ground: Ground,
  interaction: CommandCall,
  registry: Registry = REGISTRY,
): Promise<Suggestion[]> {
  const { called, asked } = begun(ground, interaction, registry)
  const focused = focusedOf(interaction)
  if (called.kind !== "command" || focused === null) return []
  return (await called.command.suggest?.(asked, called.options, focused)) ?? []
}

/** What is said where nothing came of it. */
function fell(interaction: Interaction, error: unknown): Performed {
  if (error instanceof Refused) return refused(error.refusal)
  console.error({
    event: "interaction.failed",
    reference: interaction.id,
    guild: interaction.guild_id ?? null,
    called: nameOf(interaction),
    error: whatFailed(error),
  })
  return { went: "failed", reply: apology(interaction.id) }
}

export function refused(refusal: Refusal): Performed {
  return { went: "refused", reply: said(worded(refusal)) }
}

/** `reference` finds the failure in the log. */
export function apology(reference: string): Reply {
  return said(
    `That went wrong on my side, and nothing came of it. If it goes on, tell whoever runs me: \`${reference}\`.`,
  )
}

/** Its own name for what it calls, without what was written with it. */
export function nameOf(interaction: Interaction): string {
  if (
    interaction.type === InteractionType.MessageComponent ||
    interaction.type === InteractionType.ModalSubmit
  )
    return interaction.data.custom_id.split(":", 1)[0] ?? ""
  return interaction.data.name
}
