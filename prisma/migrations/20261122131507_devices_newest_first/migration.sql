-- CreateIndex
CREATE INDEX "device_app_id_id_idx" ON "device"("app_id", "id");

-- CreateIndex
CREATE INDEX "device_simulated" ON "device"("app_id", "id") WHERE (simulated);
