-- CreateTable
CREATE TABLE "circuit" (
    "process" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "origin" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "probe_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "circuit_pkey" PRIMARY KEY ("process","app_id","provider","origin")
);

-- CreateTable
CREATE TABLE "quota_use" (
    "endpoint" TEXT NOT NULL,
    "project" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "throttled" INTEGER NOT NULL,

    CONSTRAINT "quota_use_pkey" PRIMARY KEY ("endpoint","project","minute")
);

-- CreateIndex
CREATE INDEX "circuit_app_id_provider_idx" ON "circuit"("app_id", "provider");

-- CreateIndex
CREATE INDEX "quota_use_minute_idx" ON "quota_use"("minute");

-- AddForeignKey
ALTER TABLE "circuit" ADD CONSTRAINT "circuit_app_id_provider_fkey" FOREIGN KEY ("app_id", "provider") REFERENCES "credential"("app_id", "provider") ON DELETE CASCADE ON UPDATE CASCADE;
