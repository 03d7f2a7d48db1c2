-- Recipients of a message whose deliveries were made so far, in the order of its request: they are made in several transactions.
ALTER TABLE "message" ADD COLUMN "expanded" INTEGER NOT NULL DEFAULT 0;
