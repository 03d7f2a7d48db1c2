-- What a key is for is kept in memory with it.
DROP TRIGGER tell_of_update ON "service_key";
CREATE TRIGGER tell_of_update AFTER UPDATE ON "service_key" FOR EACH ROW
  WHEN ((OLD.service_id, OLD.hash, OLD.revoked_at, OLD.scopes) IS DISTINCT FROM (NEW.service_id, NEW.hash, NEW.revoked_at, NEW.scopes))
  EXECUTE FUNCTION tell_of_change();
