/** Accepted and refused input of each route, keyed by its operation name in the OpenAPI document. */

export const GUILD = "5001"
export const CHANNEL = "100"
export const MEMBER = "11"
/** An account that may speak for the member. */
export const ACCOUNT = "555"

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** A refused body or query, and the field that the error names. */
type Bad = [body: Json, field: string]

export interface Entry {
  /** An accepted body; omitted if the route takes none. */
  good?: { [key: string]: Json }
  bad?: Bad[]
  /** Refused query strings, each with the field that the error names. */
  badQuery?: [query: string, field: string][]
  /** True if the route creates an unknown guild instead of refusing it. */
  opensGuild?: boolean
}

/** A lone surrogate: one code unit of a two-unit character. */
const LONE = "\ud800"
const NOT_TEXT: Json[] = [1, null, true, [], {}, "a\u0000b", "a\u001bb", LONE]
export const NOT_IDS: Json[] = [
  81384788765712384,
  "",
  "0",
  "007",
  "-5",
  "1.5",
  "12a",
  "１２",
  " 12",
  "18446744073709551616",
  "123456789012345678901",
  "9223372036854775808",
  null,
  ["1"],
  { id: "1" },
]
const NOT_TIMES: Json[] = [
  1732104000,
  "yesterday",
  "2026-11-20",
  "2026-11-20T12:00:00",
  "2026-13-40T25:61:61Z",
  "",
  null,
]

const EVENT = {
  id: "e1",
  scope: "guild",
  source: "tool_result",
  role: "tool",
  content: "The backup took 12 minutes.",
  at: "2026-11-20T12:00:00Z",
}

const message = {
  id: "1000",
  author: { id: MEMBER, name: "Ada" },
  content: "hello",
  timestamp: "2026-11-20T12:00:00Z",
}

function each(values: Json[], field: string, place: (value: Json) => Json): Bad[] {
  return values.map((value) => [place(value), field])
}

const inMessage = (fields: { [key: string]: Json }): Json => ({ messages: [{ ...message, ...fields }] })

const INGEST: Bad[] = [
  [{}, "body.messages"],
  [{ messages: {} }, "body.messages"],
  [{ messages: "hello" }, "body.messages"],
  [{ messages: [null] }, "body.messages.0"],
  [
    { messages: Array.from({ length: 501 }, (_, index) => ({ ...message, id: String(index + 1) })) },
    "body.messages",
  ],
  ...each(NOT_IDS, "body.messages.0.id", (id) => inMessage({ id })),
  ...each(NOT_IDS, "body.messages.0.author.id", (id) => inMessage({ author: { id, name: "Ada" } })),
  ...each(NOT_TEXT, "body.messages.0.author.name", (name) => inMessage({ author: { id: MEMBER, name } })),
  ...each(["", "x".repeat(101)], "body.messages.0.author.name", (name) =>
    inMessage({ author: { id: MEMBER, name } }),
  ),
  ...each(NOT_TEXT, "body.messages.0.content", (content) => inMessage({ content })),
  [inMessage({ content: "x".repeat(8_001) }), "body.messages.0.content"],
  ...each(NOT_TIMES, "body.messages.0.timestamp", (timestamp) => inMessage({ timestamp })),
  ...each(
    NOT_IDS.filter((id) => id !== null),
    "body.messages.0.reply_to",
    (reply_to) => inMessage({ reply_to }),
  ),
  [inMessage({ mentions: [{ id: "1" }] }), "body.messages.0.mentions.0.name"],
  [
    inMessage({ mentions: Array.from({ length: 101 }, () => ({ id: "1", name: "x" })) }),
    "body.messages.0.mentions",
  ],
  [inMessage({ attachments: [{ name: LONE }] }), "body.messages.0.attachments.0.name"],
  [inMessage({ author: { id: MEMBER, name: "Ada", bot: "yes" } }), "body.messages.0.author.bot"],
  [inMessage({ source: "explicit" }), "body.messages.0.source"],
  [{ messages: [message, { ...message, id: 5 }] }, "body.messages.1.id"],
  [{ channel: { audience: "nobody" }, messages: [message] }, "body.channel.audience"],
  [{ channel: { parent_id: 7 }, messages: [message] }, "body.channel.parent_id"],
  [{ channel: { name: "a\u0007" }, messages: [message] }, "body.channel.name"],
  [{ channel: null, messages: [message] }, "body.channel"],
]

const ids = (field: string, rest: { [key: string]: Json }): Bad[] =>
  each(
    NOT_IDS.filter((id) => id !== null),
    `body.${field}`,
    (id) => ({ ...rest, [field]: id }),
  )

const PAGES: [string, string][] = [
  ["limit=0", "query.limit"],
  ["limit=201", "query.limit"],
  ["limit=many", "query.limit"],
  ["limit=1.5", "query.limit"],
  ["limit=1&limit=2", "query.limit"],
  ["channel_id=abc", "query.channel_id"],
  ["channel_id=123456789012345678901", "query.channel_id"],
  ["cursor=abc", "query.cursor"],
  [`cursor=${btoa("[]")}`, "query.cursor"],
  [`cursor=${btoa('{"at":1e999,"id":"x"}')}`, "query.cursor"],
  [`cursor=${btoa('{"at":1.5,"id":"x"}')}`, "query.cursor"],
  [`cursor=${btoa('{"at":1,"id":"\\ud800"}')}`, "query.cursor"],
  [`cursor=${"x".repeat(301)}`, "query.cursor"],
]

const READERS: [string, string][] = [
  ["channel_id=x", "query.channel_id"],
  ["viewer_id=x", "query.viewer_id"],
  ["viewer_id=1&viewer_id=2", "query.viewer_id"],
]

/** Of a backup of the guild; `bad-input` and the matrix ask for their own. */
const HEADER = {
  format: "keepsake-backup",
  version: 1,
  part: GUILD,
  schema: 1,
  started_at: "2026-11-26T00:00:00.000Z",
  journal: "j_1",
}

const everyone = { id: GUILD, permissions: "66560" }
const guildTold = (fields: { [key: string]: Json }): Json => ({
  guild: { id: GUILD, owner_id: MEMBER, roles: [everyone], ...fields },
  channels: [],
})
const channelTold = (fields: { [key: string]: Json }): Json => ({
  guild: { id: GUILD, owner_id: MEMBER, roles: [everyone] },
  channels: [{ id: CHANNEL, type: 0, ...fields }],
})
const STRUCTURE: Bad[] = [
  [{ channels: [] }, "body.guild"],
  [{ guild: { id: GUILD, owner_id: MEMBER, roles: [everyone] } }, "body.channels"],
  [guildTold({ roles: [{ id: "7", permissions: "0" }] }), "body.guild.roles"],
  [guildTold({ id: "5002", roles: [{ id: "5002", permissions: "0" }] }), "body.guild.id"],
  ...each(NOT_IDS, "body.guild.owner_id", (owner_id) => guildTold({ owner_id })),
  ...each([66560, "-1", "0x8", null, ""], "body.guild.roles.0.permissions", (permissions) =>
    guildTold({ roles: [{ id: GUILD, permissions }] }),
  ),
  ...each(["0", null, -1, 1.5], "body.channels.0.type", (type) => channelTold({ type })),
  ...each(["everyone", 2, null], "body.channels.0.permission_overwrites.0.type", (type) =>
    channelTold({ permission_overwrites: [{ id: "7", type, allow: "0", deny: "0" }] }),
  ),
  [{ threads: [{ id: CHANNEL, type: 0, parent_id: "1" }] }, "body.threads.0.type"],
  [{ threads: [{ id: CHANNEL, type: 11 }] }, "body.threads.0.parent_id"],
  [{ members: [{ roles: [] }] }, "body.members.0.user"],
  [{ members: [{ user: { id: MEMBER, username: "ada" } }] }, "body.members.0.roles"],
  [{}, "body"],
  [{ members_complete: true }, "body"],
  [
    { members: [{ user: { id: MEMBER, username: "ada" }, roles: [] }], members_complete: "yes" },
    "body.members_complete",
  ],
]

/** An export of nothing, in one part. */
const EMPTY_PART = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
const GUILD_FILE = {
  header: {
    format: "keepsake-guild",
    version: 1,
    guild: GUILD,
    schema: 1,
    exported_at: "2026-11-20T12:00:00Z",
    partial: null,
    tables: [],
  },
  parts: [EMPTY_PART],
  // SHA-256 of those digits.
  sha256: "cd372fb85148700fa88095e3492d3f9f5beb43e555e5ff26d95f5a6adc36f8e6",
}

export const ENTRIES: Record<string, Entry> = {
  "POST /v1/guilds/{g}/channels/{c}/messages": {
    good: { messages: [message] },
    bad: INGEST,
    opensGuild: true,
  },
  "PATCH /v1/guilds/{g}/channels/{c}/messages/{m}": {
    good: { content: "hello again" },
    bad: [
      [{}, "body.content"],
      ...each(NOT_TEXT, "body.content", (content) => ({ content })),
      [{ content: "hi", edited_timestamp: "yesterday" }, "body.edited_timestamp"],
    ],
  },
  "DELETE /v1/guilds/{g}/channels/{c}/messages/{m}": {},
  "POST /v1/guilds/{g}/channels/{c}/messages/bulk-delete": {
    good: { messages: ["1", "2"] },
    bad: [
      [{}, "body.messages"],
      [{ messages: [] }, "body.messages"],
      [{ messages: ["x"] }, "body.messages.0"],
      [{ messages: Array.from({ length: 101 }, (_, index) => String(index + 1)) }, "body.messages"],
    ],
  },
  "POST /v1/guilds/{g}/channels/{c}/flush": {},
  "POST /v1/guilds/{g}/recall": {
    good: { query: "hiking" },
    bad: [
      [{}, "body.query"],
      ...each(NOT_TEXT, "body.query", (query) => ({ query })),
      [{ query: "x".repeat(2_001) }, "body.query"],
      ...ids("channel_id", { query: "x" }),
      ...ids("user_id", { query: "x" }),
      ...ids("viewer_id", { query: "x" }),
      [{ query: "x", mentions: [5] }, "body.mentions.0"],
      [{ query: "x", mentions: ["1", "2", "3", "4"] }, "body.mentions"],
      [{ query: "x", format: "yaml" }, "body.format"],
      [{ query: "x", style: "modern" }, "body.style"],
      [{ query: "x", log: "yes" }, "body.log"],
      ...each([0, 51, 1.5, "5", 1e300], "body.max_items", (max_items) => ({ query: "x", max_items })),
      ...each([0, 8_001, -1, "5", 1e300], "body.max_tokens", (max_tokens) => ({ query: "x", max_tokens })),
      ...each([-0.1, 1.1, "1"], "body.min_score", (min_score) => ({ query: "x", min_score })),
      ...each(NOT_TIMES.slice(0, -1), "body.as_of", (as_of) => ({ query: "x", as_of })),
    ],
  },
  "POST /v1/guilds/{g}/recall/{id}/feedback": {
    good: { verdict: "useful" },
    bad: [
      [{}, "body.verdict"],
      [{ verdict: "good" }, "body.verdict"],
      [{ verdict: "useful", items: "m_1" }, "body.items"],
      [{ verdict: "useful", items: [""] }, "body.items.0"],
      [{ verdict: "useful", items: Array.from({ length: 51 }, () => "m_1") }, "body.items"],
      [{ verdict: "useful", note: "x" }, "body.note"],
      ...ids("channel_id", { verdict: "useful" }),
      ...ids("viewer_id", { verdict: "useful" }),
    ],
  },
  "POST /v1/guilds/{g}/answers": {
    good: { question: "who hikes?" },
    bad: [
      [{}, "body.question"],
      ...each(NOT_TEXT, "body.question", (question) => ({ question })),
      [{ question: "x".repeat(2_001) }, "body.question"],
      ...ids("channel_id", { question: "x" }),
      ...ids("user_id", { question: "x" }),
      ...ids("viewer_id", { question: "x" }),
      [{ question: "x", mentions: [5] }, "body.mentions.0"],
      [{ question: "x", turns: [{ name: "", text: "x" }] }, "body.turns.0.name"],
      [{ question: "x", turns: Array.from({ length: 11 }, () => ({ name: "a", text: "x" })) }, "body.turns"],
      ...each(NOT_TIMES.slice(0, -1), "body.as_of", (as_of) => ({ question: "x", as_of })),
    ],
  },
  "GET /v1/guilds/{g}/members/{u}/profile": {
    badQuery: [["as_of=yesterday", "query.as_of"], ...READERS],
  },
  "GET /v1/guilds/{g}/members/{u}/digests": {
    badQuery: [["as_of=yesterday", "query.as_of"], ...READERS],
  },
  "GET /v1/guilds/{g}/members/{u}/export": { badQuery: [["viewer_id=x", "query.viewer_id"]] },
  "GET /v1/guilds/{g}/export": {
    badQuery: [["cursor=abc", "query.cursor"], ["cursor=eyJwYXJ0IjoxfQ", "query.cursor"], ...READERS],
  },
  "POST /v1/guilds/{g}/import": {
    good: GUILD_FILE,
    bad: [
      [{}, "body.header"],
      [{ ...GUILD_FILE, header: { ...GUILD_FILE.header, format: "zip" } }, "body.header.format"],
      [{ ...GUILD_FILE, header: { ...GUILD_FILE.header, guild: "x" } }, "body.header.guild"],
      [{ ...GUILD_FILE, parts: [] }, "body.parts"],
      [{ ...GUILD_FILE, parts: ["abc"] }, "body.parts.0"],
      [{ ...GUILD_FILE, sha256: 5 }, "body.sha256"],
      [{ ...GUILD_FILE, channels: { "100": "999" } }, "body.channels.100"],
      [{ ...GUILD_FILE, settings: "yes" }, "body.settings"],
      [{ ...GUILD_FILE, force: true }, "body.force"],
    ],
    badQuery: [["dry_run=maybe", "query.dry_run"]],
  },
  "GET /v1/guilds/{g}/import": { badQuery: [["limit=0", "query.limit"]] },
  "GET /v1/guilds/{g}/import/{id}": {},
  "DELETE /v1/guilds/{g}/import/{id}": {},
  "PUT /v1/guilds/{g}/import/{id}/parts/{n}": {
    good: { text: "" },
    bad: [
      [{}, "body.text"],
      [{ text: 5 }, "body.text"],
      [{ text: "", page: 1 }, "body.page"],
    ],
  },
  "GET /v1/health": { badQuery: [["probe=maybe", "query.probe"]] },
  "GET /v1/backups": { badQuery: [["after=x", "query.after"]] },
  "GET /v1/backups/{part}": {
    badQuery: [
      ["cursor=abc", "query.cursor"],
      ["cursor=%5B%22undo%22%2C%5B1%5D%5D", "query.cursor"],
      ["cursor=%5B%22members%22%2C%5B%221%22%2C2%5D%5D", "query.cursor"],
    ],
  },
  "PUT /v1/backups/{part}/restore": {
    good: { header: HEADER, merge: true, unjournaled: true },
    bad: [
      [{}, "body.header"],
      [{ header: { ...HEADER, format: "zip" } }, "body.header.format"],
      [{ header: { ...HEADER, schema: -1 } }, "body.header.schema"],
      [{ header: { ...HEADER, started_at: "yesterday" } }, "body.header.started_at"],
      [{ header: { ...HEADER, part: "5002" } }, "body.header.part"],
      [{ header: HEADER, pages: -1 }, "body.pages"],
      [{ header: HEADER, force: true }, "body.force"],
    ],
    opensGuild: true,
  },
  "POST /v1/backups/{part}/pages": {
    good: { header: HEADER, page: 0, rows: [] },
    bad: [
      [{ header: HEADER, page: 0 }, "body.rows"],
      [{ header: HEADER, rows: [] }, "body.page"],
      [{ header: HEADER, page: 0, rows: [{ table: "undo", row: {} }] }, "body.rows.0.table"],
      [{ header: HEADER, page: 0, rows: [{ table: "members", row: { id: [] } }] }, "body.rows.0.row.id"],
    ],
    opensGuild: true,
  },
  "GET /v1/gateway": {},
  "POST /v1/gateway/start": {},
  "POST /v1/gateway/stop": {},
  "GET /v1/people/{u}/consent": {},
  "PUT /v1/people/{u}/consent": {
    good: { consent: null },
    bad: [
      [{}, "body.consent"],
      [{ consent: "in" }, "body.consent"],
      [{ consent: "out", until: "tomorrow" }, "body.until"],
    ],
    opensGuild: true,
  },
  "POST /v1/guilds/{g}/members/{u}/remember": {
    good: { text: "I collect stamps" },
    bad: [
      [{}, "body.text"],
      ...each([...NOT_TEXT, "", "x".repeat(2_001)], "body.text", (text) => ({ text })),
      [{ text: "x", name: "" }, "body.name"],
      ...ids("channel_id", { text: "x" }),
    ],
  },
  "POST /v1/guilds/{g}/members/{u}/forget": {
    good: { text: "nothing of the kind" },
    bad: [
      ...each([...NOT_TEXT, ""], "body.text", (text) => ({ text })),
      [{ text: "x", confirm: "yes" }, "body.confirm"],
      ...ids("channel_id", { text: "x" }),
      ...ids("viewer_id", { text: "x" }),
    ],
  },
  "PUT /v1/guilds/{g}/members/{u}/consent": {
    good: { consent: null },
    bad: [
      [{}, "body.consent"],
      [{ consent: "maybe" }, "body.consent"],
      [{ consent: "out", known: "forget" }, "body.known"],
      [{ consent: "in", known: "erase" }, "body.known"],
      [{ consent: "out", name: LONE }, "body.name"],
    ],
  },
  "GET /v1/guilds/{g}/members/{u}/consent": {},
  "GET /v1/guilds/{g}/members/{u}/links": {},
  "POST /v1/guilds/{g}/members/{u}/links": {},
  "POST /v1/guilds/{g}/members/{u}/links/code": {
    good: { code: "ABCD-EFGH" },
    bad: [
      [{}, "body.code"],
      ...each([...NOT_TEXT, "", "x".repeat(41)], "body.code", (code) => ({ code })),
      [{ code: "ABCD-EFGH", account: MEMBER }, "body.account"],
    ],
  },
  "DELETE /v1/guilds/{g}/members/{u}/links/code": {},
  "PUT /v1/guilds/{g}/members/{u}/links/{account}": {},
  "DELETE /v1/guilds/{g}/members/{u}/links/{account}": {},
  "GET /v1/guilds/{g}/identities": {},
  "PUT /v1/guilds/{g}/identities/{account}": {
    good: { person: MEMBER },
    bad: [
      [{}, "body.person"],
      ...each(NOT_IDS, "body.person", (person) => ({ person })),
      [{ person: MEMBER, name: "Ada" }, "body.name"],
    ],
  },
  "DELETE /v1/guilds/{g}/identities/{account}": {},
  "GET /v1/guilds/{g}/memories": {
    badQuery: [
      ...PAGES,
      ["subject_id=", "query.subject_id"],
      ["scope=everything", "query.scope"],
      ["type=fact", "query.type"],
      ["status=expired", "query.status"],
      ["contradicted=perhaps", "query.contradicted"],
      ["q=%00", "query.q"],
    ],
  },
  "GET /v1/guilds/{g}/memories/{id}": { badQuery: READERS },
  "POST /v1/guilds/{g}/events": {
    good: { events: [EVENT] },
    bad: [
      [{}, "body.events"],
      [{ events: [] }, "body.events"],
      [{ events: Array.from({ length: 101 }, (_, n) => ({ ...EVENT, id: `e${n}` })) }, "body.events"],
      [{ events: [EVENT], more: true }, "body.more"],
      ...each(["", "a b", "x".repeat(101), null], "body.events.0.id", (id) => ({
        events: [{ ...EVENT, id }],
      })),
      ...each(["room", null], "body.events.0.scope", (scope) => ({ events: [{ ...EVENT, scope }] })),
      ...each(["chat", null], "body.events.0.source", (source) => ({ events: [{ ...EVENT, source }] })),
      ...each(["bot", null], "body.events.0.role", (role) => ({ events: [{ ...EVENT, role }] })),
      ...each(NOT_TIMES, "body.events.0.at", (at) => ({ events: [{ ...EVENT, at }] })),
      ...each(["", "a b", null], "body.events.0.replaces", (replaces) => ({
        events: [{ ...EVENT, replaces }],
      })),
      ...each(["", LONE], "body.events.0.content", (content) => ({ events: [{ ...EVENT, content }] })),
      ...each(["me", "0"], "body.events.0.channel_id", (channel_id) => ({
        events: [{ ...EVENT, channel_id }],
      })),
    ],
  },
  "GET /v1/guilds/{g}/events": {
    badQuery: [...PAGES, ["scope=everything", "query.scope"], ["source=chat", "query.source"]],
  },
  "GET /v1/guilds/{g}/events/{id}": { badQuery: READERS },
  "DELETE /v1/guilds/{g}/events/{id}": {},
  "GET /v1/guilds/{g}/notes": {
    badQuery: [
      ...PAGES,
      ["kind=topic", "query.kind"],
      ["in_channel=general", "query.in_channel"],
      ["participant_id=me", "query.participant_id"],
      ["from=yesterday", "query.from"],
      ["until=2026-11-20", "query.until"],
    ],
  },
  "GET /v1/guilds/{g}/notes/{id}": { badQuery: READERS },
  "PUT /v1/guilds/{g}/structure": {
    good: { members: [{ user: { id: MEMBER, username: "ada" }, roles: [] }] },
    bad: STRUCTURE,
    opensGuild: true,
  },
  "GET /v1/guilds/{g}/structure": {},
  "PATCH /v1/guilds/{g}/memories/{id}": {
    good: { importance: "high" },
    bad: [
      [{}, "body"],
      ...each([...NOT_TEXT, "", "  ", "x".repeat(301)], "body.fact", (fact) => ({ fact })),
      [{ status: "shadow" }, "body.status"],
      [{ topics: "hiking" }, "body.topics"],
      [{ lifetime: "2d" }, "body.lifetime"],
      [{ confidence: 1 }, "body.confidence"],
    ],
  },
  "DELETE /v1/guilds/{g}/memories/{id}": {},
  "GET /v1/guilds/{g}/review": { badQuery: PAGES },
  "POST /v1/guilds/{g}/review/{id}": {
    good: { decision: "approve" },
    badQuery: READERS,
    bad: [
      [{}, "body.decision"],
      ...each(["perhaps", "", 1, null], "body.decision", (decision) => ({ decision })),
      ...each([0, 1.5, "1", null], "body.version", (version) => ({ decision: "keep", version })),
      [{ decision: "keep", because: "so" }, "body.because"],
    ],
  },
  "POST /v1/guilds/{g}/members/{u}/erase": {
    good: { opt_out: true },
    bad: [
      ...each(["yes", 1, null], "body.opt_out", (opt_out) => ({ opt_out })),
      [{ optOut: false }, "body.optOut"],
    ],
  },
  "DELETE /v1/guilds/{g}/channels/{c}": {},
  "DELETE /v1/guilds/{g}": {},
  "POST /v1/guilds/{g}/restore": {},
  "GET /v1/guilds/{g}/erasures": { badQuery: PAGES.filter(([query]) => !query.startsWith("channel_id")) },
  "GET /v1/guilds/{g}/erasures/{id}": {},
  "GET /v1/guilds/{g}/history": { badQuery: PAGES.filter(([query]) => !query.startsWith("channel_id")) },
  "POST /v1/guilds/{g}/history": {
    good: { since: "2025-01-01T00:00:00Z", exclude: ["100"] },
    bad: [
      ...NOT_TIMES.map((since): Bad => [{ since }, "body.since"]),
      ...NOT_IDS.map((id): Bad => [{ exclude: [id] }, "body.exclude.0"]),
      [{ exclude: "100" }, "body.exclude"],
      [{ until: "2025-01-01T00:00:00Z" }, "body.until"],
    ],
  },
  "GET /v1/guilds/{g}/history/{id}": {},
  "GET /v1/guilds/{g}/history/{id}/channels": {
    badQuery: [
      ["limit=0", "query.limit"],
      ["limit=501", "query.limit"],
      ["after=x", "query.after"],
    ],
  },
  "POST /v1/guilds/{g}/history/{id}/start": {
    good: { cap_usd: 1 },
    bad: [
      [{ cap_usd: -1 }, "body.cap_usd"],
      [{ cap_usd: "1" }, "body.cap_usd"],
      [{ cap: 1 }, "body.cap"],
    ],
  },
  "POST /v1/guilds/{g}/history/{id}/pause": {},
  "POST /v1/guilds/{g}/history/{id}/resume": {},
  "POST /v1/guilds/{g}/history/{id}/stop": {},
  "POST /v1/guilds/{g}/runs": {},
  "GET /v1/guilds/{g}/runs": { badQuery: PAGES.filter(([query]) => !query.startsWith("channel_id")) },
  "GET /v1/guilds/{g}/runs/{id}": {
    badQuery: [
      ["limit=0", "query.limit"],
      ["limit=501", "query.limit"],
      ["cursor=abc", "query.cursor"],
      [`cursor=${btoa('{"at":1,"id":"m_1"}')}`, "query.cursor"],
    ],
  },
  "GET /v1/guilds/{g}/policy": {},
  "PUT /v1/guilds/{g}/policy": {
    good: { gate: { mode: "auto" } },
    opensGuild: true,
    bad: [
      [{ gates: {} }, "body.gates"],
      [{ gate: { mood: "auto" } }, "body.gate.mood"],
      [{ gate: { mode: "manic" } }, "body.gate.mode"],
      [{ gate: { min_confidence: 1.1 } }, "body.gate.min_confidence"],
      [{ gate: { max_writes_per_window: 1e300 } }, "body.gate.max_writes_per_window"],
      [{ gate: { allowed_types: ["fact"] } }, "body.gate.allowed_types.0"],
      [{ recall: { max_tokens: "800" } }, "body.recall.max_tokens"],
      [{ gate: null }, "body.gate"],
      [{ version: "1" }, "body.version"],
    ],
  },
  "GET /v1/guilds/{g}/policy/presets": {},
  "GET /v1/guilds/{g}/policy/trials": {
    badQuery: [
      ["limit=0", "query.limit"],
      ["cursor=abc", "query.cursor"],
    ],
  },
  "POST /v1/guilds/{g}/policy/trials": {
    good: { candidate: { gate: { min_confidence: 0.9 } } },
    bad: [
      [{}, "body.candidate"],
      [{ candidate: { gate: { mode: "manic" } } }, "body.candidate.gate.mode"],
      [{ candidate: {} }, "body.candidate"],
      [{ candidate: { gate: {} }, stage: "live" }, "body.stage"],
      [{ candidate: { gate: {} }, share: 2 }, "body.share"],
      [{ candidate: { gate: {} }, guardrails: { leaks: 1 } }, "body.guardrails.leaks"],
      [{ candidate: { gate: {} }, guardrails: { max_junk_rate: -1 } }, "body.guardrails.max_junk_rate"],
      [{ candidate: { gate: {} }, note: "x".repeat(201) }, "body.note"],
      [{ candidate: { gate: {} }, until: 1 }, "body.until"],
    ],
  },
  "GET /v1/guilds/{g}/policy/trials/{id}": { badQuery: [["examples=51", "query.examples"]] },
  "POST /v1/guilds/{g}/policy/trials/{id}/rollout": {
    good: { share: 0.5 },
    bad: [
      [{}, "body.share"],
      [{ share: 1.5 }, "body.share"],
      [{ share: 0.5, stage: "rollout" }, "body.stage"],
    ],
  },
  "POST /v1/guilds/{g}/policy/trials/{id}/stop": {},
  "POST /v1/guilds/{g}/policy/trials/{id}/adopt": {},
  "GET /v1/guilds/{g}/policy/versions": {
    badQuery: [
      ["limit=0", "query.limit"],
      ["limit=51", "query.limit"],
      ["cursor=abc", "query.cursor"],
      [`cursor=${btoa('{"at":1,"id":"m_1"}')}`, "query.cursor"],
    ],
  },
  "GET /v1/guilds/{g}/policy/versions/{version}": {
    badQuery: [
      ["against=x", "query.against"],
      ["against=-1", "query.against"],
    ],
  },
  "POST /v1/guilds/{g}/policy/versions/{version}/restore": {
    good: {},
    bad: [
      [{ expected: -1 }, "body.expected"],
      [{ expected: "1" }, "body.expected"],
      [{ note: "x".repeat(201) }, "body.note"],
      [{ why: "" }, "body.why"],
    ],
  },
  "PATCH /v1/guilds/{g}/policy": {
    good: { gate: { mode: "auto" } },
    badQuery: [
      ["preset=none", "query.preset"],
      [`note=${"x".repeat(201)}`, "query.note"],
    ],
    bad: [
      [{ gates: {} }, "body.gates"],
      [{ gate: { mode: "manic" } }, "body.gate.mode"],
      [{ subjects: { "person:1": { write: false } } }, "body.subjects.person:1"],
      [{ subjects: { "user:1": { write: "no" } } }, "body.subjects.user:1.write"],
    ],
  },
  "GET /v1/guilds/{g}/settings": {},
  "PUT /v1/guilds/{g}/settings": {
    good: {},
    opensGuild: true,
    bad: [
      [{ lull: 60 }, "body.lull"],
      ...each([29, 1_801, "60", 60.5, 1e300, null], "body.lull_seconds", (lull_seconds) => ({
        lull_seconds,
      })),
      ...each(["Mars/Olympus", "", LONE, 1, "x".repeat(65)], "body.timezone", (timezone) => ({ timezone })),
      [{ retention_days: 31 }, "body.retention_days"],
      [{ extraction_rate: 1.01 }, "body.extraction_rate"],
      [{ daily_tokens: -1 }, "body.daily_tokens"],
      [{ daily_neurons: 0.5 }, "body.daily_neurons"],
      [{ monthly_usd: "10" }, "body.monthly_usd"],
      [{ consent: "never" }, "body.consent"],
      [{ retention: { notes_days: 0 } }, "body.retention.notes_days"],
      [{ retention: { notes: 1 } }, "body.retention.notes"],
      [{ read_only: "true" }, "body.read_only"],
    ],
  },
  "GET /v1/guilds/{g}/windows": { badQuery: PAGES },
  "POST /v1/guilds/{g}/keys": {
    good: { name: "a bot", scope: "read" },
    opensGuild: true,
    bad: [
      [{ scope: "read" }, "body.name"],
      [{ name: "a bot" }, "body.scope"],
      ...each([...NOT_TEXT, "", " ", "x".repeat(81)], "body.name", (name) => ({ name, scope: "read" })),
      [{ name: "a bot", scope: "owner" }, "body.scope"],
      [{ name: "a bot", scope: "admin", channel_id: CHANNEL }, "body.scope"],
      [{ name: "a bot", scope: "admin", viewer_id: MEMBER }, "body.scope"],
      ...ids("channel_id", { name: "a bot", scope: "read" }),
      ...ids("viewer_id", { name: "a bot", scope: "read" }),
      ...each(NOT_TIMES, "body.expires_at", (expires_at) => ({ name: "a bot", scope: "read", expires_at })),
      [{ name: "a bot", scope: "read", expires_at: "2020-01-01T00:00:00Z" }, "body.expires_at"],
      ...each([0, 1.5, "7", 3_651, null], "body.expires_in_days", (expires_in_days) => ({
        name: "a bot",
        scope: "read",
        expires_in_days,
      })),
      [
        { name: "a bot", scope: "read", expires_in_days: 7, expires_at: "2999-01-01T00:00:00Z" },
        "body.expires_at",
      ],
      [{ name: "a bot", scope: "read", expires: 7 }, "body.expires"],
    ],
  },
  "GET /v1/guilds/{g}/keys": { badQuery: PAGES.filter(([query]) => !query.startsWith("channel_id")) },
  "DELETE /v1/guilds/{g}/keys/{k}": {},
  "GET /v1/guilds/{g}/audit": {
    badQuery: [
      ...PAGES.filter(([query]) => !query.startsWith("channel_id")),
      [`cursor=${btoa('{"at":1,"id":"m_1"}')}`, "query.cursor"],
      ["action=", "query.action"],
      ["target=%00", "query.target"],
    ],
  },
  "GET /v1/guilds/{g}/labels": {
    badQuery: [
      ...PAGES.filter(([query]) => !query.startsWith("channel_id")),
      [`cursor=${btoa('{"at":1,"id":"m_1"}')}`, "query.cursor"],
      ["label=funny", "query.label"],
    ],
  },
  "GET /v1/guilds/{g}/claims": {
    badQuery: [
      ...PAGES.filter(([query]) => !query.startsWith("channel_id")),
      [`cursor=${btoa('{"at":1,"id":"m_1"}')}`, "query.cursor"],
      ["verdict=maybe", "query.verdict"],
      ["reason=", "query.reason"],
      ["type=fact", "query.type"],
      ["policy_version=-1", "query.policy_version"],
      ["label=undone", "query.label"],
      ["labeled=perhaps", "query.labeled"],
    ],
  },
  "POST /v1/guilds/{g}/policy/replay": {
    good: { candidate: { gate: { min_confidence: 0.5 } } },
    bad: [
      [{}, "body.candidate"],
      [{ candidate: "looser" }, "body.candidate"],
      [{ candidate: { gate: { min_confidence: 2 } } }, "body.candidate.gate.min_confidence"],
      [{ candidate: { gait: {} } }, "body.candidate.gait"],
      [{ candidate: { version: -1 } }, "body.candidate.version"],
      [{ candidate: { version: 99 } }, "body.candidate.version"],
      [{ candidate: { version: 0, gate: {} } }, "body.candidate.gate"],
      [{ candidate: {}, days: 0 }, "body.days"],
      [{ candidate: {}, set: "training" }, "body.set"],
      [{ candidate: {}, apply: true }, "body.apply"],
    ],
  },
  "POST /v1/guilds/{g}/policy/tune": {
    good: { alpha: 0.2, apply: true },
    bad: [
      [{ alpha: 0 }, "body.alpha"],
      [{ delta: 0.6 }, "body.delta"],
      [{ days: 401 }, "body.days"],
      [{ apply: "yes" }, "body.apply"],
      [{ type: "profile" }, "body.type"],
    ],
  },
  "GET /v1/guilds/{g}/policy/drift": {
    badQuery: [
      ["weeks=0", "query.weeks"],
      ["weeks=105", "query.weeks"],
      ["weeks=all", "query.weeks"],
    ],
  },
  "GET /v1/guilds/{g}/usage": {
    badQuery: [
      ["from=yesterday", "query.from"],
      ["from=2026-02-30", "query.from"],
      ["to=2026-11-20T12:00:00Z", "query.to"],
      ["from=2026-11-21&to=2026-11-20", "query.from"],
      ["from=2024-01-01&to=2026-11-20", "query.from"],
      ["by=guild", "query.by"],
    ],
  },
  "GET /v1/guilds/{g}/stats": {},
  "GET /healthz": {},
}
