CREATE TABLE `history_channels` (
	`guild_id` text NOT NULL,
	`job_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`total` integer,
	`cursor` text,
	`read` integer NOT NULL,
	`accepted` integer NOT NULL,
	`duplicates` integer NOT NULL,
	`rejected` text NOT NULL,
	PRIMARY KEY(`guild_id`, `job_id`, `channel_id`)
) WITHOUT ROWID;

CREATE TABLE `history_jobs` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`since` integer,
	`until_id` text,
	`excluded` text NOT NULL,
	`estimate` text,
	`cap_usd` real,
	`spent_usd` real NOT NULL,
	`calls` integer NOT NULL,
	`file_name` text,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`guild_id`, `id`)
) WITHOUT ROWID;

CREATE INDEX `history_jobs_recent` ON `history_jobs` (`guild_id`,`requested_at`);