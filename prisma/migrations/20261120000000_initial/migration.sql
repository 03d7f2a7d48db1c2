-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'marketer', 'viewer');

-- CreateTable
CREATE TABLE "app" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "appid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "push_enabled" BOOLEAN NOT NULL DEFAULT true,
    "site_url" TEXT,
    "icon_url" TEXT,
    "bundle_id" TEXT,
    "android_rendering" TEXT NOT NULL DEFAULT 'auto',
    "default_channel_id" TEXT,
    "client_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "flagged_at" TIMESTAMPTZ(3),
    "flag_reason" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "device" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "pushid" TEXT NOT NULL,
    "push_hash" BYTEA NOT NULL,
    "subscription" JSONB,
    "deviceid" TEXT NOT NULL DEFAULT '',
    "model" TEXT,
    "os" TEXT,
    "language" TEXT,
    "timezone" TEXT,
    "state" TEXT NOT NULL DEFAULT 'active',
    "state_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "device_user" (
    "app_id" UUID NOT NULL,
    "userid" TEXT NOT NULL,
    "device_id" UUID NOT NULL,

    CONSTRAINT "device_user_pkey" PRIMARY KEY ("app_id","userid","device_id")
);

-- CreateTable
CREATE TABLE "template" (
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "template_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "published" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "template_version" (
    "id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "blocks" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "template_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "service_id" UUID,
    "action" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "snapshot" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audience" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audience_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audience_recipient" (
    "audience_id" UUID NOT NULL,
    "destination_type" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audience_recipient_pkey" PRIMARY KEY ("audience_id","destination_type","destination")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "app_id" UUID,
    "audience_id" UUID,
    "name" TEXT NOT NULL,
    "draft" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "starts_at" TIMESTAMPTZ(3),
    "timezone" TEXT,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "campaign_id" UUID,
    "source" TEXT NOT NULL DEFAULT 'api',
    "request" BYTEA NOT NULL,
    "effective_hash" BYTEA NOT NULL,
    "template_version_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'accepted',
    "priority" SMALLINT NOT NULL DEFAULT 0,
    "correlationid" TEXT NOT NULL DEFAULT '',
    "callback_data" TEXT NOT NULL DEFAULT '',
    "notifyurl" TEXT NOT NULL DEFAULT '',
    "notifyurl_auth_id" TEXT NOT NULL DEFAULT '',
    "pushref" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "message_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "target" TEXT NOT NULL,
    "device_id" UUID,
    "kind" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "destination_type" TEXT NOT NULL,
    "pushid" TEXT NOT NULL,
    "deviceid" TEXT NOT NULL DEFAULT '',
    "correlationid" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT 'queued',
    "code" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "priority" SMALLINT NOT NULL DEFAULT 0,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "provider_message_id" TEXT,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "button" TEXT,
    "reply" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("message_id","id")
);

-- CreateTable
CREATE TABLE "update" (
    "message_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "receiver" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "notify_auth_id" TEXT NOT NULL DEFAULT '',
    "origin" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "last_status" SMALLINT,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "update_pkey" PRIMARY KEY ("message_id","id")
);

-- CreateTable
CREATE TABLE "update_attempt" (
    "update_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" SMALLINT,
    "error" TEXT,

    CONSTRAINT "update_attempt_pkey" PRIMARY KEY ("update_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "service_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "status" SMALLINT NOT NULL,
    "reply" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("service_id","key")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "session_epoch" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "bucket" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE TABLE "service" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "sandbox" BOOLEAN NOT NULL DEFAULT false,
    "notifyurl" TEXT,
    "notifyurl_auth_id" TEXT,
    "signing_secret_sealed" BYTEA,
    "jwt_secret_sealed" BYTEA,
    "size_rule" TEXT NOT NULL DEFAULT 'body',
    "always_200" BOOLEAN NOT NULL DEFAULT false,
    "https_only" BOOLEAN NOT NULL DEFAULT true,
    "ip_allow" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ids_per_second" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_key" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notify_auth" (
    "id" TEXT NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "secret_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "notify_auth_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "notify_auth_id" TEXT,
    "kinds" TEXT[],
    "signing_secret_sealed" BYTEA,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_appid_key" ON "app"("appid");

-- CreateIndex
CREATE UNIQUE INDEX "app_client_key_key" ON "app"("client_key");

-- CreateIndex
CREATE INDEX "app_service_id_idx" ON "app"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_app_id_provider_key" ON "credential"("app_id", "provider");

-- CreateIndex
CREATE INDEX "device_app_id_deviceid_idx" ON "device"("app_id", "deviceid");

-- CreateIndex
CREATE UNIQUE INDEX "device_app_id_kind_push_hash_key" ON "device"("app_id", "kind", "push_hash");

-- CreateIndex
CREATE INDEX "device_user_device_id_idx" ON "device_user"("device_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_app_id_template_id_key" ON "template"("app_id", "template_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_version_template_id_version_key" ON "template_version"("template_id", "version");

-- CreateIndex
CREATE INDEX "audit_event_service_id_id_idx" ON "audit_event"("service_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audience_service_id_idx" ON "audience"("service_id");

-- CreateIndex
CREATE INDEX "campaign_service_id_updated_at_idx" ON "campaign"("service_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "message_service_id_id_idx" ON "message"("service_id", "id" DESC);

-- CreateIndex
CREATE INDEX "message_app_id_id_idx" ON "message"("app_id", "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_message_id_state_id_idx" ON "delivery"("message_id", "state", "id");

-- CreateIndex
CREATE INDEX "delivery_due" ON "delivery"("app_id", "kind", "priority", "next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "delivery_open" ON "delivery"("message_id") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_message_id_target_key" ON "delivery"("message_id", "target");

-- CreateIndex
CREATE INDEX "update_service_id_state_id_idx" ON "update"("service_id", "state", "id" DESC);

-- CreateIndex
CREATE INDEX "update_due" ON "update"("next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "update_message_id_delivery_id_kind_receiver_key" ON "update"("message_id", "delivery_id", "kind", "receiver");

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_email_key" ON "member"("email");

-- CreateIndex
CREATE UNIQUE INDEX "service_key_hash_key" ON "service_key"("hash");

-- CreateIndex
CREATE INDEX "service_key_service_id_idx" ON "service_key"("service_id");

-- CreateIndex
CREATE INDEX "notify_auth_service_id_idx" ON "notify_auth"("service_id");

-- CreateIndex
CREATE INDEX "webhook_service_id_idx" ON "webhook"("service_id");

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_user" ADD CONSTRAINT "device_user_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_version" ADD CONSTRAINT "template_version_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audience_recipient" ADD CONSTRAINT "audience_recipient_audience_id_fkey" FOREIGN KEY ("audience_id") REFERENCES "audience"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_key" ADD CONSTRAINT "service_key_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notify_auth" ADD CONSTRAINT "notify_auth_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;
