-- ApiKey_accountId_createdAt_id_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "ApiKey_accountId_idx";
