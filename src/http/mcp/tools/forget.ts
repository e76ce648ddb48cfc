/**
 * `forget`: shows what some words mean, then deletes the memories with the given ids, and takes that back for ten
 * minutes, as `/forget` on Discord does.
 */
import { z } from "zod"
import { Refused } from "../../../domain/errors.ts"
import { DEPLOYMENT } from "../../../domain/ids.ts"
import { plainText } from "../../../domain/plain-text.ts"
import { findMemories } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { findUndoable, undoChange } from "../../../memory/removal/undo.ts"
import { forgetMemories } from "../../../memory/write/correct.ts"
import { type ReaderFields, requireSubject } from "../../binding.ts"
import { enterRequestGuild, followRequestWrites } from "../../guarded.ts"
import { findForgetMatches } from "../../member-actions.ts"
import { auditAuthor } from "../../principal.ts"
import { enterAsViewer } from "../../request-viewer.ts"
import type { McpCall } from "../call.ts"
import { readerShape, UserId } from "../reader.ts"
import type { McpTool } from "../tool.ts"

const MOST_SHOWN = 50
/** Undo ids of Discord are ids of interactions, and no key may use one. */
const UNDO_ID = /^mcp_[0-9a-f-]{36}$/

const Fact = z.object({ id: z.string(), fact: z.string() })
const ForgetOutput = z.object({
  matches: z.array(Fact).describe("What the words mean. Still remembered."),
  forgotten: z.array(Fact).describe("Deleted by this call."),
  not_found: z.array(z.string()).describe("Ids of no memory that the reader may read."),
  restored: z.array(z.string()).describe("Ids of memories that this call brought back."),
  undo_id: z.string().nullable().describe("Pass it as undo within ten minutes to take this back."),
  hint: z.string().describe("What to do next."),
})
type Forgotten = z.output<typeof ForgetOutput>

const NOTHING: Forgotten = {
  matches: [],
  forgotten: [],
  not_found: [],
  restored: [],
  undo_id: null,
  hint: "",
}

export function forgetTool(call: McpCall) {
  const input = z
    .strictObject({
      text: plainText(2_000, 1)
        .optional()
        .describe("Words for what to forget. Shows the matches, deletes nothing."),
      ids: z
        .array(plainText(120, 1))
        .min(1)
        .max(MOST_SHOWN)
        .optional()
        .describe("Ids of the memories to delete, after the person has confirmed them."),
      undo: z
        .string()
        .regex(UNDO_ID, "is no undo_id of this tool")
        .optional()
        .describe("An undo_id of this tool."),
      user_id: UserId.optional().describe("With text: whose memories. By default the reader's own."),
      ...readerShape(call),
    })
    .refine(({ text, ids, undo }) => [text, ids, undo].filter((one) => one !== undefined).length === 1, {
      path: ["text"],
      error: "give exactly one of text, ids and undo",
    })
  return {
    name: "forget",
    title: "Forget memories",
    description:
      "Deletes memories in two steps. First pass text: the matching memories come back with their ids, and nothing is deleted. Show them to the person, then pass the confirmed ids. The undo_id of the second call takes it back for ten minutes.",
    scope: "write",
    binding: "person",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output: ForgetOutput,
    async run({ text, ids, undo, user_id, ...stated }) {
      if (undo !== undefined) return { data: await takeBack(call, undo) }
      call.requireReader(stated)
      if (ids !== undefined) return { data: await forgetByIds(call, ids, stated) }
      return { data: await showMatches(call, { text: text ?? "", user_id, ...stated }) }
    },
  } satisfies McpTool<typeof input, typeof ForgetOutput>
}

async function showMatches(
  call: McpCall,
  { text, user_id, ...stated }: ReaderFields & { text: string; user_id: string | undefined },
): Promise<Forgotten> {
  const address = { guildId: call.guildId, userId: call.requirePerson(user_id, stated) }
  const { matches, isGuess } = await findForgetMatches(call.c, address, { text, ...stated })
  if (matches.length === 0)
    return { ...NOTHING, hint: "Nothing matches. Use words of the fact, or look at the profile for its id." }
  const more = matches.length > MOST_SHOWN ? ` These are the first ${MOST_SHOWN}.` : ""
  const guess = isGuess ? " They were found by their meaning and may be wrong." : ""
  return {
    ...NOTHING,
    matches: matches.slice(0, MOST_SHOWN).map(shownFact),
    hint: `Nothing is deleted yet.${guess}${more} Ask the person which of these to forget, and call forget with their ids.`,
  }
}

async function forgetByIds(
  call: McpCall,
  named: readonly string[],
  stated: ReaderFields,
): Promise<Forgotten> {
  const { c, guildId } = call
  const { entered, viewer } = await enterAsViewer(c, guildId, stated)
  const ids = [...new Set(named.map((id) => id.replace(/^memory:/, "")))]
  const readable = await findMemories(entered.db, viewer, ids)
  const found = ids.flatMap((id) => readable.get(id) ?? [])
  for (const { memory } of found) requireSubject(c.get("principal"), memory)
  const not_found = ids.filter((id) => !readable.has(id)).map((id) => `memory:${id}`)
  if (found.length === 0)
    return { ...NOTHING, not_found, hint: "Nothing was deleted: there is no memory with these ids." }
  const undo = {
    id: `mcp_${crypto.randomUUID()}`,
    userId: call.ownPerson ?? stated.viewer_id ?? DEPLOYMENT,
  }
  const by = { ...auditAuthor(c), undo }
  const going = found.map(({ memory }) => memory.id)
  const refusal = await forgetMemories(entered.db, guildId, going, by)
  if (refusal) throw new Refused(refusal)
  followRequestWrites(c, guildId, { outcome: "forgotten", count: found.length })
  const isUndoable = (await findUndoable(entered.db, guildId, undo.id)) !== null
  return {
    ...NOTHING,
    forgotten: found.map(shownFact),
    not_found,
    undo_id: isUndoable ? undo.id : null,
    hint: isUndoable
      ? "Deleted. To take it back within ten minutes, call forget with undo."
      : "Deleted. This cannot be undone.",
  }
}

async function takeBack(call: McpCall, id: string): Promise<Forgotten> {
  const { c, guildId } = call
  const { db } = await enterRequestGuild(c, guildId)
  const asking = {
    ...{ id, press: id, now: Date.now() },
    userId: call.ownPerson ?? DEPLOYMENT,
    manages: call.ownPerson === null,
  }
  const undone = await undoChange(db, guildId, asking)
  if ("reason" in undone) throw new Refused(undone)
  followRequestWrites(c, guildId)
  return {
    ...NOTHING,
    restored: undone.ids.map((one) => `memory:${one}`),
    hint: "These are remembered again.",
  }
}

function shownFact({ memory }: FoundMemory) {
  return { id: `memory:${memory.id}`, fact: memory.fact }
}
