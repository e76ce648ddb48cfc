/**
 * Names, for every event the fake Discord sends, the documentation section that says when Discord sends it.
 * An event without an entry cannot be sent. Sections without a page are in Discord's "Gateway Events".
 */

export interface EventSource {
  section: string
  /** What the documentation leaves open, and where Discord's behavior is reported. */
  observed?: string
}

export const EVENT_SOURCES = {
  READY: { section: "Gateway Events › Ready" },
  RESUMED: { section: "Gateway Events › Resumed" },
  GUILD_CREATE: { section: "Gateway Events › Guild Create" },
  GUILD_UPDATE: { section: "Gateway Events › Guild Update" },
  GUILD_DELETE: { section: "Gateway Events › Guild Delete" },
  GUILD_ROLE_CREATE: { section: "Gateway Events › Guild Role Create" },
  GUILD_ROLE_UPDATE: { section: "Gateway Events › Guild Role Update" },
  GUILD_ROLE_DELETE: {
    section: "Gateway Events › Guild Role Delete",
    observed:
      "The section names no event for holders or overwrites. Overwrites may name deleted roles: discord/discord-api-docs#4303. The world's switch `followsRoleDeletion` sends them.",
  },
  GUILD_MEMBER_ADD: { section: "Gateway Events › Guild Member Add" },
  GUILD_MEMBER_UPDATE: { section: "Gateway Events › Guild Member Update" },
  GUILD_MEMBER_REMOVE: { section: "Gateway Events › Guild Member Remove" },
  GUILD_MEMBERS_CHUNK: { section: "Gateway Events › Guild Members Chunk" },
  CHANNEL_CREATE: { section: "Gateway Events › Channel Create" },
  CHANNEL_UPDATE: {
    section: "Gateway Events › Channel Update; Channel Resource › Delete/Close Channel",
    observed: "The second section has one sent for each child of a deleted category.",
  },
  CHANNEL_DELETE: {
    section: "Gateway Events › Channel Delete",
    observed: "No THREAD_DELETE follows for the channel's threads: discordjs/discord.js#10883.",
  },
  THREAD_CREATE: { section: "Gateway Events › Thread Create" },
  THREAD_UPDATE: { section: "Gateway Events › Thread Update" },
  THREAD_DELETE: { section: "Gateway Events › Thread Delete" },
  THREAD_LIST_SYNC: { section: "Gateway Events › Thread List Sync" },
  THREAD_MEMBERS_UPDATE: { section: "Gateway Events › Thread Members Update" },
  MESSAGE_CREATE: { section: "Gateway Events › Message Create" },
  MESSAGE_UPDATE: { section: "Gateway Events › Message Update" },
  MESSAGE_DELETE: { section: "Gateway Events › Message Delete" },
  MESSAGE_DELETE_BULK: { section: "Gateway Events › Message Delete Bulk" },
  INTERACTION_CREATE: { section: "Gateway Events › Interaction Create" },
} as const satisfies Record<string, EventSource>

/** Throws for an event that no section documents: the mistake of a test or of the fake. */
export function assertDocumented(event: string): void {
  if (!Object.hasOwn(EVENT_SOURCES, event))
    throw new Error(`The fake Discord names no documentation for ${event}`)
}
