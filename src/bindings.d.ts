/**
 * The Worker's bindings and variables, declared ambiently as `wrangler types` does, so that no module imports
 * the entry point for its types. `settings.ts` parses the variables; code reads them through `readSettings`,
 * never from here.
 */

declare namespace Cloudflare {
  interface Env {
    DB: D1Database
    CHANNELS: DurableObjectNamespace<import("./channel/channel-buffer.ts").ChannelBuffer>
    INDEXES: DurableObjectNamespace<import("./vectors/guild-index.ts").GuildIndex>
    ERASERS: DurableObjectNamespace<import("./erasure/eraser.ts").Eraser>
    SHARDS: DurableObjectNamespace<import("./discord/gateway/shard/shard.ts").GatewayShard>
    RESPONDERS: DurableObjectNamespace<import("./discord/bot/responder.ts").Responder>
    /** Imports a guild's old messages from Discord, one object per guild. */
    HISTORIES: DurableObjectNamespace<import("./discord/backfill/history-importer.ts").HistoryImporter>
    /** Runs nights on the free plan, one object per guild. */
    NIGHT_ALARMS: DurableObjectNamespace<import("./nights/runner/night-alarm.ts").NightAlarm>
    /** Runs nights on the paid plan, one instance per guild and night. */
    NIGHTS: Workflow<import("./nights/deps.ts").Night>
    /** Absent if rules read instead of a model, or if AI_BASE_URL names another server. */
    AI?: Ai
    /** Absent if the embedded index in INDEXES holds the vectors. */
    VECTORS?: Vectorize
    /** Rate limits of one API key; absent means unlimited. */
    READ_RATE?: RateLimit
    WRITE_RATE?: RateLimit
    /** Rate limit of unknown API keys from one address; absent means unlimited. */
    UNKNOWN_RATE?: RateLimit
    PLAN?: string
    /** Receives ids and numbers of events; absent means that none are written. */
    ANALYTICS?: AnalyticsEngineDataset
    ADMIN_TOKEN?: string
    AI_BASE_URL?: string
    AI_API_KEY?: string
    AI_FAST_MODEL?: string
    AI_GUILD_MODELS?: string
    AI_STRONG_MODEL?: string
    AI_RERANK_MODEL?: string
    AI_EMBED_MODEL?: string
    VECTOR_INDEX?: string
    AI_TIMEOUT_SECONDS?: string
    AI_ANSWER_SECONDS?: string
    AI_INTENT_SECONDS?: string
    AI_EXPANSION_SECONDS?: string
    AI_PRICES?: string
    READ_ONLY?: string
    DISCORD_APPLICATION_ID?: string
    DISCORD_PUBLIC_KEY?: string
    DISCORD_TOKEN?: string
    DISCORD_CLIENT_SECRET?: string
    LOCAL_SIGN_IN?: string
    DISCORD_API_URL?: string
    DISCORD_GATEWAY_URL?: string
    DISCORD_MEMBERS?: string
    DISCORD_SHARDS?: string
    ALERT_WEBHOOK?: string
    DEPLOYMENT_SPEND_CAP_USD?: string
    PRIVACY_CONTACT?: string
    RETRY_SECONDS?: string
    LEASE_SECONDS?: string
    NIGHTS_SINCE?: string
    GUILD_GRACE_DAYS?: string
    JURISDICTION?: string
    LOCATION_HINT?: string
    BACKUP_DAYS?: string
    NEW_GUILDS?: string
    ALLOWED_GUILDS?: string
  }
}

interface Env extends Cloudflare.Env {}
