-- Few guilds are leaving, and few people were erased: both are asked for often.
CREATE INDEX `guilds_leaving` ON `guilds` (`leaving_at`) WHERE leaving_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `members_erased` ON `members` (`guild_id`) WHERE erased_at IS NOT NULL;
