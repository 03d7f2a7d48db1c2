-- CreateIndex
CREATE INDEX "inbox_update_webhook_id_idx" ON "inbox_update"("webhook_id");
