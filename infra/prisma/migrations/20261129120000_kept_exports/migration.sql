-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "limitsChangedAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "Account_limitsChangedAt_idx" ON "Account"("limitsChangedAt");

-- CreateIndex
CREATE INDEX "Account_own_kept_days_idx" ON "Account"("id") WHERE (jsonb_exists(limits, 'exportsKeptDays'::text));
