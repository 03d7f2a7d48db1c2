-- CreateTable
CREATE TABLE "sign_on_connection" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "domains" TEXT[],
    "trusts_emails" BOOLEAN NOT NULL DEFAULT false,
    "groups_claim" TEXT NOT NULL DEFAULT 'groups',
    "enforced" BOOLEAN NOT NULL DEFAULT false,
    "break_glass_id" UUID,
    "proven_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_on_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_on_group" (
    "connection_id" UUID NOT NULL,
    "group_name" TEXT NOT NULL,
    "service_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "may_send" BOOLEAN NOT NULL DEFAULT false,
    "may_approve" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sign_on_group_pkey" PRIMARY KEY ("connection_id","group_name","service_id")
);

-- CreateTable
CREATE TABLE "sign_on_account" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_on_account_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "sign_on_try" (
    "id" UUID NOT NULL,
    "state_hash" BYTEA,
    "connection_id" UUID NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "network" TEXT NOT NULL,
    "tester_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_on_try_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_on_connection_issuer_key" ON "sign_on_connection"("issuer");

-- CreateIndex
CREATE INDEX "sign_on_group_service_id_idx" ON "sign_on_group"("service_id");

-- CreateIndex
CREATE INDEX "sign_on_account_member_id_idx" ON "sign_on_account"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_on_try_state_hash_key" ON "sign_on_try"("state_hash");

-- CreateIndex
CREATE INDEX "sign_on_try_created_at_idx" ON "sign_on_try"("created_at");

-- CreateIndex
CREATE INDEX "sign_on_try_network_created_at_idx" ON "sign_on_try"("network", "created_at");

-- AddForeignKey
ALTER TABLE "sign_on_connection" ADD CONSTRAINT "sign_on_connection_break_glass_id_fkey" FOREIGN KEY ("break_glass_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_group" ADD CONSTRAINT "sign_on_group_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sign_on_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_group" ADD CONSTRAINT "sign_on_group_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_account" ADD CONSTRAINT "sign_on_account_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_try" ADD CONSTRAINT "sign_on_try_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sign_on_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
