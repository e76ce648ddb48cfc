CREATE TABLE `note_sources` (
	`guild_id` text NOT NULL,
	`cluster_id` text NOT NULL,
	`source_id` text NOT NULL,
	`channel_id` text NOT NULL,
	PRIMARY KEY(`guild_id`, `cluster_id`, `source_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `note_sources_source` ON `note_sources` (`guild_id`,`source_id`);--> statement-breakpoint
CREATE TABLE `run_drafts` (
	`guild_id` text NOT NULL,
	`run_id` text NOT NULL,
	`step` text NOT NULL,
	`body` text NOT NULL,
	`usage` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `step`)
);
--> statement-breakpoint
CREATE INDEX `run_drafts_guild` ON `run_drafts` (`guild_id`);--> statement-breakpoint
CREATE TABLE `run_steps` (
	`guild_id` text NOT NULL,
	`run_id` text NOT NULL,
	`step` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer NOT NULL,
	`counts` text NOT NULL,
	`calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost_usd` real,
	`error` text,
	PRIMARY KEY(`run_id`, `step`)
);
--> statement-breakpoint
CREATE INDEX `run_steps_guild` ON `run_steps` (`guild_id`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`day` text NOT NULL,
	`trigger` text NOT NULL,
	`requested_by` text NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `runs_recent` ON `runs` (`guild_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `runs_running` ON `runs` (`guild_id`) WHERE state = 'running';--> statement-breakpoint
ALTER TABLE `guilds` ADD `night_on` text;--> statement-breakpoint
ALTER TABLE `members` ADD `consolidated_at` integer;--> statement-breakpoint
ALTER TABLE `windows` ADD `fallback` text;--> statement-breakpoint
ALTER TABLE `memories` ADD `merged` integer DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE `memories` ADD `replaced_at` integer;
--> statement-breakpoint
-- When a memory was replaced was not written down: what took its place was made then, and what took it back is its evidence.
UPDATE `memories` SET `replaced_at` = max(`last_said_at`,
	coalesce((SELECT s.created_at FROM memories s WHERE s.id = memories.superseded_by), 0),
	coalesce((SELECT max(e.said_at) FROM evidence e WHERE e.memory_id = memories.id), 0)) WHERE `status` = 'superseded';
--> statement-breakpoint
DROP INDEX `memories_replaced`;--> statement-breakpoint
CREATE INDEX `memories_replaced` ON `memories` (`guild_id`,`replaced_at`) WHERE status = 'superseded';
--> statement-breakpoint
-- What people could put back for ten minutes is kept as cells in the order of the columns, which is another now.
DELETE FROM `undo`;
--> statement-breakpoint
-- What was made of a conversation must not outlive its words: a cluster goes when one of its sources goes or says something else.
-- Each trigger is one statement: see 0003.
CREATE TRIGGER cluster_source_gone AFTER DELETE ON notes WHEN OLD.kind = 'conversation'
BEGIN
	DELETE FROM notes WHERE id IN (SELECT cluster_id FROM note_sources WHERE guild_id = OLD.guild_id AND source_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER cluster_source_changed AFTER UPDATE OF title, summary, participants ON notes
WHEN OLD.kind = 'conversation' AND (OLD.title <> NEW.title OR OLD.summary <> NEW.summary OR OLD.participants <> NEW.participants)
BEGIN
	DELETE FROM notes WHERE id IN (SELECT cluster_id FROM note_sources WHERE guild_id = OLD.guild_id AND source_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER cluster_terms_gone AFTER DELETE ON notes WHEN OLD.kind = 'topic_cluster'
BEGIN
	DELETE FROM note_terms WHERE rowid = OLD.seq;
END;
--> statement-breakpoint
CREATE TRIGGER cluster_sources_gone AFTER DELETE ON notes WHEN OLD.kind = 'topic_cluster'
BEGIN
	DELETE FROM note_sources WHERE guild_id = OLD.guild_id AND cluster_id = OLD.id;
END;
--> statement-breakpoint
CREATE TABLE `both_hold` (
	`guild_id` text NOT NULL,
	`one` text NOT NULL,
	`other` text NOT NULL,
	PRIMARY KEY(`guild_id`, `one`, `other`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `both_hold_other` ON `both_hold` (`guild_id`,`other`);
--> statement-breakpoint
-- That both hold was said of two wordings: where one goes or says something else, it is asked again. A trigger for either side: one for
-- both would look through all pairs of the guild.
CREATE TRIGGER both_hold_gone_one AFTER DELETE ON memories
BEGIN
	DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND one = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER both_hold_gone_other AFTER DELETE ON memories
BEGIN
	DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND other = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER both_hold_reworded_one AFTER UPDATE OF fact ON memories WHEN OLD.fact <> NEW.fact
BEGIN
	DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND one = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER both_hold_reworded_other AFTER UPDATE OF fact ON memories WHEN OLD.fact <> NEW.fact
BEGIN
	DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND other = OLD.id;
END;
--> statement-breakpoint
-- Digests are made of conversations: a cluster that is replaced takes none with it.
DROP TRIGGER note_digests_removed;
--> statement-breakpoint
CREATE TRIGGER note_digests_removed AFTER DELETE ON notes WHEN OLD.kind = 'conversation'
BEGIN
	DELETE FROM digests WHERE guild_id = OLD.guild_id
		AND user_id IN (SELECT value->>'id' FROM json_each(OLD.participants));
END;
