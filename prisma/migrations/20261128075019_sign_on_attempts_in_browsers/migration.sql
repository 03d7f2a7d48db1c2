-- DropForeignKey
ALTER TABLE "sign_on_try" DROP CONSTRAINT "sign_on_try_connection_id_fkey";

-- DropTable
DROP TABLE "sign_on_try";

-- CreateTable
CREATE TABLE "sign_on_state" (
    "state_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_on_state_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
CREATE TABLE "sign_on_trial" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "tester_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_on_trial_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sign_on_state_used_at_idx" ON "sign_on_state"("used_at");

-- CreateIndex
CREATE INDEX "sign_on_trial_created_at_idx" ON "sign_on_trial"("created_at");

-- AddForeignKey
ALTER TABLE "sign_on_trial" ADD CONSTRAINT "sign_on_trial_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sign_on_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
