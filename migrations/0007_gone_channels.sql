ALTER TABLE `channels` ADD `gone_at` integer;--> statement-breakpoint
-- A channel that was only told of so far is heard: who remembers the guild's channels has to know.
CREATE TRIGGER `channel_heard` AFTER UPDATE ON `channels`
WHEN OLD.updated_at = 0 AND NEW.updated_at <> 0
BEGIN UPDATE `guilds` SET structure = structure + 1 WHERE id = NEW.guild_id; END;
