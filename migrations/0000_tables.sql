CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`guild_id` text NOT NULL,
	`scope` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_recent` ON `audit` (`guild_id`,`at`);--> statement-breakpoint
CREATE TABLE `channels` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`parent_id` text,
	`name` text,
	`topic` text,
	`audience` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `digests` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`audience` text NOT NULL,
	`body` text NOT NULL,
	`inputs_hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`, `kind`, `audience`)
);
--> statement-breakpoint
CREATE TABLE `evidence` (
	`memory_id` text NOT NULL,
	`ref` text NOT NULL,
	`guild_id` text NOT NULL,
	`message_id` text,
	`channel_id` text,
	`author_id` text NOT NULL,
	`window_id` text,
	`excerpt` text NOT NULL,
	`said_at` integer NOT NULL,
	`method` text NOT NULL,
	`model` text,
	`prompt_hash` text,
	`source` text NOT NULL,
	PRIMARY KEY(`memory_id`, `ref`)
);
--> statement-breakpoint
CREATE INDEX `evidence_message` ON `evidence` (`guild_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `guilds` (
	`id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`policy_version` integer NOT NULL,
	`writes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `members` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`consent` text,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `members_consent` ON `members` (`guild_id`,`consent`) WHERE consent IS NOT NULL;--> statement-breakpoint
CREATE INDEX `members_name` ON `members` (`guild_id`,name COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `memories` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`guild_id` text NOT NULL,
	`scope` text NOT NULL,
	`subject_id` text NOT NULL,
	`fact` text NOT NULL,
	`fact_key` text NOT NULL,
	`type` text NOT NULL,
	`section` text,
	`topics` text NOT NULL,
	`importance` text NOT NULL,
	`certainty` real NOT NULL,
	`confidence` real NOT NULL,
	`lifetime` text NOT NULL,
	`expires_at` integer,
	`status` text NOT NULL,
	`superseded_by` text,
	`contradicts` text,
	`evidence_count` integer NOT NULL,
	`said_at` integer NOT NULL,
	`last_said_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memories_id_unique` ON `memories` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `memories_fact` ON `memories` (`guild_id`,`scope`,`subject_id`,`fact_key`);--> statement-breakpoint
CREATE INDEX `memories_recent` ON `memories` (`guild_id`,`last_said_at`);--> statement-breakpoint
CREATE TABLE `notes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`participants` text NOT NULL,
	`first_message_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer NOT NULL,
	`method` text NOT NULL,
	`model` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notes_id_unique` ON `notes` (`id`);--> statement-breakpoint
CREATE INDEX `notes_recent` ON `notes` (`guild_id`,`to_at`);--> statement-breakpoint
CREATE TABLE `policies` (
	`guild_id` text NOT NULL,
	`version` integer NOT NULL,
	`body` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `usage` (
	`guild_id` text NOT NULL,
	`day` text NOT NULL,
	`purpose` text NOT NULL,
	`model` text NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost_usd` real,
	PRIMARY KEY(`guild_id`, `day`, `purpose`, `model`)
);
--> statement-breakpoint
CREATE TABLE `windows` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`message_count` integer NOT NULL,
	`reason` text NOT NULL,
	`method` text NOT NULL,
	`model` text,
	`prompt_hash` text,
	`verdicts` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `windows_recent` ON `windows` (`guild_id`,`last_at`);