-- ApiKey_appId_createdAt_id_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "ApiKey_appId_idx";
