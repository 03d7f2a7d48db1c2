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

-- CreateIndex
CREATE INDEX "media_service_id_id_idx" ON "media"("service_id", "id");

-- CreateIndex
CREATE INDEX "media_sha256_idx" ON "media"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "media_service_id_sha256_key" ON "media"("service_id", "sha256");

-- The pictures of the media library that a text names, by hash, each once.
CREATE FUNCTION media_hashes(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT coalesce(array_agg(DISTINCT named[1]), '{}') FROM regexp_matches(content, '/media/([0-9a-f]{64})[.]', 'g') named $$;

-- Versions by the pictures that they name: asked for each page of the library, and before one is removed.
CREATE INDEX "template_version_media" ON "template_version" USING gin (media_hashes(blocks || parameters::text));

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;
