-- When somebody last said whether they agree: who took their agreement back is told from who never gave it.
ALTER TABLE `members` ADD `consent_at` integer;--> statement-breakpoint
UPDATE `members` SET consent_at = seen_at WHERE consent IS NOT NULL;--> statement-breakpoint
CREATE INDEX `members_taken_back` ON `members` (`guild_id`) WHERE consent_at IS NOT NULL AND consent IS NULL;--> statement-breakpoint
-- The guilds of a person: an objection for the whole deployment reaches them all.
CREATE INDEX `members_person` ON `members` (`id`);--> statement-breakpoint
-- What somebody said, wherever it stands as evidence: for their export.
CREATE INDEX `evidence_author` ON `evidence` (`guild_id`,`author_id`);--> statement-breakpoint
-- What the nightly purge looks for, so that it walks over nothing else.
CREATE INDEX `memories_expiring` ON `memories` (`guild_id`,`expires_at`) WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `memories_replaced` ON `memories` (`guild_id`,`last_said_at`) WHERE status = 'superseded';--> statement-breakpoint
CREATE INDEX `windows_verdicts` ON `windows` (`guild_id`,`last_at`) WHERE verdicts <> '[]';
