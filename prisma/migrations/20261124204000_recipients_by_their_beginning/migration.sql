-- Finds recipients as before, and by the beginning of their ids too.
-- DropIndex
DROP INDEX "delivery_recipient";

-- CreateIndex
CREATE INDEX "delivery_recipient" ON "delivery"("service_id", "destination" text_pattern_ops, "message_id" DESC);
