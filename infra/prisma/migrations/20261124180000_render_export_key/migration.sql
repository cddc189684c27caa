-- CreateIndex
CREATE INDEX "Render_exportKey_idx" ON "Render"("exportKey");
