-- CreateIndex
CREATE INDEX "update_parked_at" ON "update"("service_id", "created_at", "id") WHERE (state = 'parked' AND origin <> '');
