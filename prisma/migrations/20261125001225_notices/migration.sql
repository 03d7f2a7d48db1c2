-- CreateTable
CREATE TABLE "notice_settings" (
    "member_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3),
    "muted" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "email" BOOLEAN NOT NULL DEFAULT false,
    "webhook_sealed" BYTEA,
    "webhook_host" TEXT,
    "tell_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "email_problem" TEXT,
    "webhook_problem" TEXT,

    CONSTRAINT "notice_settings_pkey" PRIMARY KEY ("member_id")
);

-- CreateTable
CREATE TABLE "notice_told" (
    "member_id" UUID NOT NULL,
    "notice" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_told_pkey" PRIMARY KEY ("member_id","notice")
);

-- CreateIndex
CREATE INDEX "notice_told_at_idx" ON "notice_told"("at");

-- AddForeignKey
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
