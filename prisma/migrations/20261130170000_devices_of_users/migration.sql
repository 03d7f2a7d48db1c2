-- AlterTable
ALTER TABLE "device_user" ADD COLUMN "active" BOOLEAN,
ADD COLUMN "kind" TEXT,
ADD COLUMN "language" TEXT,
ADD COLUMN "number" INTEGER,
ADD COLUMN "timezone" TEXT;

-- By hand: what rules ask about, from the rows of the user and the device.
UPDATE "device_user" du SET "active" = d."state" = 'active', "kind" = d."kind", "language" = d."language", "timezone" = d."timezone",
  "number" = (SELECT u."number" FROM "app" a JOIN "service_user" u ON u."service_id" = a."service_id" AND u."userid" = du."userid" WHERE a."id" = du."app_id")
FROM "device" d WHERE d."id" = du."device_id";
ALTER TABLE "device_user" ALTER COLUMN "active" SET NOT NULL,
ALTER COLUMN "kind" SET NOT NULL;

CREATE FUNCTION fill_device_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d.state = 'active', d.kind, d.language, d.timezone INTO NEW.active, NEW.kind, NEW.language, NEW.timezone FROM device d WHERE d.id = NEW.device_id;
  NEW.number := (SELECT u.number FROM app a JOIN service_user u ON u.service_id = a.service_id AND u.userid = NEW.userid WHERE a.id = NEW.app_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER fill_device_user BEFORE INSERT ON "device_user" FOR EACH ROW EXECUTE FUNCTION fill_device_user();

CREATE FUNCTION copy_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_user SET active = NEW.state = 'active', language = NEW.language, timezone = NEW.timezone WHERE device_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER copy_device AFTER UPDATE ON "device" FOR EACH ROW
  WHEN ((OLD.state = 'active', OLD.language, OLD.timezone) IS DISTINCT FROM (NEW.state = 'active', NEW.language, NEW.timezone)) EXECUTE FUNCTION copy_device();

-- A device may be somebody's before there is a row of the user. Some users are looked up one by one: the devices of all others are not read.
CREATE FUNCTION copy_user_numbers() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE device_user du SET number = u.number FROM new_users u JOIN app a ON a.service_id = u.service_id
  WHERE du.app_id = a.id AND du.userid = u.userid AND du.number IS DISTINCT FROM u.number;
  RETURN NULL;
END
$$;
CREATE TRIGGER copy_user_numbers AFTER INSERT ON "service_user" REFERENCING NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION copy_user_numbers();
