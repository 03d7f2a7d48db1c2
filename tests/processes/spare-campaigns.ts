import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { storeCampaign } from "@/lib/database/testing";
import type { FullService } from "@/tests/two-services";

/** A request that can be sent. */
function requestTo(appid: string): string {
  const channels = { push: { web: { platform_types: ["chrome"], title: "Title", text: "Text" } } };
  return JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [{ userid: ["u"] }],
    channels,
  });
}

/** A stored request for approval. */
function subjectTo(appid: string): string {
  const none = {
    audience: null,
    moreAppids: [],
    language: null,
    columns: {},
    followTemplate: false,
    templates: {},
    at: null,
    plan: {},
  };
  return JSON.stringify({ ...none, request: requestTo(appid), recipients: 1, requests: 1 });
}

/** Ids of campaigns that calls use up, by what may be done with them; none yet. */
export function noSpareCampaigns() {
  return {
    drafts: [] as string[],
    scheduled: [] as string[],
    upcoming: [] as string[],
    sending: [] as string[],
    overdue: [] as string[],
    recurring: [] as string[],
    pausable: [] as string[],
    paused: [] as string[],
    undoable: [] as string[],
    awaitingApproval: [] as string[],
    questions: [] as string[],
    approved: [] as string[],
  };
}

/** Adds one of each kind. */
export async function addSpareCampaigns(
  sql: Sql,
  { serviceId, appid, appId }: FullService,
  spareIds: ReturnType<typeof noSpareCampaigns>,
  n: number,
): Promise<void> {
  for (const [name, state] of [
    ["drafts", "draft"],
    ["scheduled", "scheduled"],
    ["upcoming", "scheduled"],
    ["sending", "sending"],
    ["overdue", "scheduled"],
    ["recurring", "scheduled"],
    ["pausable", "sending"],
    ["paused", "paused"],
    ["undoable", "sending"],
  ] as const) {
    const times = name === "recurring" && {
      starts_at: new Date(Date.now() + 86_400_000),
      timezone: "UTC",
      recurrence: { every: "day", from: "2027-01-01T09:00", until: null, follows: false },
    };
    const overdue_at = name === "overdue" ? new Date() : null;
    const undo_until = name === "undoable" ? new Date(Date.now() + 86_400_000) : null;
    const { id } = await storeCampaign(sql, {
      serviceId,
      appId,
      name: `Spare ${name} ${n}`,
      revision: 1,
      // Its user has no device, so that a resumed order sends nothing.
      ...(state !== "draft" && {
        order: {
          state,
          requests: 2,
          undo_until,
          overdue_at,
          request: requestTo(appid),
          ...times,
        },
      }),
    });
    spareIds[name].push(id);
  }
  for (const name of ["awaitingApproval", "questions", "approved"] as const) {
    const id = newId();
    const { id: campaignId } = await storeCampaign(sql, {
      serviceId,
      appId,
      name: `Spare ${name} ${n}`,
      revision: 1,
    });
    await sql.query(
      `INSERT INTO approval (id, service_id, campaign_id, state, subject, sha256, asked_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, repeat('0', 64), $1, now() + interval '1 day')`,
      [id, serviceId, campaignId, name === "approved" ? "approved" : "waiting", subjectTo(appid)],
    );
    spareIds[name].push(name === "questions" ? id : campaignId);
  }
}
