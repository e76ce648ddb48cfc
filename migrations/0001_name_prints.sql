ALTER TABLE `members` ADD `name_prints` text;
