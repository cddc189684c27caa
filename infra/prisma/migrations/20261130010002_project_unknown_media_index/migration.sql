-- Projects of an account whose media are unknown. The deletion of a media file searches their documents.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Project_unknown_media_idx"
ON "Project"("accountId", "id") WHERE "mediaIds" IS NULL;
