-- A delivery is looked for by the one form of its recipient's id. What was written otherwise is kept beside it, since it is told as it was written.
ALTER TABLE "delivery" ADD COLUMN "destination_written" TEXT;

UPDATE delivery SET destination_written = destination, destination = btrim(destination, E' \t\r\n')
WHERE destination_type = 'userid' AND destination <> btrim(destination, E' \t\r\n');

UPDATE delivery SET destination_written = destination, destination = pushid
WHERE destination_type <> 'userid' AND pushid <> '' AND destination <> pushid;
