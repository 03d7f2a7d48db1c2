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

-- CreateIndex
CREATE UNIQUE INDEX "preview_link_token_hash_key" ON "preview_link"("token_hash");

-- CreateIndex
CREATE INDEX "preview_link_template_id_idx" ON "preview_link"("template_id");

-- AddForeignKey
ALTER TABLE "preview_link" ADD CONSTRAINT "preview_link_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;
