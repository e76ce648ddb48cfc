CREATE TABLE `stats_days` (
	`guild_id` text NOT NULL,
	`day` text NOT NULL,
	`measure` text NOT NULL,
	`kind` text NOT NULL,
	`scope` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `day`, `measure`, `kind`, `scope`)
) WITHOUT ROWID;

CREATE INDEX `claim_log_labeled` ON `claim_log` (`guild_id`,`labeled_on`) WHERE labeled_on IS NOT NULL;