-- AlterTable
ALTER TABLE "password_reset" DROP CONSTRAINT "password_reset_pkey",
ADD COLUMN     "mailed" BOOLEAN NOT NULL DEFAULT false,
ADD CONSTRAINT "password_reset_pkey" PRIMARY KEY ("member_id", "mailed");
