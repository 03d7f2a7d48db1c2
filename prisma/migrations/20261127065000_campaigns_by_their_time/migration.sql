-- CreateIndex
CREATE INDEX "campaign_scheduled" ON "campaign"("service_id", "starts_at", "id") WHERE (state = 'scheduled');
