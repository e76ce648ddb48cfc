ALTER TABLE `channels` ADD `gone_at` integer;
