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
CREATE INDEX `api_keys_guild` ON `api_keys` (`guild_id`);

CREATE TABLE `audit` (
	`seq` integer PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`detail` text
);
CREATE INDEX `audit_recent` ON `audit` (`guild_id`,`at`);

CREATE TABLE `both_hold` (
	`guild_id` text NOT NULL,
	`one` text NOT NULL,
	`other` text NOT NULL,
	PRIMARY KEY(`guild_id`, `one`, `other`)
) WITHOUT ROWID;
CREATE INDEX `both_hold_other` ON `both_hold` (`guild_id`,`other`);

CREATE TABLE `channels` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`parent_id` text,
	`name` text,
	`topic` text,
	`audience` text,
	`updated_at` integer NOT NULL,
	`type` integer,
	`overwrites` text,
	`nsfw` integer,
	`thread_members` text,
	`gone_at` integer,
	PRIMARY KEY(`guild_id`, `id`)
);

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
CREATE INDEX `erasures_guild` ON `erasures` (`guild_id`,`requested_at`);
CREATE INDEX `erasures_open` ON `erasures` (`state`) WHERE state <> 'done';

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
	`fact` text,
	`certainty` real,
	`filing` text,
	PRIMARY KEY(`memory_id`, `ref`)
);
CREATE INDEX `evidence_message` ON `evidence` (`guild_id`,`message_id`);
CREATE INDEX `evidence_author` ON `evidence` (`guild_id`,`author_id`);

CREATE TABLE `forgotten` (
	`guild_id` text NOT NULL,
	`message_id` text NOT NULL,
	PRIMARY KEY(`guild_id`, `message_id`)
) WITHOUT ROWID;

CREATE TABLE `guilds` (
	`id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`policy_version` integer NOT NULL,
	`writes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`embedded_with` text,
	`structure` integer DEFAULT 0 NOT NULL,
	`owner_id` text,
	`told_at` integer,
	`leaving_at` integer,
	`purged_on` text,
	`night_on` text,
	`members_followed` integer DEFAULT true NOT NULL
);
CREATE INDEX `guilds_leaving` ON `guilds` (`leaving_at`) WHERE leaving_at IS NOT NULL;

CREATE TABLE `members` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`consent` text,
	`seen_at` integer NOT NULL,
	`roles` text,
	`bot` integer,
	`left_at` integer,
	`erased_at` integer,
	`consent_at` integer,
	`consolidated_at` integer,
	PRIMARY KEY(`guild_id`, `id`)
);
CREATE INDEX `members_consent` ON `members` (`guild_id`,`consent`) WHERE consent IS NOT NULL;
CREATE INDEX `members_name` ON `members` (`guild_id`,name COLLATE NOCASE);
CREATE INDEX `members_taken_back` ON `members` (`guild_id`) WHERE consent_at IS NOT NULL AND consent IS NULL;
CREATE INDEX `members_person` ON `members` (`id`);
CREATE INDEX `members_erased` ON `members` (`guild_id`) WHERE erased_at IS NOT NULL;

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
	`version` integer NOT NULL,
	`embedded_with` text,
	`retired_by` text,
	`merged` integer DEFAULT false NOT NULL,
	`replaced_at` integer,
	`decided` text
);
CREATE UNIQUE INDEX `memories_id_unique` ON `memories` (`id`);
CREATE UNIQUE INDEX `memories_fact` ON `memories` (`guild_id`,`scope`,`subject_id`,`fact_key`);
CREATE INDEX `memories_recent` ON `memories` (`guild_id`,`last_said_at`);
CREATE INDEX `memories_unembedded` ON `memories` (`guild_id`) WHERE coalesce(embedded_with, '') = '' AND status = 'active';
CREATE INDEX `memories_expiring` ON `memories` (`guild_id`,`expires_at`) WHERE expires_at IS NOT NULL;
CREATE INDEX `memories_replaced` ON `memories` (`guild_id`,`replaced_at`) WHERE status = 'superseded';

CREATE TABLE `note_people` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`to_at` integer NOT NULL,
	`note_seq` integer NOT NULL,
	`channel_id` text NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`, `to_at`, `note_seq`)
) WITHOUT ROWID;

CREATE TABLE `note_sources` (
	`guild_id` text NOT NULL,
	`cluster_id` text NOT NULL,
	`source_id` text NOT NULL,
	`channel_id` text NOT NULL,
	PRIMARY KEY(`guild_id`, `cluster_id`, `source_id`)
) WITHOUT ROWID;
CREATE INDEX `note_sources_source` ON `note_sources` (`guild_id`,`source_id`);

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
	`model` text,
	`embedded_with` text
);
CREATE UNIQUE INDEX `notes_id_unique` ON `notes` (`id`);
CREATE INDEX `notes_recent` ON `notes` (`guild_id`,`to_at`);
CREATE INDEX `notes_unembedded` ON `notes` (`guild_id`) WHERE coalesce(embedded_with, '') = '';

CREATE TABLE `objections` (
	`user_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);

CREATE TABLE `policies` (
	`guild_id` text NOT NULL,
	`version` integer NOT NULL,
	`body` text NOT NULL,
	`actor` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `version`)
);

CREATE TABLE `roles` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`permissions` text NOT NULL,
	`bot` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `id`)
);

CREATE TABLE `run_drafts` (
	`guild_id` text NOT NULL,
	`run_id` text NOT NULL,
	`step` text NOT NULL,
	`body` text NOT NULL,
	`usage` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `step`)
);
CREATE INDEX `run_drafts_guild` ON `run_drafts` (`guild_id`);

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
CREATE INDEX `run_steps_guild` ON `run_steps` (`guild_id`);

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
CREATE INDEX `runs_recent` ON `runs` (`guild_id`,`started_at`);
CREATE INDEX `runs_running` ON `runs` (`guild_id`) WHERE state = 'running';

CREATE TABLE `undo` (
	`id` text PRIMARY KEY NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`body` text NOT NULL,
	`premises` text NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE INDEX `undo_guild` ON `undo` (`guild_id`);
CREATE INDEX `undo_expiring` ON `undo` (`expires_at`);

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

CREATE TABLE `vector_removals` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `kind`, `seq`)
) WITHOUT ROWID;

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
	`created_at` integer NOT NULL,
	`fallback` text
);
CREATE INDEX `windows_recent` ON `windows` (`guild_id`,`last_at`);
CREATE INDEX `windows_verdicts` ON `windows` (`guild_id`,`last_at`) WHERE verdicts <> '[]';

CREATE VIRTUAL TABLE memory_terms USING fts5(terms, tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE note_terms USING fts5(terms, tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE memory_term_counts USING fts5vocab(memory_terms, row);
CREATE VIRTUAL TABLE note_term_counts USING fts5vocab(note_terms, row);

INSERT INTO memory_terms (memory_terms, rank) VALUES ('secure-delete', 1);
INSERT INTO note_terms (note_terms, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER `memory_reworded` AFTER UPDATE OF `fact`, `topics`, `subject_id` ON `memories` WHEN OLD.embedded_with <> '' AND NEW.status = 'active' AND (OLD.fact <> NEW.fact OR OLD.topics <> NEW.topics OR OLD.subject_id <> NEW.subject_id) BEGIN UPDATE `memories` SET embedded_with = '' WHERE seq = NEW.seq; END;
CREATE TRIGGER `memory_retired_vector` AFTER UPDATE OF `status` ON `memories` WHEN OLD.embedded_with IS NOT NULL AND NEW.status <> 'active' BEGIN INSERT INTO `vector_removals` SELECT OLD.guild_id, 'memory', OLD.seq WHERE NOT EXISTS (SELECT 1 FROM `vector_removals` WHERE guild_id = OLD.guild_id AND kind = 'memory' AND seq = OLD.seq); END;
CREATE TRIGGER `memory_retired` AFTER UPDATE OF `status` ON `memories` WHEN OLD.embedded_with IS NOT NULL AND NEW.status <> 'active' BEGIN UPDATE `memories` SET embedded_with = NULL WHERE seq = NEW.seq; END;
CREATE TRIGGER `memory_gone` AFTER DELETE ON `memories` WHEN OLD.embedded_with IS NOT NULL BEGIN INSERT INTO `vector_removals` SELECT OLD.guild_id, 'memory', OLD.seq WHERE NOT EXISTS (SELECT 1 FROM `vector_removals` WHERE guild_id = OLD.guild_id AND kind = 'memory' AND seq = OLD.seq); END;
CREATE TRIGGER digests_forget_memory AFTER DELETE ON memories WHEN OLD.scope = 'user' BEGIN DELETE FROM digests WHERE guild_id = OLD.guild_id AND user_id = OLD.subject_id; END;
CREATE TRIGGER both_hold_gone_one AFTER DELETE ON memories BEGIN DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND one = OLD.id; END;
CREATE TRIGGER both_hold_gone_other AFTER DELETE ON memories BEGIN DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND other = OLD.id; END;
CREATE TRIGGER both_hold_reworded_one AFTER UPDATE OF fact ON memories WHEN OLD.fact <> NEW.fact BEGIN DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND one = OLD.id; END;
CREATE TRIGGER both_hold_reworded_other AFTER UPDATE OF fact ON memories WHEN OLD.fact <> NEW.fact BEGIN DELETE FROM both_hold WHERE guild_id = OLD.guild_id AND other = OLD.id; END;
CREATE TRIGGER memory_refiled AFTER UPDATE OF type, section, importance, lifetime ON memories WHEN OLD.type <> NEW.type OR OLD.section IS NOT NEW.section OR OLD.importance <> NEW.importance OR OLD.lifetime <> NEW.lifetime BEGIN UPDATE evidence SET filing = json_object('type', OLD.type, 'section', OLD.section, 'importance', OLD.importance, 'lifetime', OLD.lifetime) WHERE memory_id = OLD.id AND filing IS NULL AND fact IS NOT ''; END;

CREATE TRIGGER `note_reworded` AFTER UPDATE OF `title`, `summary` ON `notes` WHEN OLD.embedded_with <> '' AND (OLD.title <> NEW.title OR OLD.summary <> NEW.summary) BEGIN UPDATE `notes` SET embedded_with = '' WHERE seq = NEW.seq; END;
CREATE TRIGGER `note_gone` AFTER DELETE ON `notes` WHEN OLD.embedded_with IS NOT NULL BEGIN INSERT INTO `vector_removals` SELECT OLD.guild_id, 'note', OLD.seq WHERE NOT EXISTS (SELECT 1 FROM `vector_removals` WHERE guild_id = OLD.guild_id AND kind = 'note' AND seq = OLD.seq); END;
CREATE TRIGGER note_people_added AFTER INSERT ON notes WHEN NEW.kind = 'conversation' BEGIN INSERT INTO note_people (guild_id, user_id, to_at, note_seq, channel_id) SELECT DISTINCT NEW.guild_id, value->>'id', NEW.to_at, NEW.seq, NEW.channel_id FROM json_each(NEW.participants) WHERE value->>'id' IS NOT NULL; END;
CREATE TRIGGER note_people_removed AFTER DELETE ON notes BEGIN DELETE FROM note_people WHERE guild_id = OLD.guild_id AND to_at = OLD.to_at AND note_seq = OLD.seq AND user_id IN (SELECT value->>'id' FROM json_each(OLD.participants)); END;
CREATE TRIGGER note_people_changed AFTER UPDATE OF guild_id, channel_id, kind, title, participants, to_at ON notes BEGIN DELETE FROM note_people WHERE guild_id = OLD.guild_id AND to_at = OLD.to_at AND note_seq = OLD.seq AND user_id IN (SELECT value->>'id' FROM json_each(OLD.participants)) AND NOT (NEW.guild_id = OLD.guild_id AND NEW.to_at = OLD.to_at AND NEW.kind = 'conversation' AND user_id IN (SELECT value->>'id' FROM json_each(NEW.participants))); END;
CREATE TRIGGER note_people_changed_to AFTER UPDATE OF guild_id, channel_id, kind, title, participants, to_at ON notes WHEN NEW.kind = 'conversation' BEGIN INSERT OR REPLACE INTO note_people (guild_id, user_id, to_at, note_seq, channel_id) SELECT DISTINCT NEW.guild_id, value->>'id', NEW.to_at, NEW.seq, NEW.channel_id FROM json_each(NEW.participants) WHERE value->>'id' IS NOT NULL; END;
CREATE TRIGGER note_digests_changed AFTER UPDATE OF guild_id, channel_id, kind, title, participants, to_at ON notes BEGIN DELETE FROM digests WHERE guild_id = OLD.guild_id AND user_id IN (SELECT value->>'id' FROM json_each(OLD.participants)); END;
CREATE TRIGGER cluster_source_gone AFTER DELETE ON notes WHEN OLD.kind = 'conversation' BEGIN DELETE FROM notes WHERE id IN (SELECT cluster_id FROM note_sources WHERE guild_id = OLD.guild_id AND source_id = OLD.id); END;
CREATE TRIGGER cluster_source_changed AFTER UPDATE OF title, summary, participants ON notes WHEN OLD.kind = 'conversation' AND (OLD.title <> NEW.title OR OLD.summary <> NEW.summary OR OLD.participants <> NEW.participants) BEGIN DELETE FROM notes WHERE id IN (SELECT cluster_id FROM note_sources WHERE guild_id = OLD.guild_id AND source_id = OLD.id); END;
CREATE TRIGGER cluster_terms_gone AFTER DELETE ON notes WHEN OLD.kind = 'topic_cluster' BEGIN DELETE FROM note_terms WHERE rowid = OLD.seq; END;
CREATE TRIGGER cluster_sources_gone AFTER DELETE ON notes WHEN OLD.kind = 'topic_cluster' BEGIN DELETE FROM note_sources WHERE guild_id = OLD.guild_id AND cluster_id = OLD.id; END;
CREATE TRIGGER note_digests_removed AFTER DELETE ON notes WHEN OLD.kind = 'conversation' BEGIN DELETE FROM digests WHERE guild_id = OLD.guild_id AND user_id IN (SELECT value->>'id' FROM json_each(OLD.participants)); END;

CREATE TRIGGER digests_forget_member AFTER UPDATE OF consent ON members WHEN NEW.consent IS NOT 'in' BEGIN DELETE FROM digests WHERE guild_id = NEW.guild_id AND user_id = NEW.id; END;

CREATE TRIGGER `channel_added` AFTER INSERT ON `channels` BEGIN UPDATE `guilds` SET structure = structure + 1 WHERE id = NEW.guild_id; END;
CREATE TRIGGER `channel_changed` AFTER UPDATE ON `channels` WHEN OLD.audience IS NOT NEW.audience OR OLD.parent_id IS NOT NEW.parent_id OR OLD.name IS NOT NEW.name BEGIN UPDATE `guilds` SET structure = structure + 1 WHERE id = NEW.guild_id; END;
CREATE TRIGGER `channel_gone` AFTER DELETE ON `channels` BEGIN UPDATE `guilds` SET structure = structure + 1 WHERE id = OLD.guild_id; END;
CREATE TRIGGER `channel_heard` AFTER UPDATE ON `channels` WHEN OLD.updated_at = 0 AND NEW.updated_at <> 0 BEGIN UPDATE `guilds` SET structure = structure + 1 WHERE id = NEW.guild_id; END;
