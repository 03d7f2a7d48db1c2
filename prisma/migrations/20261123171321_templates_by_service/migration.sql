-- AlterTable
ALTER TABLE "template" ADD COLUMN     "platforms" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "service_id" UUID;

UPDATE "template" t SET "service_id" = a."service_id" FROM "app" a WHERE a."id" = t."app_id";
UPDATE "template" t SET "platforms" = coalesce(v."platforms", '{}') FROM "template_version" v WHERE v."template_id" = t."id" AND v."version" = t."published";

CREATE FUNCTION service_of_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_id := (SELECT service_id FROM app WHERE id = NEW.app_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER service_of_template BEFORE INSERT ON "template" FOR EACH ROW EXECUTE FUNCTION service_of_template();

CREATE INDEX "template_by_name" ON "template" ("service_id", lower("name"), "id");
CREATE INDEX "template_by_time" ON "template" ("service_id", coalesce("published_at", timestamptz 'epoch'), "id");
