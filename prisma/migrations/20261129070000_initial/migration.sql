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
    "android_rendering" TEXT NOT NULL DEFAULT 'auto',
    "default_channel_id" TEXT,
    "deep_link_scheme" TEXT,
    "platforms" TEXT[] DEFAULT ARRAY['android', 'ios', 'web']::TEXT[],
    "client_key" TEXT NOT NULL,
    "signed_registration" BOOLEAN NOT NULL DEFAULT false,
    "shared_devices" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
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
    "checked_at" TIMESTAMPTZ(3),
    "worked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "circuit" (
    "process" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "origin" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "probe_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "circuit_pkey" PRIMARY KEY ("process","app_id","provider","origin")
);

-- CreateTable
CREATE TABLE "quota_use" (
    "endpoint" TEXT NOT NULL,
    "project" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "throttled" INTEGER NOT NULL,

    CONSTRAINT "quota_use_pkey" PRIMARY KEY ("endpoint","project","minute")
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
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'active',
    "state_reason" TEXT,
    "state_at" TIMESTAMPTZ(3),
    "doubted_at" TIMESTAMPTZ(3),
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
    "service_id" UUID,
    "template_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "published" INTEGER,
    "published_at" TIMESTAMPTZ(3),
    "published_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "template_draft" (
    "template_id" UUID NOT NULL,
    "content" TEXT,
    "content_hash" BYTEA,
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revision" INTEGER NOT NULL,
    "parent" INTEGER,
    "updated_by" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "template_draft_pkey" PRIMARY KEY ("template_id")
);

-- CreateTable
CREATE TABLE "template_version" (
    "id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "note" TEXT NOT NULL DEFAULT '',
    "hash" BYTEA NOT NULL,
    "parent" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "template_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "template_use" (
    "version_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "uses" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "template_use_pkey" PRIMARY KEY ("version_id","day","source","slot")
);

-- CreateTable
CREATE TABLE "preview_link" (
    "id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "version" INTEGER,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "opened" INTEGER NOT NULL DEFAULT 0,
    "last_opened_at" TIMESTAMPTZ(3),

    CONSTRAINT "preview_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppression" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "ios_hash" BYTEA,
    "value" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "suppression_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "erasure" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "pseudonym" TEXT NOT NULL,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("id")
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
    "snapshot" TEXT NOT NULL DEFAULT '{}',
    "address" TEXT,
    "seq" BIGINT,
    "prev_hash" BYTEA,
    "hash" BYTEA,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "line" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_token" UUID,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audience" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "recipients" INTEGER NOT NULL DEFAULT 0,
    "summary" JSONB NOT NULL DEFAULT '{}',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "audience_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audience_recipient" (
    "audience_id" UUID NOT NULL,
    "destination_type" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL,

    CONSTRAINT "audience_recipient_pkey" PRIMARY KEY ("audience_id","destination_type","hash")
);

-- CreateTable
CREATE TABLE "campaign" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "app_id" UUID,
    "name" TEXT NOT NULL,
    "draft" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "order_id" UUID,
    "undone_nonce" TEXT,
    "archived_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "updated_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_template" (
    "campaign_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER,

    CONSTRAINT "campaign_template_pkey" PRIMARY KEY ("campaign_id","app_id")
);

-- CreateTable
CREATE TABLE "campaign_order" (
    "id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "ordered_by" UUID,
    "approval_id" UUID,
    "request" TEXT NOT NULL,
    "audience_id" UUID,
    "more_appids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "language" TEXT,
    "plan" JSONB NOT NULL,
    "starts_at" TIMESTAMPTZ(3),
    "timezone" TEXT,
    "undo_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "requests" INTEGER NOT NULL DEFAULT 1,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "recipients" INTEGER NOT NULL,
    "recount" BOOLEAN NOT NULL DEFAULT false,
    "transid" UUID,
    "problem" TEXT,
    "stalled" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaign_order_template" (
    "order_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER,

    CONSTRAINT "campaign_order_template_pkey" PRIMARY KEY ("order_id","app_id")
);

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "subject" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "asked_by" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_by" UUID,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "campaign_id" UUID,
    "source" TEXT NOT NULL DEFAULT 'api',
    "part" BOOLEAN NOT NULL DEFAULT false,
    "words" TEXT NOT NULL DEFAULT '',
    "title" TEXT,
    "text" TEXT NOT NULL DEFAULT '',
    "platforms" TEXT[],
    "request" BYTEA NOT NULL,
    "effective_hash" BYTEA NOT NULL,
    "template_version_id" UUID,
    "language" TEXT,
    "state" TEXT NOT NULL DEFAULT 'accepted',
    "expanded" INTEGER NOT NULL DEFAULT 0,
    "priority" SMALLINT NOT NULL DEFAULT 0,
    "correlationid" TEXT NOT NULL DEFAULT '',
    "callback_data" TEXT NOT NULL DEFAULT '',
    "notifyurl" TEXT NOT NULL DEFAULT '',
    "notifyurl_auth_id" TEXT NOT NULL DEFAULT '',
    "pushref" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "counted_from" TIMESTAMPTZ(3),

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
    "destination_written" TEXT,
    "destination_type" TEXT NOT NULL,
    "pushid" TEXT NOT NULL,
    "deviceid" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT '',
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
    "exchange" TEXT,

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
    "installation_owner" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_day" (
    "member_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "devices" INTEGER NOT NULL,

    CONSTRAINT "test_day_pkey" PRIMARY KEY ("member_id","service_id")
);

-- CreateTable
CREATE TABLE "membership" (
    "member_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "may_send" BOOLEAN NOT NULL DEFAULT false,
    "may_approve" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("member_id","service_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "epoch" INTEGER NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "address" TEXT,
    "user_agent" TEXT,
    "challenge" TEXT,
    "challenge_until" TIMESTAMPTZ(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authenticator_app" (
    "member_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "last_step" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "authenticator_app_pkey" PRIMARY KEY ("member_id")
);

-- CreateTable
CREATE TABLE "passkey" (
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "member_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("member_id","hash")
);

-- CreateTable
CREATE TABLE "sign_in_step" (
    "token_hash" BYTEA NOT NULL,
    "member_id" UUID,
    "epoch" INTEGER,
    "network" TEXT NOT NULL,
    "challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_step_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "may_send" BOOLEAN NOT NULL DEFAULT false,
    "may_approve" BOOLEAN NOT NULL DEFAULT false,
    "token_hash" BYTEA NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "member_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mailed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("member_id","mailed")
);

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
    "service_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_told_pkey" PRIMARY KEY ("member_id","notice")
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
    "size_rule" TEXT NOT NULL DEFAULT 'body',
    "always_200" BOOLEAN NOT NULL DEFAULT false,
    "https_only" BOOLEAN NOT NULL DEFAULT true,
    "ip_allow" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "ids_per_second" INTEGER,
    "approval_above" INTEGER,
    "approval_scheduled" BOOLEAN NOT NULL DEFAULT false,
    "approval_hours" INTEGER NOT NULL DEFAULT 72,
    "tests_per_day" INTEGER NOT NULL DEFAULT 200,
    "revision" INTEGER NOT NULL DEFAULT 1,
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
    "scopes" TEXT[] DEFAULT ARRAY['send', 'status', 'devices']::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "successor_id" UUID,

    CONSTRAINT "service_key_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "service_key_use" (
    "key_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "service_key_use_pkey" PRIMARY KEY ("key_id","hour","address")
);

-- CreateTable
CREATE TABLE "notify_auth" (
    "id" TEXT NOT NULL,
    "service_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "secret_sealed" BYTEA,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "notify_auth_pkey" PRIMARY KEY ("service_id","id")
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
    "switched_off" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

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
    "standard_signature" TEXT NOT NULL,
    "hub_signature" TEXT NOT NULL,

    CONSTRAINT "inbox_update_pkey" PRIMARY KEY ("service_id","id")
);

-- CreateTable
CREATE TABLE "rate_bucket" (
    "service_id" UUID NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "taken" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("service_id")
);

-- CreateTable
CREATE TABLE "media_upload" (
    "sha256" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_upload_pkey" PRIMARY KEY ("sha256","type")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "animated" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

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
CREATE UNIQUE INDEX "app_appid_key" ON "app"("appid");

-- CreateIndex
CREATE UNIQUE INDEX "app_client_key_key" ON "app"("client_key");

-- CreateIndex
CREATE INDEX "app_service_id_idx" ON "app"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_app_id_provider_key" ON "credential"("app_id", "provider");

-- CreateIndex
CREATE INDEX "circuit_app_id_provider_idx" ON "circuit"("app_id", "provider");

-- CreateIndex
CREATE INDEX "quota_use_minute_idx" ON "quota_use"("minute");

-- CreateIndex
CREATE INDEX "device_app_id_deviceid_idx" ON "device"("app_id", "deviceid");

-- CreateIndex
CREATE INDEX "device_app_id_id_idx" ON "device"("app_id", "id");

-- CreateIndex
CREATE INDEX "device_simulated" ON "device"("app_id", "id") WHERE (simulated);

-- CreateIndex
CREATE INDEX "device_retired" ON "device"("state_at") WHERE (state <> 'active');

-- CreateIndex
CREATE INDEX "device_doubted" ON "device"("app_id") WHERE (doubted_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "device_seen" ON "device"("app_id", "last_seen_at", "id", "state", "kind", "language", "timezone");

-- CreateIndex
CREATE UNIQUE INDEX "device_app_id_kind_push_hash_key" ON "device"("app_id", "kind", "push_hash");

-- CreateIndex
CREATE INDEX "device_user_device_id_idx" ON "device_user"("device_id");

-- CreateIndex
CREATE INDEX "device_user_beginning" ON "device_user"("app_id", "userid" text_pattern_ops);

-- CreateIndex
CREATE UNIQUE INDEX "template_app_id_template_id_key" ON "template"("app_id", "template_id");

-- CreateIndex
CREATE UNIQUE INDEX "template_version_template_id_version_key" ON "template_version"("template_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "preview_link_token_hash_key" ON "preview_link"("token_hash");

-- CreateIndex
CREATE INDEX "preview_link_template_id_idx" ON "preview_link"("template_id");

-- CreateIndex
CREATE INDEX "suppression_service_id_ios_hash_idx" ON "suppression"("service_id", "ios_hash");

-- CreateIndex
CREATE INDEX "suppression_service_id_id_idx" ON "suppression"("service_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "suppression_service_id_kind_hash_key" ON "suppression"("service_id", "kind", "hash");

-- CreateIndex
CREATE INDEX "erasure_service_id_id_idx" ON "erasure"("service_id", "id");

-- CreateIndex
CREATE INDEX "erasure_service_id_pseudonym_idx" ON "erasure"("service_id", "pseudonym");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_seq_key" ON "audit_event"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_prev_hash_key" ON "audit_event"("prev_hash");

-- CreateIndex
CREATE INDEX "audit_event_service_id_at_id_idx" ON "audit_event"("service_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_event_service_id_actor_id_at_id_idx" ON "audit_event"("service_id", "actor_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_event_service_id_entity_id_at_id_idx" ON "audit_event"("service_id", "entity_id", "at", "id");

-- CreateIndex
CREATE INDEX "job_kind_line_next_at_idx" ON "job"("kind", "line", "next_at");

-- CreateIndex
CREATE INDEX "audience_service_id_idx" ON "audience"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "audience_recipient_audience_id_position_key" ON "audience_recipient"("audience_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_order_id_key" ON "campaign"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_undone_nonce_key" ON "campaign"("undone_nonce");

-- CreateIndex
CREATE INDEX "campaign_service_id_updated_at_idx" ON "campaign"("service_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "campaign_template_app_id_name_idx" ON "campaign_template"("app_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_order_nonce_key" ON "campaign_order"("nonce");

-- CreateIndex
CREATE INDEX "campaign_order_history" ON "campaign_order"("campaign_id", "id" DESC);

-- CreateIndex
CREATE INDEX "campaign_order_service_id_updated_at_idx" ON "campaign_order"("service_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "campaign_order_scheduled" ON "campaign_order"("service_id", "starts_at", "id") WHERE (state = 'scheduled');

-- CreateIndex
CREATE INDEX "campaign_order_due" ON "campaign_order"("due_at") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "campaign_order_template_app_id_name_idx" ON "campaign_order_template"("app_id", "name");

-- CreateIndex
CREATE INDEX "approval_campaign_id_asked_at_idx" ON "approval"("campaign_id", "asked_at" DESC);

-- CreateIndex
CREATE INDEX "approval_service_id_decided_at_idx" ON "approval"("service_id", "decided_at");

-- CreateIndex
CREATE UNIQUE INDEX "approval_open" ON "approval"("campaign_id") WHERE (state IN ('waiting', 'approved'));

-- CreateIndex
CREATE INDEX "message_listed" ON "message"("service_id", "id" DESC) WHERE (NOT part);

-- CreateIndex
CREATE INDEX "message_service" ON "message"("service_id", "id" DESC);

-- CreateIndex
CREATE INDEX "message_app_id_id_idx" ON "message"("app_id", "id" DESC);

-- CreateIndex
CREATE INDEX "message_campaign" ON "message"("campaign_id", "id" DESC) WHERE (campaign_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "message_template" ON "message"("template_version_id", "id" DESC) WHERE (template_version_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "message_open" ON "message"("id") WHERE (state <> 'done');

-- CreateIndex
CREATE INDEX "delivery_message_id_state_id_idx" ON "delivery"("message_id", "state", "id");

-- CreateIndex
CREATE INDEX "delivery_recipient" ON "delivery"("service_id", "destination" text_pattern_ops, "message_id" DESC);

-- CreateIndex
CREATE INDEX "delivery_due" ON "delivery"("app_id", "kind", "priority", "next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_message_id_target_key" ON "delivery"("message_id", "target");

-- CreateIndex
CREATE INDEX "update_service_id_state_id_idx" ON "update"("service_id", "state", "id" DESC);

-- CreateIndex
CREATE INDEX "update_due" ON "update"("service_id", "origin", "next_at") WHERE (next_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "update_parked" ON "update"("service_id", "receiver", "origin", "id") WHERE (state = 'parked');

-- CreateIndex
CREATE INDEX "update_parked_at" ON "update"("service_id", "created_at", "id") WHERE (state = 'parked' AND origin <> '');

-- CreateIndex
CREATE UNIQUE INDEX "update_message_id_delivery_id_kind_receiver_key" ON "update"("message_id", "delivery_id", "kind", "receiver");

-- CreateIndex
CREATE INDEX "update_attempt_exchange" ON "update_attempt"("at") WHERE (exchange IS NOT NULL);

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_email_key" ON "member"("email");

-- CreateIndex
CREATE INDEX "test_day_service_id_idx" ON "test_day"("service_id");

-- CreateIndex
CREATE INDEX "membership_service_id_idx" ON "membership"("service_id");

-- CreateIndex
CREATE INDEX "session_member_id_idx" ON "session"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_member_id_idx" ON "passkey"("member_id");

-- CreateIndex
CREATE INDEX "sign_in_step_member_id_idx" ON "sign_in_step"("member_id");

-- CreateIndex
CREATE INDEX "sign_in_step_network_idx" ON "sign_in_step"("network");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_service_id_email_key" ON "invitation"("service_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset"("token_hash");

-- CreateIndex
CREATE INDEX "notice_told_at_idx" ON "notice_told"("at");

-- CreateIndex
CREATE UNIQUE INDEX "service_key_hash_key" ON "service_key"("hash");

-- CreateIndex
CREATE INDEX "service_key_service_id_idx" ON "service_key"("service_id");

-- CreateIndex
CREATE INDEX "jwt_secret_service_id_idx" ON "jwt_secret"("service_id");

-- CreateIndex
CREATE INDEX "service_key_use_hour_idx" ON "service_key_use"("hour");

-- CreateIndex
CREATE INDEX "webhook_service_id_idx" ON "webhook"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_token_key" ON "inbox"("token");

-- CreateIndex
CREATE INDEX "inbox_update_webhook_id_idx" ON "inbox_update"("webhook_id");

-- CreateIndex
CREATE INDEX "media_service_id_id_idx" ON "media"("service_id", "id");

-- CreateIndex
CREATE INDEX "media_sha256_idx" ON "media"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "media_service_id_sha256_key" ON "media"("service_id", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "sign_on_connection_issuer_key" ON "sign_on_connection"("issuer");

-- CreateIndex
CREATE INDEX "sign_on_group_service_id_idx" ON "sign_on_group"("service_id");

-- CreateIndex
CREATE INDEX "sign_on_account_member_id_idx" ON "sign_on_account"("member_id");

-- CreateIndex
CREATE INDEX "sign_on_state_used_at_idx" ON "sign_on_state"("used_at");

-- CreateIndex
CREATE INDEX "sign_on_trial_created_at_idx" ON "sign_on_trial"("created_at");

-- AddForeignKey
ALTER TABLE "app" ADD CONSTRAINT "app_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "circuit" ADD CONSTRAINT "circuit_app_id_provider_fkey" FOREIGN KEY ("app_id", "provider") REFERENCES "credential"("app_id", "provider") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_user" ADD CONSTRAINT "device_user_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template" ADD CONSTRAINT "template_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_draft" ADD CONSTRAINT "template_draft_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_version" ADD CONSTRAINT "template_version_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "template_use" ADD CONSTRAINT "template_use_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "template_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "preview_link" ADD CONSTRAINT "preview_link_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erasure" ADD CONSTRAINT "erasure_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audience_recipient" ADD CONSTRAINT "audience_recipient_audience_id_fkey" FOREIGN KEY ("audience_id") REFERENCES "audience"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "campaign_order"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_template" ADD CONSTRAINT "campaign_template_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_template" ADD CONSTRAINT "campaign_template_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_order" ADD CONSTRAINT "campaign_order_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_order_template" ADD CONSTRAINT "campaign_order_template_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "campaign_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_order_template" ADD CONSTRAINT "campaign_order_template_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "app"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_day" ADD CONSTRAINT "test_day_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authenticator_app" ADD CONSTRAINT "authenticator_app_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_key" ADD CONSTRAINT "service_key_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jwt_secret" ADD CONSTRAINT "jwt_secret_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notify_auth" ADD CONSTRAINT "notify_auth_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox" ADD CONSTRAINT "inbox_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_update" ADD CONSTRAINT "inbox_update_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "inbox"("service_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_connection" ADD CONSTRAINT "sign_on_connection_break_glass_id_fkey" FOREIGN KEY ("break_glass_id") REFERENCES "member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_group" ADD CONSTRAINT "sign_on_group_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sign_on_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_group" ADD CONSTRAINT "sign_on_group_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_account" ADD CONSTRAINT "sign_on_account_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_on_trial" ADD CONSTRAINT "sign_on_trial_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sign_on_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand from here on: the language of the schema has no index on an expression, no function and no trigger.
CREATE UNIQUE INDEX "audience_name" ON "audience"("service_id", lower("name")) WHERE (ready_at IS NOT NULL AND removed_at IS NULL);
CREATE INDEX "app_by_name" ON "app" ("service_id", lower("name"), "id");
CREATE INDEX "member_by_name" ON "member" (lower("name"), "id");
CREATE INDEX "service_by_name" ON "service" (lower("name"), "id");
CREATE INDEX "template_by_name" ON "template" ("service_id", lower("name"), "id");
CREATE INDEX "template_by_time" ON "template" ("service_id", coalesce("published_at", timestamptz 'epoch'), "id");

-- The pictures of the media library that a text names, by hash, each once.
CREATE FUNCTION media_hashes(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT coalesce(array_agg(DISTINCT named[1]), '{}') FROM regexp_matches(content, '/media/([0-9a-f]{64})[.]', 'g') named $$;

-- Versions by the pictures that they name: asked for each page of the library, and before one is removed.
CREATE INDEX "template_version_media" ON "template_version" USING gin (media_hashes(content));

CREATE FUNCTION service_of_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_id := (SELECT service_id FROM app WHERE id = NEW.app_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER service_of_template BEFORE INSERT ON "template" FOR EACH ROW EXECUTE FUNCTION service_of_template();

-- Processes cache these rows. A change of one, by any client, notifies them all at its commit (lib/database/changes.ts).
CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clarion_changes', TG_TABLE_NAME);
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "service" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "service" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "service" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "app" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "app" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "app" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "credential" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "credential" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "credential" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "template" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "template" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "template" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "template_version" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "template_version" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "template_version" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "webhook" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "webhook" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "webhook" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "notify_auth" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "notify_auth" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "notify_auth" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

-- The time of the last use changes all the time, and no process caches it.
CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "service_key" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "service_key" FOR EACH ROW
  WHEN ((OLD.service_id, OLD.hash, OLD.revoked_at, OLD.scopes, OLD.expires_at)
    IS DISTINCT FROM (NEW.service_id, NEW.hash, NEW.revoked_at, NEW.scopes, NEW.expires_at))
  EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "service_key" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

-- The time of the last use changes all the time, and no process caches it.
CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "jwt_secret" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "jwt_secret" FOR EACH ROW
  WHEN ((OLD.service_id, OLD.sealed, OLD.expires_at) IS DISTINCT FROM (NEW.service_id, NEW.sealed, NEW.expires_at)) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "jwt_secret" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

-- Of the settings, only the lab's addresses are cached (with the credentials).
CREATE TRIGGER tell_of_row AFTER INSERT ON "setting" FOR EACH ROW WHEN (NEW.name = 'lab.addresses') EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "setting" FOR EACH ROW
  WHEN (NEW.name = 'lab.addresses' AND OLD.value IS DISTINCT FROM NEW.value) EXECUTE FUNCTION tell_of_change();

-- Streams end when the right to them does: the removal of one, by any client, notifies all processes at its commit (lib/http/live.ts).
CREATE FUNCTION tell_of_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clarion_rights', '');
  RETURN NULL;
END
$$;

-- The time of the last visit changes all the time, and no right depends on it.
CREATE TRIGGER tell_of_rights AFTER UPDATE ON "member" FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.session_epoch, OLD.installation_owner) IS DISTINCT FROM (NEW.disabled_at, NEW.session_epoch, NEW.installation_owner))
  EXECUTE FUNCTION tell_of_rights();
CREATE TRIGGER tell_of_rights AFTER UPDATE OR DELETE ON "membership" FOR EACH ROW EXECUTE FUNCTION tell_of_rights();
CREATE TRIGGER tell_of_rights AFTER DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION tell_of_rights();

-- There is one chain, and one head of it.
ALTER TABLE "audit_head" ADD CONSTRAINT "audit_head_one" CHECK ("id" = 1);
INSERT INTO "audit_head" ("seq", "hash") VALUES (0, decode(repeat('00', 32), 'hex'));

-- The text of an event that is hashed (lib/directory/audit/verify.ts computes the same without these functions): the fields that contain no space, then the
-- lengths of the texts in bytes, then these texts, so that two different events never have the same text. STABLE, so that the functions are inlined.
CREATE FUNCTION audit_length(value text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(octet_length(convert_to(value, 'UTF8'))::text, '-')
$$;

CREATE FUNCTION audit_text(e "audit_event") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(e.seq::text, '-') || ' ' || coalesce(encode(e.prev_hash, 'hex'), '-') || ' ' || e.id::text || ' '
    || CASE WHEN isfinite(e.at) THEN ((extract(epoch FROM e.at) * 1000000)::bigint)::text ELSE '-' END || ' ' || coalesce(e.service_id::text, '-') || ' '
    || audit_length(e.actor_kind) || ' ' || audit_length(e.actor_id) || ' ' || audit_length(e.action) || ' ' || audit_length(e.entity_id) || ' '
    || audit_length(e.address) || ' ' || audit_length(e.snapshot) || ' '
    || e.actor_kind || e.actor_id || e.action || e.entity_id || coalesce(e.address, '') || e.snapshot
$$;

CREATE FUNCTION audit_hash(e "audit_event") RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(audit_text(e), 'UTF8'))
$$;

-- The place of an event in the chain comes from the database alone.
CREATE FUNCTION place_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seq := NULL;
  NEW.prev_hash := NULL;
  NEW.hash := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER place_audit_event BEFORE INSERT ON "audit_event" FOR EACH ROW EXECUTE FUNCTION place_audit_event();

-- An event is chained at the commit, so that the head, for which all writers of events wait, is locked last and briefly: a transaction that holds
-- the lock waits for no other one.
CREATE FUNCTION chain_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head "audit_head";
  event "audit_event";
BEGIN
  SELECT * INTO STRICT head FROM "audit_head" FOR UPDATE;
  event := NEW;
  event.seq := head.seq + 1;
  event.prev_hash := head.hash;
  event.hash := audit_hash(event);
  UPDATE "audit_event" SET "seq" = event.seq, "prev_hash" = event.prev_hash, "hash" = event.hash WHERE "id" = event.id AND "seq" IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'audit event % cannot be chained', event.id;
  END IF;
  UPDATE "audit_head" SET "seq" = event.seq, "hash" = event.hash;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER chain_audit_event AFTER INSERT ON "audit_event" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION chain_audit_event();

-- No event is changed or removed. The one permitted change sets its place, once.
CREATE FUNCTION keep_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  placed "audit_event";
BEGIN
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    placed := OLD;
    placed.seq := NEW.seq;
    placed.prev_hash := NEW.prev_hash;
    placed.hash := NEW.hash;
    IF OLD.seq IS NULL AND placed IS NOT DISTINCT FROM NEW AND NEW.hash = audit_hash(NEW) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is only added to: % is refused.', lower(TG_OP) USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER keep_audit_event BEFORE UPDATE OR DELETE ON "audit_event" FOR EACH ROW EXECUTE FUNCTION keep_audit_event();
CREATE TRIGGER keep_audit_events BEFORE TRUNCATE ON "audit_event" FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_event();
