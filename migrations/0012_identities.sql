CREATE TABLE `identity_codes` (
	`guild_id` text NOT NULL,
	`account_id` text NOT NULL,
	`code_hash` text,
	`expires_at` integer NOT NULL,
	`entered_by` text,
	`joined_at` integer,
	`failed` integer NOT NULL,
	`issued` integer NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `account_id`)
);

CREATE INDEX `identity_codes_since` ON `identity_codes` (`since`);
CREATE TABLE `identity_links` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`person_id` text NOT NULL,
	`made_by` text NOT NULL,
	`made_at` integer NOT NULL,
	`refused_by` text,
	PRIMARY KEY(`guild_id`, `kind`, `account_id`, `person_id`)
);

CREATE INDEX `identity_links_person` ON `identity_links` (`guild_id`,`person_id`);
CREATE UNIQUE INDEX `identity_links_speaks` ON `identity_links` (`guild_id`,`account_id`) WHERE kind = 'attribution' AND refused_by IS NULL;