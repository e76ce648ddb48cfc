CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`state` text NOT NULL,
	`step` text,
	`report` text NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `erasures_guild` ON `erasures` (`guild_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `erasures_open` ON `erasures` (`state`) WHERE state <> 'done';--> statement-breakpoint
CREATE TABLE `objections` (
	`user_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `roles` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`permissions` text NOT NULL,
	`bot` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
-- Nothing has ever written the former table.
DROP TABLE `api_keys`;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`guild_id` text NOT NULL,
	`scope` text NOT NULL,
	`channel_id` text,
	`user_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE INDEX `api_keys_guild` ON `api_keys` (`guild_id`);--> statement-breakpoint
ALTER TABLE `channels` ADD `type` integer;--> statement-breakpoint
ALTER TABLE `channels` ADD `overwrites` text;--> statement-breakpoint
ALTER TABLE `channels` ADD `nsfw` integer;--> statement-breakpoint
ALTER TABLE `channels` ADD `thread_members` text;--> statement-breakpoint
ALTER TABLE `evidence` ADD `fact` text;--> statement-breakpoint
ALTER TABLE `evidence` ADD `certainty` real;--> statement-breakpoint
ALTER TABLE `guilds` ADD `owner_id` text;--> statement-breakpoint
ALTER TABLE `guilds` ADD `told_at` integer;--> statement-breakpoint
ALTER TABLE `guilds` ADD `leaving_at` integer;--> statement-breakpoint
ALTER TABLE `guilds` ADD `purged_on` text;--> statement-breakpoint
ALTER TABLE `members` ADD `roles` text;--> statement-breakpoint
ALTER TABLE `members` ADD `bot` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `left_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `erased_at` integer;--> statement-breakpoint
ALTER TABLE `memories` ADD `retired_by` text;--> statement-breakpoint
-- The full-text indexes of 0001 kept deleted words readable in their pages: contentless_delete only marks a row as gone.
-- These hold their terms, so that a deletion knows them, and take them out of the pages at once.
CREATE VIRTUAL TABLE memory_terms_old USING fts5vocab(memory_terms, instance);
--> statement-breakpoint
CREATE TABLE terms_kept AS SELECT 'memory' AS kind, doc AS seq, group_concat(term, ' ') AS terms FROM memory_terms_old
	WHERE doc IN (SELECT seq FROM memories WHERE status = 'active') GROUP BY doc;
--> statement-breakpoint
CREATE VIRTUAL TABLE note_terms_old USING fts5vocab(note_terms, instance);
--> statement-breakpoint
INSERT INTO terms_kept SELECT 'note', doc, group_concat(term, ' ') FROM note_terms_old WHERE doc IN (SELECT seq FROM notes) GROUP BY doc;
--> statement-breakpoint
DROP TABLE memory_terms_old;--> statement-breakpoint
DROP TABLE note_terms_old;--> statement-breakpoint
DROP TABLE memory_term_counts;--> statement-breakpoint
DROP TABLE note_term_counts;--> statement-breakpoint
DROP TABLE memory_terms;--> statement-breakpoint
DROP TABLE note_terms;--> statement-breakpoint
CREATE VIRTUAL TABLE memory_terms USING fts5(terms, tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE note_terms USING fts5(terms, tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE memory_term_counts USING fts5vocab(memory_terms, row);
--> statement-breakpoint
CREATE VIRTUAL TABLE note_term_counts USING fts5vocab(note_terms, row);
--> statement-breakpoint
INSERT INTO memory_terms (memory_terms, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO note_terms (note_terms, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO memory_terms (rowid, terms) SELECT seq, terms FROM terms_kept WHERE kind = 'memory';
--> statement-breakpoint
INSERT INTO note_terms (rowid, terms) SELECT seq, terms FROM terms_kept WHERE kind = 'note';
--> statement-breakpoint
DROP TABLE terms_kept;
