-- Lists of one name in one service get a number behind it, the oldest keeps the name.
DO $$
DECLARE
  twin record;
  n int;
BEGIN
  FOR twin IN
    SELECT "id", "service_id", "name", place FROM (
      SELECT "id", "service_id", "name", row_number() OVER (PARTITION BY "service_id", lower("name") ORDER BY "created_at", "id") AS place
      FROM "audience" WHERE "ready_at" IS NOT NULL AND "removed_at" IS NULL
    ) placed WHERE place > 1 ORDER BY "id"
  LOOP
    n := twin.place;
    WHILE EXISTS (
      SELECT 1 FROM "audience" o WHERE o."service_id" = twin."service_id" AND lower(o."name") = lower(twin."name" || ' (' || n || ')')
        AND o."ready_at" IS NOT NULL AND o."removed_at" IS NULL
    ) LOOP
      n := n + 1;
    END LOOP;
    UPDATE "audience" SET "name" = twin."name" || ' (' || n || ')' WHERE "id" = twin."id";
  END LOOP;
END $$;

-- CreateIndex: by hand, since the schema's language has no index on an expression.
CREATE UNIQUE INDEX "audience_name" ON "audience"("service_id", lower("name")) WHERE (ready_at IS NOT NULL AND removed_at IS NULL);
