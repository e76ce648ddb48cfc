ALTER TABLE `dashboard_sessions` ADD `browser` text;
