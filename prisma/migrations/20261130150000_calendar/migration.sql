-- CreateIndex
CREATE INDEX "campaign_order_started" ON "campaign_order"("service_id", "started_at", "id") WHERE (started_at IS NOT NULL);
