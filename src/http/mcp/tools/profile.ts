/** `profile`: what is known about one person, by section. */
import { z } from "zod"
import type { FoundMemory } from "../../../memory/read/search.ts"
import type { ReaderFields } from "../../binding.ts"
import { readMemberProfile } from "../../member-actions.ts"
import { iso } from "../../present.ts"
import type { McpCall } from "../call.ts"
import { readerShape, UserId } from "../reader.ts"
import { type McpTool, READ_ONLY } from "../tool.ts"

const MOST_FACTS = 100

const ProfileOutput = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  facts: z.array(
    z.object({
      id: z.string().describe("For fetch and forget."),
      section: z.string().describe("A section of the profile, or `expiring`."),
      fact: z.string(),
      said_at: z.string().describe("When it was last said, ISO 8601."),
      expires_at: z.string().optional(),
    }),
  ),
  more: z.boolean().describe(`True if there are more than these ${MOST_FACTS}. Ask recall for the rest.`),
})

/** Reads a person's profile for the reader that the key and the call name. */
export async function profileFor(
  call: McpCall,
  { user_id, ...stated }: ReaderFields & { user_id?: string | undefined },
): Promise<z.output<typeof ProfileOutput>> {
  call.requireReader(stated)
  const userId = call.requirePerson(user_id, stated)
  const known = await readMemberProfile(call.c, { guildId: call.guildId, userId }, { ...stated, asOf: null })
  const all = [
    ...known.permanent.map((found) => factOf(found, found.memory.section ?? "other")),
    ...known.expiring.map((found) => factOf(found, "expiring")),
  ]
  return { user: known.user, facts: all.slice(0, MOST_FACTS), more: all.length > MOST_FACTS }
}

function factOf({ memory }: FoundMemory, section: string) {
  return {
    id: `memory:${memory.id}`,
    section,
    fact: memory.fact,
    said_at: iso(memory.lastSaidAt),
    ...(memory.expiresAt === null ? {} : { expires_at: iso(memory.expiresAt) }),
  }
}

export function profileTool(call: McpCall) {
  const input = z.strictObject({
    user_id: UserId.optional().describe(
      "Whose profile, by the id that recall returns in people. By default the reader's own.",
    ),
    ...readerShape(call),
  })
  return {
    name: "profile",
    title: "Read a person's profile",
    description:
      "Returns the lasting and the current facts about one person of this Discord server, as far as the reader may know them.",
    scope: "read",
    binding: "reader",
    annotations: READ_ONLY,
    input,
    output: ProfileOutput,
    run: async (args) => ({ data: await profileFor(call, args) }),
  } satisfies McpTool<typeof input, typeof ProfileOutput>
}
