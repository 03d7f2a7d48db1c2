-- CreateTable
CREATE TABLE "campaign_template" (
    "campaign_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "version" INTEGER,

    CONSTRAINT "campaign_template_pkey" PRIMARY KEY ("campaign_id","app_id")
);

-- CreateIndex
CREATE INDEX "campaign_template_template_id_idx" ON "campaign_template"("template_id");

-- AddForeignKey
ALTER TABLE "campaign_template" ADD CONSTRAINT "campaign_template_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_template" ADD CONSTRAINT "campaign_template_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "template"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is there names its templates in its text, and keeps the versions in its plan. Text that cannot be read names none.
DO $$
DECLARE
  one record;
  body json;
  named text;
  apps text[];
BEGIN
  FOR one IN SELECT id, service_id, app_id, more_appids, plan, state, CASE WHEN state = 'draft' THEN draft ELSE coalesce(request, draft) END AS words FROM campaign LOOP
    BEGIN
      body := one.words::json;
      named := coalesce(body -> 'request', body) -> 'message' ->> 'template';
      apps := one.more_appids;
      IF one.state = 'draft' AND json_typeof(body -> 'reach' -> 'moreAppids') = 'array' THEN
        apps := ARRAY(SELECT json_array_elements_text(body -> 'reach' -> 'moreAppids'));
      END IF;
      INSERT INTO campaign_template (campaign_id, app_id, template_id, version)
      SELECT one.id, t.app_id, t.id, coalesce(substring(named FROM '@([0-9]{1,9})$')::int, (one.plan -> a.appid ->> 'templateVersion')::int)
      FROM template t JOIN app a ON a.id = t.app_id
      WHERE a.service_id = one.service_id AND (a.id = one.app_id OR a.appid = ANY(apps)) AND t.template_id = regexp_replace(named, '@[0-9]{1,9}$', '');
    EXCEPTION WHEN OTHERS THEN
      NULL;
    END;
  END LOOP;
END $$;

UPDATE campaign SET plan = coalesce((SELECT jsonb_object_agg(app.key, app.value - 'templateVersion') FROM jsonb_each(plan) AS app), '{}'::jsonb)
WHERE jsonb_typeof(plan) = 'object';
