-- Lists devices by when they were last seen, finds users by their beginning, and keeps receipts of removed persons.
-- AlterTable
ALTER TABLE "device" ADD COLUMN     "state_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "erasure" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "pseudonym" TEXT NOT NULL,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "erasure_service_id_id_idx" ON "erasure"("service_id", "id");

-- CreateIndex
CREATE INDEX "erasure_service_id_pseudonym_idx" ON "erasure"("service_id", "pseudonym");

-- CreateIndex
CREATE INDEX "device_seen" ON "device"("app_id", "last_seen_at", "id", "state", "kind", "language", "timezone");

-- CreateIndex
CREATE INDEX "device_user_beginning" ON "device_user"("app_id", "userid" text_pattern_ops);

-- AddForeignKey
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;
