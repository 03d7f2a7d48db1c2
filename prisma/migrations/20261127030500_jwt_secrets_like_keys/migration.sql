-- A row each, like keys: calls are counted apart for the secret in use and the one before it.
-- CreateTable
CREATE TABLE "jwt_secret" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "replaced" BOOLEAN NOT NULL DEFAULT false,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,

    CONSTRAINT "jwt_secret_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "jwt_secret_service_id_idx" ON "jwt_secret"("service_id");

-- AddForeignKey
ALTER TABLE "jwt_secret" ADD CONSTRAINT "jwt_secret_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- They are sealed to their service, so that they move as they are.
INSERT INTO "jwt_secret" ("id", "service_id", "sealed", "created_at")
  SELECT gen_random_uuid(), "id", "jwt_secret_sealed", "created_at" FROM "service" WHERE "jwt_secret_sealed" IS NOT NULL;
INSERT INTO "jwt_secret" ("id", "service_id", "sealed", "created_at", "expires_at", "replaced")
  SELECT gen_random_uuid(), "id", "former_jwt_secret_sealed", "created_at", "former_jwt_until", true FROM "service"
  WHERE "former_jwt_secret_sealed" IS NOT NULL AND "former_jwt_until" > now();

-- AlterTable
ALTER TABLE "service" DROP COLUMN "former_jwt_secret_sealed",
DROP COLUMN "former_jwt_until",
DROP COLUMN "jwt_secret_sealed";

-- DropForeignKey
ALTER TABLE "service_key_use" DROP CONSTRAINT "service_key_use_key_id_fkey";

-- When it was last used is written all the time, and no process keeps that.
CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "jwt_secret" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "jwt_secret" FOR EACH ROW
  WHEN ((OLD.service_id, OLD.sealed, OLD.expires_at) IS DISTINCT FROM (NEW.service_id, NEW.sealed, NEW.expires_at)) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "jwt_secret" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();
