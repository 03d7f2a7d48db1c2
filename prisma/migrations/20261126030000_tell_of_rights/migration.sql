-- Streams end when the right to them does: whoever takes one away, by whatever means, all processes are told at the commit (lib/http/live.ts).
CREATE FUNCTION tell_of_rights() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clarion_rights', '');
  RETURN NULL;
END
$$;

-- When somebody was last at it is written all the time.
CREATE TRIGGER tell_of_rights AFTER UPDATE ON "member" FOR EACH ROW
  WHEN ((OLD.disabled_at, OLD.session_epoch, OLD.installation_owner) IS DISTINCT FROM (NEW.disabled_at, NEW.session_epoch, NEW.installation_owner))
  EXECUTE FUNCTION tell_of_rights();
CREATE TRIGGER tell_of_rights AFTER UPDATE OR DELETE ON "membership" FOR EACH ROW EXECUTE FUNCTION tell_of_rights();
CREATE TRIGGER tell_of_rights AFTER DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION tell_of_rights();
