-- The life of a message goes on as it was when the clock of the embedded database jumps; null while it did not.
ALTER TABLE "message" ADD COLUMN "counted_from" TIMESTAMPTZ(3);
