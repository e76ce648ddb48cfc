ALTER TABLE `evidence` ADD `filing` text;--> statement-breakpoint
ALTER TABLE `memories` ADD `decided` text;
--> statement-breakpoint
-- Statements from before filed their facts as their memory was filed. Where that changes it is written down with them: else the next
-- statement, which not everybody may read, would speak for them too. One statement a trigger: see 0003.
CREATE TRIGGER memory_refiled AFTER UPDATE OF type, section, importance, lifetime ON memories
WHEN OLD.type <> NEW.type OR OLD.section IS NOT NEW.section OR OLD.importance <> NEW.importance OR OLD.lifetime <> NEW.lifetime
BEGIN
	UPDATE evidence SET filing = json_object('type', OLD.type, 'section', OLD.section, 'importance', OLD.importance, 'lifetime', OLD.lifetime)
		WHERE memory_id = OLD.id AND filing IS NULL AND fact IS NOT '';
END;
