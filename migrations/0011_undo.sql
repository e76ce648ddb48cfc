CREATE TABLE `undo` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`body` text NOT NULL,
	`premises` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `undo_guild` ON `undo` (`guild_id`);--> statement-breakpoint
CREATE INDEX `undo_expiring` ON `undo` (`expires_at`);