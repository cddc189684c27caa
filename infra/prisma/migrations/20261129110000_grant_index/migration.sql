-- CreateIndex
CREATE INDEX "LedgerEntry_grant_idx" ON "LedgerEntry"("accountId", "createdAt") WHERE (kind = ANY (ARRAY['grant', 'upgrade']));
