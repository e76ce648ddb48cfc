CREATE TABLE `alerts` (
	`name` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`posted_at` integer NOT NULL
);

CREATE TABLE `cron_runs` (
	`schedule` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`failed` text NOT NULL
);

CREATE TABLE `late_windows` (
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `channel_id`)
);
