-- A device keeps its last ten push ids from now on: those that it has beyond go at once.
DELETE FROM "device" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY "app_id", "deviceid" ORDER BY "state" = 'active' DESC, coalesce("state_at", "last_seen_at") DESC, "id" DESC
    ) AS "place" FROM "device" WHERE "deviceid" <> ''
  ) AS "placed" WHERE "place" > 10
);
