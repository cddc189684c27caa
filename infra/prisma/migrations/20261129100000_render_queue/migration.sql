-- CreateIndex
CREATE INDEX "Render_pending_idx" ON "Render"("priority" DESC, "createdAt") WHERE (status = 'PENDING' AND "parentId" IS NULL);
