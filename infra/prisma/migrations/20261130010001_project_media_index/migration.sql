-- Finds the projects that use a media file. Without "fastupdate" each entry is in its place at once; otherwise every
-- search would read up to 4 MB of new entries.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Project_media_idx" ON "Project"
USING gin ("mediaIds") WITH (fastupdate = off);
