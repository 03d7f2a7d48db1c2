import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { text as textOf } from "@/lib/inputs/text";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import type { CampaignState } from "./campaign-list";
import { listMessages } from "./read-messages";

/** What is found of a name; a few of each. */
export interface FoundByName {
  campaigns: { id: string; name: string; state: CampaignState }[];
  lists: { id: string; name: string; recipients: number }[];
  templates: { id: string; name: string; templateId: string }[];
  apps: { id: string; name: string; appid: string }[];
  members: { id: string; name: string; email: string }[];
  /** By programs: what people send is a campaign. */
  messages: { transid: string; title: string; acceptedAt: string }[];
}

const most = 5;
const nothing: FoundByName = { campaigns: [], lists: [], templates: [], apps: [], members: [], messages: [] };

/** Campaigns, lists, templates, apps, members and messages of a service whose name or words hold a text, the newest campaigns and messages first; at most five of each. */
export const findByName = view(
  "service.view",
  z.object({ serviceId: z.string(), text: textOf(200).trim() }),
  serviceNamed,
  async ({ sql, actor, serviceId }, { text }): Promise<FoundByName> => {
    if (text === "") return nothing;
    const campaigns = await campaignsNamed(sql, serviceId, text);
    const lists = await listsNamed(sql, serviceId, text);
    const templates = await templatesNamed(sql, serviceId, text);
    const apps = await appsNamed(sql, serviceId, text);
    const members = await membersNamed(sql, serviceId, text);
    const { rows: messages } = await listMessages({ actor }, { serviceId, text, source: "api", limit: most });
    return {
      campaigns,
      lists,
      templates,
      apps,
      members,
      messages: messages.map(({ transid, title, text: said, acceptedAt }) => ({ transid, title: title ?? said, acceptedAt })),
    };
  },
);

function campaignsNamed(sql: Sql, serviceId: string, text: string): Promise<FoundByName["campaigns"]> {
  return sql.query<FoundByName["campaigns"][number]>(
    `SELECT c.id, c.name, c.state FROM campaign c
     WHERE c.service_id = $1 AND c.state <> 'archived' AND strpos(lower(c.name), lower($2)) > 0 ORDER BY c.updated_at DESC LIMIT ${most}`,
    [serviceId, text],
  );
}

function listsNamed(sql: Sql, serviceId: string, text: string): Promise<FoundByName["lists"]> {
  return sql.query<FoundByName["lists"][number]>(
    `SELECT a.id, a.name, a.recipients FROM audience a
     WHERE a.service_id = $1 AND a.ready_at IS NOT NULL AND a.removed_at IS NULL AND strpos(lower(a.name), lower($2)) > 0 ORDER BY lower(a.name) LIMIT ${most}`,
    [serviceId, text],
  );
}

function templatesNamed(sql: Sql, serviceId: string, text: string): Promise<FoundByName["templates"]> {
  return sql.query<FoundByName["templates"][number]>(
    `SELECT t.id, t.name, t.template_id AS "templateId" FROM template t
     WHERE t.service_id = $1 AND t.archived_at IS NULL AND strpos(lower(t.name || ' ' || t.template_id), lower($2)) > 0 ORDER BY lower(t.name), t.id LIMIT ${most}`,
    [serviceId, text],
  );
}

function appsNamed(sql: Sql, serviceId: string, text: string): Promise<FoundByName["apps"]> {
  return sql.query<FoundByName["apps"][number]>(
    `SELECT a.id, a.name, a.appid FROM app a
     WHERE a.service_id = $1 AND strpos(lower(a.name || ' ' || a.appid), lower($2)) > 0 ORDER BY lower(a.name), a.id LIMIT ${most}`,
    [serviceId, text],
  );
}

function membersNamed(sql: Sql, serviceId: string, text: string): Promise<FoundByName["members"]> {
  return sql.query<FoundByName["members"][number]>(
    `SELECT m.id, m.name, m.email FROM membership p JOIN member m ON m.id = p.member_id
     WHERE p.service_id = $1 AND strpos(lower(m.name || ' ' || m.email), lower($2)) > 0 ORDER BY lower(m.name), m.id LIMIT ${most}`,
    [serviceId, text],
  );
}
