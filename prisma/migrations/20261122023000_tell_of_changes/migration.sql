-- Processes keep copies of these rows. Whoever changes one, by whatever means, all of them are told at the commit (lib/database/changes.ts).
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

-- When a key was last used is written all the time, and nobody keeps it.
CREATE TRIGGER tell_of_row AFTER INSERT OR DELETE ON "service_key" FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "service_key" FOR EACH ROW
  WHEN ((OLD.service_id, OLD.hash, OLD.revoked_at) IS DISTINCT FROM (NEW.service_id, NEW.hash, NEW.revoked_at)) EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_truncate AFTER TRUNCATE ON "service_key" FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();

-- Of the settings, the lab's addresses are kept (with the credentials).
CREATE TRIGGER tell_of_row AFTER INSERT ON "setting" FOR EACH ROW WHEN (NEW.name = 'lab.addresses') EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tell_of_update AFTER UPDATE ON "setting" FOR EACH ROW
  WHEN (NEW.name = 'lab.addresses' AND OLD.value IS DISTINCT FROM NEW.value) EXECUTE FUNCTION tell_of_change();
