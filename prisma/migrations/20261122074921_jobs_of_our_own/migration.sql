-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_token" UUID,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "job_kind_next_at_idx" ON "job"("kind", "next_at");

-- What was accepted and not expanded yet: to expand a message twice does no harm.
INSERT INTO "job" ("id", "kind", "data")
SELECT gen_random_uuid(), 'expand', jsonb_build_object('transids', jsonb_build_array("id")) FROM "message" WHERE "state" = 'accepted';

-- Jobs lay in the tables of a library before.
DROP SCHEMA IF EXISTS pgboss CASCADE;
