-- CreateTable
CREATE TABLE "inbox" (
    "service_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("service_id")
);

-- CreateTable
CREATE TABLE "inbox_update" (
    "service_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outside" BOOLEAN NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "headers" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "inbox_update_pkey" PRIMARY KEY ("service_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inbox_token_key" ON "inbox"("token");

-- AddForeignKey
ALTER TABLE "inbox" ADD CONSTRAINT "inbox_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_update" ADD CONSTRAINT "inbox_update_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "inbox"("service_id") ON DELETE CASCADE ON UPDATE CASCADE;
