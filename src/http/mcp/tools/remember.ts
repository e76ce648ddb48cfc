/** `remember`: saves what somebody says about a person. */
import { z } from "zod"
import { plainText } from "../../../domain/plain-text.ts"
import { rememberStatement } from "../../member-actions.ts"
import { verdictHint } from "../../verdict-hints.ts"
import type { McpCall } from "../call.ts"
import { tellerShape, UserId } from "../reader.ts"
import type { McpTool } from "../tool.ts"

export function rememberTool(call: McpCall) {
  const input = z.strictObject({
    text: plainText(2_000, 1)
      .refine((words) => /[\p{L}\p{N}]/u.test(words), "must contain words")
      .describe("One or more statements about the person, such as: Ada moved to Oslo in May."),
    user_id: UserId.optional().describe(
      "Whom it is about, by the id that recall returns as people[].id. By default the person who says it.",
    ),
    name: plainText(100, 1).optional().describe("Their name, if the server does not know them yet."),
    ...tellerShape(call),
  })
  const output = z.object({
    remembered: z.array(
      z.object({
        verdict: z.string().describe("accepted, shadowed, queued or rejected. Only accepted is recalled."),
        reason: z.string().describe("A code for why, such as fits, manual_mode or already_known."),
        fact: z.string().nullable().describe("The fact made of it; null if it states none."),
        memory_id: z
          .string()
          .nullable()
          .describe("For fetch and forget; null if this reader may not read it."),
        hint: z.string().describe("What became of it, to tell the person."),
      }),
    ),
  })
  return {
    name: "remember",
    title: "Remember something about a person",
    description: `Saves statements about one person as facts, after the server's policy has judged them. Use it when somebody asks you to remember something, or states a lasting fact about themselves. Secrets and what people opted out of are refused. ${sharedWith(call)} Read verdict and hint before you say that it is remembered.`,
    scope: "write",
    binding: "statement",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output,
    async run({ user_id, text, name, ...stated }) {
      call.requireReader(stated)
      const userId = call.requirePerson(user_id, stated)
      const verdicts = await rememberStatement(
        call.c,
        { guildId: call.guildId, userId },
        { text, name, ...stated },
      )
      const remembered = verdicts.map(({ kind, reason, fact, memoryId }) => ({
        verdict: kind,
        reason,
        fact,
        memory_id: memoryId === null ? null : `memory:${memoryId}`,
        hint: verdictHint({ kind, reason, memoryId }),
      }))
      return { data: { remembered } }
    },
  } satisfies McpTool<typeof input, typeof output>
}

/** Returns the sentence that says who will read what is saved. */
function sharedWith({ ownChannel, ownPerson }: McpCall): string {
  if (ownChannel !== null)
    return "Everyone who can read this key's channel may read what is saved. This key cannot forget: the person does that with /forget on Discord."
  const private_ = ownPerson === null ? "With viewer_id alone" : "Without channel_id"
  return `${private_}, only that person may read what is saved; with channel_id, everyone who can read that channel may.`
}
