-- A service's log begins with its making.
UPDATE "audit_event" SET "service_id" = "entity_id"::uuid WHERE "action" = 'service.create' AND "service_id" IS NULL;
