import type { Sql } from "@/lib/database/sql";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/update";
import { zero, type Counts } from "./counts";
import { rollups } from "./rollups";

/** What became of a campaign, by what people ask for. */
export interface CampaignBreakdown {
  /** By kind of device, the most deliveries first; null for those who have none that it goes to. */
  kinds: { kind: DeviceKind | null; counts: Counts }[];
  /** Why deliveries did not arrive, the most frequent first. */
  reasons: { code: string; description: string; count: number }[];
  /** Buttons that were pressed, the most pressed first. */
  presses: { button: string; count: number }[];
}

interface BreakdownRow {
  part: "kind" | "reason" | "press";
  kind: DeviceKind | "";
  state: DeliveryState;
  code: string;
  description: string;
  button: string;
  n: number;
}

const most = 50;

/**
 * What became of the deliveries of a campaign: in all, by kind of device, by reason, by button; at
 * most 50 reasons and buttons. One statement, which sees one moment: the parts add up although
 * messages are delivered meanwhile.
 */
export async function breakdownOf(
  sql: Sql,
  campaignId: string,
): Promise<{ counts: Counts; breakdown: CampaignBreakdown }> {
  const rows = await sql.query<BreakdownRow>(
    `WITH found AS MATERIALIZED (
       SELECT measure, kind, state, code, description, button, sum(n)::int AS n FROM ${rollups}
       WHERE campaign_id = $1 AND measure IN ('state', 'reason', 'button') GROUP BY measure, kind, state, code, description, button HAVING sum(n) <> 0)
     SELECT * FROM (
       SELECT 'kind' AS part, kind, state, '' AS code, '' AS description, '' AS button, sum(n)::int AS n FROM found WHERE measure = 'state' GROUP BY kind, state
       UNION ALL
       (SELECT 'reason', '', '', code, description, '', sum(n)::int AS n FROM found WHERE measure = 'reason'
        GROUP BY code, description ORDER BY n DESC, code, description LIMIT ${most})
       UNION ALL
       (SELECT 'press', '', '', '', '', button, sum(n)::int AS n FROM found WHERE measure = 'button' GROUP BY button ORDER BY n DESC, button LIMIT ${most})) x
     ORDER BY part, n DESC, kind, code, description, button`,
    [campaignId],
  );
  const ofPart = (part: BreakdownRow["part"]) => rows.filter((row) => row.part === part);
  const counts: Counts = { ...zero };
  for (const { state, n } of ofPart("kind")) counts[state] += n;
  return {
    counts,
    breakdown: {
      kinds: byKind(ofPart("kind")),
      reasons: ofPart("reason").map(({ code, description, n }) => ({
        code,
        description,
        count: n,
      })),
      presses: ofPart("press").map(({ button, n }) => ({ button, count: n })),
    },
  };
}

function byKind(
  rows: readonly Pick<BreakdownRow, "kind" | "state" | "n">[],
): CampaignBreakdown["kinds"] {
  const countsByKind = new Map<DeviceKind | "", Counts>();
  for (const { kind, state, n } of rows)
    countsByKind.set(kind, { ...(countsByKind.get(kind) ?? zero), [state]: n });
  const sum = (counts: Counts) => Object.values(counts).reduce((all, one) => all + one, 0);
  return [...countsByKind]
    .map(([kind, counts]) => ({ kind: kind === "" ? null : kind, counts }))
    .toSorted((one, other) => sum(other.counts) - sum(one.counts));
}
