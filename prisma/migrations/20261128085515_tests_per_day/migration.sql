-- AlterTable
ALTER TABLE "service" ADD COLUMN     "tests_per_day" INTEGER NOT NULL DEFAULT 200;

-- CreateTable
CREATE TABLE "test_day" (
    "member_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "devices" INTEGER NOT NULL,

    CONSTRAINT "test_day_pkey" PRIMARY KEY ("member_id","service_id")
);

-- CreateIndex
CREATE INDEX "test_day_service_id_idx" ON "test_day"("service_id");

-- AddForeignKey
ALTER TABLE "test_day" ADD CONSTRAINT "test_day_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "service"("id") ON DELETE CASCADE ON UPDATE CASCADE;
