CREATE TABLE `events` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`message_id` text NOT NULL,
	`scope` text NOT NULL,
	`scope_id` text NOT NULL,
	`place_id` text NOT NULL,
	`source` text NOT NULL,
	`role` text NOT NULL,
	`content` text,
	`platform` text,
	`session` text,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`guild_id`, `id`)
);

CREATE UNIQUE INDEX `events_message` ON `events` (`guild_id`,`message_id`);
CREATE INDEX `events_recent` ON `events` (`guild_id`,`at`,`id`);
ALTER TABLE `evidence` ADD `event_id` text;
CREATE INDEX `evidence_event` ON `evidence` (`guild_id`,`event_id`) WHERE event_id IS NOT NULL;