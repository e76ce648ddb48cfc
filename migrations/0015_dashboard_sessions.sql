CREATE TABLE `dashboard_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`avatar` text,
	`guilds` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;

CREATE INDEX `dashboard_sessions_person` ON `dashboard_sessions` (`user_id`);
CREATE INDEX `dashboard_sessions_expiring` ON `dashboard_sessions` (`expires_at`);
ALTER TABLE `guilds` ADD `name` text;
