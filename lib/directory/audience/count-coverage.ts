import { bothCoverages, noCoverage, type CoverageGroups } from "@/lib/compose/coverage";
import type { Sql } from "@/lib/database/sql";
import { countCoverageSchema } from "@/lib/inputs/audience-edit";
import { destinationKeys, kindOfKey, webKinds, type PushidKey } from "@/lib/interface/device-kinds";
import { normalId } from "@/lib/interface/recipient-id";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { serviceOfAppid } from "../app/service-of";
import {
  coverageOfList,
  coverageOfNamed,
  type NamedRecipient,
  type PushIdHash,
} from "../device/covered";
import { wantedOf } from "../device/register-push-ids";
import { hashSuppressed } from "../suppression/suppressed";

/** A part of what recipients have to be reached on. */
export interface CoveragePart {
  groups: CoverageGroups;
  /** The position that the next part begins at; null when this was the last. */
  next: number | null;
  /** Recipients in all. */
  of: number;
}

/**
 * Recipients of a list in one call: the caller has an answer within a second, and goes on or leaves
 * it.
 */
const inCall = 50_000;
/** Bounds what is in memory. */
const inStatement = 10_000;

/**
 * Counts what recipients have in some apps of one service: which devices, active or retired, for
 * any message. Those of a list from a position on, a part at a time, or those named. Throws
 * `NotFoundError` when the list or an app is not there, or belongs to another service.
 */
export const countCoverage = view({
  action: "campaign.save",
  input: countCoverageSchema,
  service: (sql, { appids: [appid = ""] }) => serviceOfAppid(sql, { appid }),
  run: async ({ sql, serviceId }, { appids, audienceId, from, named }): Promise<CoveragePart> => {
    const appIds = await idsOf(sql, serviceId, appids);
    if (audienceId === null) {
      const recipients = destinationKeys.flatMap((key) =>
        (named[key] ?? []).map((id) => namedAs(key, id)),
      );
      return {
        groups: await coverageOfNamed(sql, appIds, recipients),
        next: null,
        of: recipients.length,
      };
    }
    const [list] = await sql.query<{ recipients: number }>(
      "SELECT recipients FROM audience WHERE id = $1 AND service_id = $2 AND ready_at IS NOT NULL AND (removed_at IS NULL OR snapshot_key IS NOT NULL OR order_id IS NOT NULL)",
      [audienceId, serviceId],
    );
    if (!list) throw new NotFoundError();
    const end = Math.min(from + inCall, list.recipients);
    let groups = noCoverage;
    for (let at = from; at < end; at += inStatement) {
      const part = { id: audienceId, from: at, to: Math.min(at + inStatement, end) };
      groups = bothCoverages(
        groups,
        await coverageOfList(sql, appIds, part, await subscriptionsIn(sql, part)),
      );
    }
    return { groups, next: end < list.recipients ? end : null, of: list.recipients };
  },
});

async function idsOf(sql: Sql, serviceId: string, appids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string; appid: string }>(
    "SELECT id, appid FROM app WHERE service_id = $1 AND appid = ANY($2::text[])",
    [serviceId, appids],
  );
  return appids.map((appid) => rows.find((row) => row.appid === appid)?.id ?? missing());
}

function missing(): never {
  throw new NotFoundError();
}

function namedAs(key: (typeof destinationKeys)[number], id: string): NamedRecipient {
  const kind = kindOfKey(key);
  if (!kind) {
    const userid = normalId(key, id);
    return { destination: userid, kind: null, hash: hashSuppressed(userid), registers: false };
  }
  const { hash, mayRegister } = wantedOf({ kind, pushid: id });
  return { destination: "", kind, hash, registers: mayRegister };
}

/**
 * Returns the hashes of the short ids of browsers that a list names by their whole subscription:
 * the database cannot derive the short id from it.
 */
async function subscriptionsIn(
  sql: Sql,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<PushIdHash[]> {
  const rows = await sql.query<{ position: number; type: PushidKey; pushid: string }>(
    `SELECT position, destination_type AS type, destination AS pushid FROM audience_recipient
     WHERE audience_id = $1 AND position >= $2 AND position < $3 AND destination_type = ANY($4::text[]) AND destination NOT LIKE 'w\\_%'`,
    [id, from, to, webKinds.map((kind) => `${kind}_pushid`)],
  );
  return rows.flatMap(({ position, type, pushid }) => {
    const kind = kindOfKey(type);
    const lookup = kind && wantedOf({ kind, pushid });
    return lookup?.mayRegister ? [{ position, hash: lookup.hash }] : [];
  });
}
