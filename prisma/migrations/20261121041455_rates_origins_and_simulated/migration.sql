-- DropIndex
DROP INDEX "update_due";

-- AlterTable
ALTER TABLE "device" ADD COLUMN     "simulated" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "rate_bucket" (
    "service_id" UUID NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "taken" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("service_id")
);

-- CreateIndex
CREATE INDEX "message_open" ON "message"("id") WHERE (state <> 'done');

-- CreateIndex
CREATE INDEX "update_due" ON "update"("origin", "next_at") WHERE (next_at IS NOT NULL);
