-- CreateTable
CREATE TABLE "early_receipt" (
    "message_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "receipt" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "early_receipt_pkey" PRIMARY KEY ("message_id","id")
);
