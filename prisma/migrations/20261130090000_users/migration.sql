-- CreateTable
CREATE TABLE "service_user" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "userid" TEXT NOT NULL,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "language" TEXT,
    "timezone" TEXT,
    "first_seen_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_attribute" (
    "key" SERIAL NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_attribute_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "user_attribute_count" (
    "key" INTEGER NOT NULL,
    "slot" SMALLINT NOT NULL,
    "users" INTEGER NOT NULL,

    CONSTRAINT "user_attribute_count_pkey" PRIMARY KEY ("key","slot")
);

-- CreateTable
CREATE TABLE "attribute_removal" (
    "key" INTEGER NOT NULL,
    "service_id" UUID NOT NULL,
    "swept_to" UUID,

    CONSTRAINT "attribute_removal_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "service_user_service_id_id_idx" ON "service_user"("service_id", "id");

-- CreateIndex
CREATE INDEX "service_user_beginning" ON "service_user"("service_id", "userid" text_pattern_ops);

-- CreateIndex
CREATE UNIQUE INDEX "service_user_service_id_userid_key" ON "service_user"("service_id", "userid");

-- CreateIndex
CREATE UNIQUE INDEX "user_attribute_service_id_name_key" ON "user_attribute"("service_id", "name");

-- AddForeignKey
ALTER TABLE "service_user" ADD CONSTRAINT "service_user_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_attribute" ADD CONSTRAINT "user_attribute_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_attribute_count" ADD CONSTRAINT "user_attribute_count_key_fkey" FOREIGN KEY ("key") REFERENCES "user_attribute"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_removal" ADD CONSTRAINT "attribute_removal_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The users that devices name so far.
INSERT INTO "service_user" ("id", "service_id", "userid", "first_seen_at", "last_seen_at")
SELECT gen_random_uuid(), a."service_id", u."userid", min(d."created_at"), max(d."last_seen_at")
FROM "device_user" u JOIN "device" d ON d."id" = u."device_id" JOIN "app" a ON a."id" = u."app_id"
GROUP BY a."service_id", u."userid";
