-- CreateIndex
CREATE INDEX "update_attempt_exchange" ON "update_attempt"("at") WHERE (exchange IS NOT NULL);
