CREATE TABLE `memory_snapshots` (
	`guild_id` text NOT NULL,
	`week` text NOT NULL,
	`policy_version` integer NOT NULL,
	`claims` integer NOT NULL,
	`body` text NOT NULL,
	`alarm` text,
	PRIMARY KEY(`guild_id`, `week`)
) WITHOUT ROWID;

CREATE TABLE `policy_trials` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`base_version` integer NOT NULL,
	`stage` text NOT NULL,
	`share` real NOT NULL,
	`guardrails` text NOT NULL,
	`actor` text NOT NULL,
	`started_at` integer NOT NULL,
	`stage_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	`outcome` text,
	`reason` text,
	PRIMARY KEY(`guild_id`, `id`)
) WITHOUT ROWID;

CREATE UNIQUE INDEX `policy_trials_running` ON `policy_trials` (`guild_id`) WHERE ended_at IS NULL;
CREATE TABLE `recall_log` (
	`guild_id` text NOT NULL,
	`at` integer NOT NULL,
	`id` text NOT NULL,
	`channel_id` text,
	`policy_version` integer NOT NULL,
	`format` text NOT NULL,
	`tokens` integer NOT NULL,
	`max_tokens` integer NOT NULL,
	`latency_ms` integer NOT NULL,
	`share` real NOT NULL,
	`holdout` integer NOT NULL,
	`candidates` text NOT NULL,
	`feedback` text,
	`feedback_at` integer,
	PRIMARY KEY(`guild_id`, `at`, `id`)
) WITHOUT ROWID;

ALTER TABLE `claim_log` ADD `trial_id` text;
ALTER TABLE `claim_log` ADD `trial_verdict` text;
ALTER TABLE `claim_log` ADD `trial_reason` text;
ALTER TABLE `claim_log` ADD `propensity` real;
ALTER TABLE `policies` ADD `note` text;
ALTER TABLE `policies` ADD `candidate` integer DEFAULT 0 NOT NULL;