-- CreateTable
CREATE TABLE "media_upload" (
    "sha256" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_upload_pkey" PRIMARY KEY ("sha256","type")
);

-- CreateIndex
CREATE INDEX "device_retired" ON "device"("state_at") WHERE (state <> 'active');
