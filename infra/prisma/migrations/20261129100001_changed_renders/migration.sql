-- CreateIndex
CREATE INDEX "Render_active_account_idx" ON "Render"("accountId") WHERE (status IN ('PENDING', 'PROCESSING'));

-- CreateIndex
CREATE INDEX "Render_unplanned_idx" ON "Render"("createdAt") WHERE (status IN ('PENDING', 'PROCESSING') AND stage IN ('planning', 'waiting'));

-- CreateIndex
CREATE INDEX "Render_unfinished_outputs_idx" ON "Render"("id") WHERE (status IN ('PENDING', 'PROCESSING') AND (outputs IS NOT NULL OR "parentId" IS NOT NULL));

-- CreateIndex
CREATE INDEX "Task_slow_idx" ON "Task"("renderId") WHERE (stops > 0 AND status IN ('READY', 'RELEASED'));
