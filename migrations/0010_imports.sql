CREATE TABLE `imports` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`header` text NOT NULL,
	`parts` text NOT NULL,
	`options` text NOT NULL,
	`dry_run` integer NOT NULL,
	`phase` text NOT NULL,
	`next` integer NOT NULL,
	`tally` text NOT NULL,
	`since` integer NOT NULL,
	`requested_by` text NOT NULL,
	`started_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);

CREATE INDEX `imports_recent` ON `imports` (`guild_id`,`updated_at`);