-- Messages on which something rested that a person had forgotten: when the talk they stand in is read once more, they are left out.
CREATE TABLE `forgotten` (
	`guild_id` text NOT NULL,
	`message_id` text NOT NULL,
	PRIMARY KEY(`guild_id`, `message_id`)
) WITHOUT ROWID;
