CREATE TABLE `answer_labels` (
	`guild_id` text NOT NULL,
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`label` text NOT NULL,
	`memories` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `message_id`, `user_id`)
);

CREATE INDEX `answer_labels_recent` ON `answer_labels` (`guild_id`,`at`);
CREATE INDEX `answer_labels_person` ON `answer_labels` (`guild_id`,`user_id`);