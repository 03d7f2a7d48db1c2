-- CreateTable
CREATE TABLE "update_slice" (
    "id" UUID NOT NULL,
    "message_ids" UUID[],
    "updates" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_token" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "update_slice_pkey" PRIMARY KEY ("id")
);
