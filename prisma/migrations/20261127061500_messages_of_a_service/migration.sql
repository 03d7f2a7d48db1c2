-- CreateIndex
CREATE INDEX "message_service" ON "message"("service_id", "id" DESC);
