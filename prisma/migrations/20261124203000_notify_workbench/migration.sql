-- The id of an authentication is the service's own: what another service called one of its own keeps nobody from the same id.
ALTER TABLE "notify_auth" DROP CONSTRAINT "notify_auth_pkey",
ADD CONSTRAINT "notify_auth_pkey" PRIMARY KEY ("service_id", "id");
DROP INDEX "notify_auth_service_id_idx";

-- Until now a webhook was off because it had answered 410, and for no other reason.
ALTER TABLE "webhook" ADD COLUMN     "switched_off" BOOLEAN NOT NULL DEFAULT false;

-- What was given up for one endpoint, oldest first, however much there is for others.
CREATE INDEX "update_parked" ON "update"("service_id", "receiver", "origin", "id") WHERE (state = 'parked');
