ALTER TABLE `channels` ADD `tags` text;
ALTER TABLE `guilds` ADD `icon` text;