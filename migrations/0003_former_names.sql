ALTER TABLE `members` ADD `former_name` text;
CREATE INDEX `members_renamed` ON `members` (`guild_id`,`id`) WHERE former_name IS NOT NULL;
CREATE TRIGGER `member_renamed` AFTER UPDATE OF `name` ON `members` WHEN OLD.name <> NEW.name AND OLD.name <> '' AND NEW.name <> '' BEGIN UPDATE `members` SET former_name = coalesce(OLD.former_name, OLD.name) WHERE guild_id = NEW.guild_id AND id = NEW.id; END;
CREATE TRIGGER `member_unnamed` AFTER UPDATE OF `name` ON `members` WHEN NEW.name = '' AND OLD.former_name IS NOT NULL BEGIN UPDATE `members` SET former_name = NULL WHERE guild_id = NEW.guild_id AND id = NEW.id; END;
