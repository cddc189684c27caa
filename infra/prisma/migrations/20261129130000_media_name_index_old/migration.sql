-- Media_accountId_createdAt_id_name_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "Media_accountId_createdAt_id_idx";
