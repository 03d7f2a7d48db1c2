-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "address" TEXT,
ADD COLUMN     "hash" BYTEA,
ADD COLUMN     "prev_hash" BYTEA,
ADD COLUMN     "seq" BIGINT;

-- CreateTable
CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id")
);

-- DropIndex
DROP INDEX "audit_event_service_id_id_idx";

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

-- There is one chain, and one head of it.
ALTER TABLE "audit_head" ADD CONSTRAINT "audit_head_one" CHECK ("id" = 1);

-- What is hashed of an event (lib/directory/audit/verify.ts asks for the same, without these functions): what has one length or no space, then the lengths of
-- the texts in bytes, then these texts. Two events that differ are never one text. STABLE, so that they are inlined.
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

-- What was written before is chained in its order.
DO $$
DECLARE
  event "audit_event";
  last_seq bigint := 0;
  last_hash bytea := decode(repeat('00', 32), 'hex');
BEGIN
  FOR event IN SELECT * FROM "audit_event" ORDER BY "id" LOOP
    last_seq := last_seq + 1;
    event.seq := last_seq;
    event.prev_hash := last_hash;
    last_hash := audit_hash(event);
    UPDATE "audit_event" SET "seq" = event.seq, "prev_hash" = event.prev_hash, "hash" = last_hash WHERE "id" = event.id;
  END LOOP;
  INSERT INTO "audit_head" ("seq", "hash") VALUES (last_seq, last_hash);
END
$$;

-- Whoever writes an event gets its place in the chain, and nobody chooses it.
CREATE FUNCTION place_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seq := NULL;
  NEW.prev_hash := NULL;
  NEW.hash := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER place_audit_event BEFORE INSERT ON "audit_event" FOR EACH ROW EXECUTE FUNCTION place_audit_event();

-- It is chained at the commit, so that the head, for which all who write events wait, is locked last and for as short as can be, whatever else the
-- transaction writes after its event: nobody who holds it waits for anything else.
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

-- Nothing of it is changed or removed. All that may happen to an event is that it is given its place, once.
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
