-- End users of the bot of one app, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "TelegramUser_appId_createdAt_id_idx"
ON "TelegramUser"("appId", "createdAt", "id");
