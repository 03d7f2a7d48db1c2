-- What was accepted before stays without: only its template and its request together tell what it says, and that is no matter of SQL.
ALTER TABLE "message" ADD COLUMN     "platforms" TEXT[],
ADD COLUMN     "text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "title" TEXT;
