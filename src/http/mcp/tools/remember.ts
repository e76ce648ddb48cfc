/** `remember`: saves what somebody says about a person. */
import { z } from "zod"
import { plainText } from "../../../domain/plain-text.ts"
import { rememberStatement } from "../../member-actions.ts"
import type { McpCall } from "../call.ts"
import { readerShape, UserId } from "../reader.ts"
import type { McpTool } from "../tool.ts"

export function rememberTool(call: McpCall) {
  const input = z.strictObject({
    text: plainText(2_000, 1)
      .refine((words) => /[\p{L}\p{N}]/u.test(words), "must contain words")
      .describe("One or more statements about the person, such as: Ada moved to Oslo in May."),
    user_id: UserId.optional().describe(
      "Whom it is about, by the id that recall returns as subject_id. By default the reader.",
    ),
    name: plainText(100, 1).optional().describe("Their name, if the server does not know them yet."),
    ...readerShape(call),
  })
  const output = z.object({
    remembered: z.array(
      z.object({
        verdict: z.string().describe("accepted, shadowed, queued or rejected"),
        reason: z.string(),
        fact: z.string().nullable(),
        memory_id: z.string().nullable(),
      }),
    ),
  })
  return {
    name: "remember",
    title: "Remember something about a person",
    description:
      "Saves statements about one person as facts, after the server's policy has judged them. Use it when somebody asks you to remember something, or states a lasting fact about themselves. Secrets and what people opted out of are refused. With channel_id, only people who can read that channel will see it; otherwise the whole server may.",
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
      }))
      return { data: { remembered } }
    },
  } satisfies McpTool<typeof input, typeof output>
}
