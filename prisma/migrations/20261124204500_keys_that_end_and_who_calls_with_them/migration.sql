-- AlterTable
ALTER TABLE "service_key" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_used_from" TEXT,
ADD COLUMN     "successor_id" UUID;

-- AlterTable
ALTER TABLE "service" ADD COLUMN     "former_jwt_secret_sealed" BYTEA,
ADD COLUMN     "former_jwt_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "service_key_use" (
    "key_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "service_key_use_pkey" PRIMARY KEY ("key_id","hour","address")
);

-- CreateIndex
CREATE INDEX "service_key_use_hour_idx" ON "service_key_use"("hour");

-- AddForeignKey
ALTER TABLE "service_key_use" ADD CONSTRAINT "service_key_use_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "service_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- When a key ends is kept in memory with it.
DROP TRIGGER tell_of_update ON "service_key";
CREATE TRIGGER tell_of_update AFTER UPDATE ON "service_key" FOR EACH ROW
  WHEN ((OLD.service_id, OLD.hash, OLD.revoked_at, OLD.scopes, OLD.expires_at)
    IS DISTINCT FROM (NEW.service_id, NEW.hash, NEW.revoked_at, NEW.scopes, NEW.expires_at))
  EXECUTE FUNCTION tell_of_change();
