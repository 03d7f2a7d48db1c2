-- The order of the lists of services, apps and members, as the lists of templates and campaigns have theirs.
CREATE INDEX "service_by_name" ON "service" (lower("name"), "id");
CREATE INDEX "app_by_name" ON "app" ("service_id", lower("name"), "id");
CREATE INDEX "member_by_name" ON "member" (lower("name"), "id");
