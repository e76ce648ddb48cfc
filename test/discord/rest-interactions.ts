/**
 * REST routes of interactions: the callback, and the webhook for further answers. The interaction's token is
 * the only credential.
 */
import { unknown } from "./api-error.ts"
import { type Answer, type Exchange, objectOf, type Route } from "./http.ts"
import type { Interaction, InteractionDesk } from "./interactions.ts"
import type { World } from "./world.ts"

const HOOK = "/webhooks/:application/:token"

export function interactionRoutes(world: World, desk: InteractionDesk): Route[] {
  const of = ({ params }: Exchange): Interaction => {
    if (params.application !== world.applicationId) throw unknown.webhook()
    return desk.find(params.token ?? "")
  }
  const open = (method: string, path: string, answer: (call: Exchange) => Answer): Route => ({
    method,
    path,
    open: true,
    answer,
  })
  const message = (call: Exchange) => {
    const interaction = of(call)
    const found =
      call.params.message === "@original"
        ? interaction.original
        : interaction.followUps.get(call.params.message ?? "")
    if (!found) throw unknown.message()
    return found
  }
  return [
    open("POST", "/interactions/:interaction/:token/callback", (call) => {
      const interaction = desk.find(call.params.token ?? "")
      if (interaction.payload.id !== call.params.interaction) throw unknown.interaction()
      desk.callback(interaction, objectOf(call), call.files)
      const { payload, answered, original } = interaction
      return call.query.get("with_response") === "true"
        ? {
            status: 200,
            body: {
              interaction: { id: payload.id, type: payload.type, response_message_id: original?.id },
              resource: { type: answered, ...(original && { message: original }) },
            },
          }
        : { status: 204 }
    }),
    open("POST", HOOK, (call) => ({
      status: 200,
      body: desk.followUp(of(call), objectOf(call), call.files),
    })),
    open("GET", `${HOOK}/messages/:message`, (call) => ({ status: 200, body: message(call) })),
    open("PATCH", `${HOOK}/messages/:message`, (call) => ({
      status: 200,
      body:
        call.params.message === "@original"
          ? desk.editOriginal(of(call), objectOf(call), call.files)
          : desk.edit(of(call), call.params.message ?? "", objectOf(call)),
    })),
    open("DELETE", `${HOOK}/messages/:message`, (call) => {
      desk.remove(of(call), message(call))
      return { status: 204 }
    }),
  ]
}
