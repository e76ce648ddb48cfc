/**
 * MCP resources: a person's profile, the topics of the server's conversations, and the policy in force. A key that is
 * bound to no reader gets templates that name one.
 */
import { type McpServer, ResourceTemplate, type Variables } from "@modelcontextprotocol/server"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { listNotes } from "../../memory/read/note-pages.ts"
import { messageUrl } from "../../recall/item-sources.ts"
import type { ReaderFields } from "../binding.ts"
import { enterRequestGuild } from "../guarded.ts"
import { iso } from "../present.ts"
import { invalid } from "../problem.ts"
import { enterAsViewer } from "../request-viewer.ts"
import type { McpCall, McpRule } from "./call.ts"
import { profileFor } from "./tools/profile.ts"

const MOST_TOPICS = 50
const JSON_TYPE = "application/json"
const READING: McpRule = { scope: "read", binding: "reader" }
/** The policy concerns the whole server. */
const GOVERNING: McpRule = { scope: "read", binding: "guild" }

/** A place for a template: how its URI names the reader. A bound key's URIs name none. */
const READERS = [
  { name: "channel", path: "/channel/{channel_id}", who: "everyone who sees a channel" },
  { name: "person", path: "/person/{viewer_id}", who: "one person" },
] as const

const VariablesSchema = z.object({
  user_id: Snowflake.optional(),
  channel_id: Snowflake.optional(),
  viewer_id: Snowflake.optional(),
})
type Named = z.output<typeof VariablesSchema>

export function addResources(server: McpServer, call: McpCall): void {
  const places = call.isBound ? [{ name: "", path: "", who: "this key's reader" }] : READERS
  for (const { name, path, who } of places) {
    const suffix = name === "" ? "" : `-for-${name}`
    addReading(server, call, {
      name: `profile${suffix}`,
      uri: `keepsake://profile/{user_id}${path}`,
      description: `The facts about a person that ${who} may know.`,
      read: ({ user_id, ...stated }) => profileFor(call, { user_id, ...stated }),
    })
    addReading(server, call, {
      name: `topics${suffix}`,
      uri: `keepsake://topics${path}`,
      description: `The latest topics of conversation that ${who} may know.`,
      read: (stated) => latestTopics(call, stated),
    })
  }
  if (call.isOffered(GOVERNING))
    addReading(server, call, {
      name: "policy",
      uri: "keepsake://policy",
      description: "The rules for what this server remembers and shows, with their version.",
      read: () => policyInForce(call),
      rule: GOVERNING,
    })
}

interface Reading {
  name: string
  /** A template if it has a `{variable}`. */
  uri: string
  description: string
  read(named: Named): Promise<unknown>
  rule?: McpRule
}

function addReading(server: McpServer, call: McpCall, reading: Reading): void {
  const { name, uri, description, read, rule = READING } = reading
  const config = { description, mimeType: JSON_TYPE }
  const answer = ({ href }: URL, variables: Variables) =>
    call.answer(async () => {
      const named = VariablesSchema.safeParse(variables)
      if (!named.success) throw new Refused(invalid(named.error, "uri"))
      await call.allow(rule, null)
      return { contents: [{ uri: href, mimeType: JSON_TYPE, text: JSON.stringify(await read(named.data)) }] }
    })
  if (uri.includes("{"))
    server.registerResource(name, new ResourceTemplate(uri, { list: undefined }), config, answer)
  else server.registerResource(name, uri, config, (url) => answer(url, {}))
}

async function latestTopics(call: McpCall, stated: ReaderFields) {
  call.requireReader(stated)
  const { entered, viewer } = await enterAsViewer(call.c, call.guildId, stated)
  const during = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const filter = { kind: "topic_cluster", channelId: null, participantId: null, during } as const
  const notes = await listNotes(entered.db, viewer, filter, { after: null, limit: MOST_TOPICS })
  return {
    topics: notes.map(({ id, title, summary, channelId, firstMessageId, fromAt, toAt }) => ({
      ...{ id: `note:${id}`, title, summary },
      ...{ from: iso(fromAt), to: iso(toAt), url: messageUrl(call.guildId, channelId, firstMessageId) },
    })),
  }
}

async function policyInForce(call: McpCall) {
  const { guild } = await enterRequestGuild(call.c, call.guildId)
  return { ...guild.policy, version: guild.policyVersion }
}
