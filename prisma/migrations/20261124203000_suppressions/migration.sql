-- CreateTable
CREATE TABLE "suppression" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "value" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "suppression_service_id_id_idx" ON "suppression"("service_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "suppression_service_id_kind_hash_key" ON "suppression"("service_id", "kind", "hash");

-- AddForeignKey
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;
