-- CreateIndex
CREATE INDEX "message_template" ON "message"("template_version_id", "id" DESC) WHERE (template_version_id IS NOT NULL);
