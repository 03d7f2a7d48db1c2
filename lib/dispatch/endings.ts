import { sessionEnded } from "@/lib/auth/sessions";
import { openStates } from "@/lib/database/campaign-state";
import { database } from "@/lib/database/sql";
import { sweepAttributes } from "@/lib/directory/attribute/remove";
import { circuitLife } from "@/lib/directory/credential/circuits";
import { removedByApp } from "@/lib/directory/device/remove";
import { forgetUploads } from "@/lib/directory/media/forget-uploads";
import { forgetOldInbox } from "@/lib/updates/inbox";
import { forgetOldExchanges } from "@/lib/updates/old-exchanges";
import { forgetOldKeys } from "./idempotency";

/**
 * Removes so many rows at most whose time is over; returns how many there were. Rows that another
 * process has locked are left to it.
 */
export type Sweep = (most: number) => Promise<number>;

const rows = (table: string, ended: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${ended} LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING 1 AS gone`;

/**
 * Uploads that were not finished within a day, and lists that were removed, unless a campaign goes
 * out to them: it was confirmed before. One may have been confirmed at the same moment. Snapshots
 * of segments count as removed from the beginning.
 */
const listEnded = `((a.ready_at IS NULL AND a.created_at < now() - interval '1 day') OR (a.removed_at < now() - interval '1 hour'
  AND a.id NOT IN (SELECT l.id FROM campaign_order o CROSS JOIN unnest(ARRAY[o.audience_id, o.wave_audience_id]) AS l(id) WHERE o.state IN ${openStates} AND l.id IS NOT NULL)))`;
const emptied = "NOT EXISTS (SELECT 1 FROM audience_recipient r WHERE r.audience_id = a.id)";
const namedByOrders =
  "SELECT o.audience_id FROM campaign_order o WHERE o.audience_id IS NOT NULL AND o.state <> 'unscheduled'";

/**
 * What ends by itself, and how it is removed, in this order; `docs/administration.md` says when.
 * Rows that belong to one that is removed go with it. Messages, deliveries, updates and attempts go
 * by `retention`; audit events do not end.
 */
export const endings: Readonly<Record<string, Sweep>> = {
  idempotency_record: forgetOldKeys,
  inbox_update: forgetOldInbox,
  "update_attempt.exchange": forgetOldExchanges,
  media_upload: forgetUploads,
  "service_user.attributes": sweepAttributes,
  audience_recipient: (most) =>
    counted(
      database().query(
        `DELETE FROM audience_recipient WHERE ctid = ANY(ARRAY(
         SELECT r.ctid FROM (SELECT a.id FROM audience a WHERE a.recipients > 0 AND ${listEnded} FOR UPDATE SKIP LOCKED) l
           JOIN audience_recipient r ON r.audience_id = l.id LIMIT $1)) RETURNING 1 AS gone`,
        [most],
      ),
    ),
  audience: (most) =>
    counted(
      database().query(
        `DELETE FROM audience WHERE id = ANY(ARRAY(SELECT a.id FROM audience a WHERE ${listEnded} AND ${emptied} AND a.id NOT IN (${namedByOrders})
         LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING 1 AS gone`,
        [most],
      ),
    ),
  // Campaigns show the names of their lists; samples of the recipients go.
  "audience.summary": (most) =>
    counted(
      database().query(
        `UPDATE audience SET summary = '{}', recipients = 0 WHERE id = ANY(ARRAY(SELECT a.id FROM audience a WHERE ${listEnded} AND ${emptied} AND a.recipients > 0
         LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING 1 AS gone`,
        [most],
      ),
    ),
  device: (most) =>
    counted(
      database().query(
        rows(
          "device",
          `state <> 'active' AND state_at < now() - CASE WHEN state_reason = '${removedByApp}' THEN interval '1 day' ELSE interval '90 days' END`,
        ),
        [most],
      ),
    ),
  preview_link: (most) =>
    counted(
      database().query(
        rows("preview_link", "least(revoked_at, expires_at) < now() - interval '1 day'"),
        [most],
      ),
    ),
  service_key: (most) =>
    counted(
      database().query(
        rows(
          "service_key",
          "revoked_at < now() - interval '1 day' OR expires_at < now() - interval '14 days'",
        ),
        [most],
      ),
    ),
  service_key_use: (most) =>
    counted(database().query(rows("service_key_use", "hour < now() - interval '2 days'"), [most])),
  jwt_secret: (most) =>
    counted(
      database().query(
        rows(
          "jwt_secret",
          "expires_at < now() - CASE WHEN replaced THEN interval '1 day' ELSE interval '14 days' END",
        ),
        [most],
      ),
    ),
  notify_auth: (most) =>
    counted(database().query(rows("notify_auth", "deleted_at < now() - interval '1 day'"), [most])),
  session: (most) => counted(database().query(rows("session", sessionEnded), [most])),
  sign_in_step: (most) =>
    counted(database().query(rows("sign_in_step", "expires_at < now()"), [most])),
  sign_in_failure: (most) =>
    counted(
      database().query(
        rows(
          "sign_in_failure",
          "until < now() - interval '1 hour' OR until > now() + interval '1 hour'",
        ),
        [most],
      ),
    ),
  sign_on_state: (most) =>
    counted(
      database().query(rows("sign_on_state", "used_at < now() - interval '10 minutes'"), [most]),
    ),
  sign_on_trial: (most) =>
    counted(
      database().query(rows("sign_on_trial", "created_at < now() - interval '10 minutes'"), [most]),
    ),
  password_reset: (most) =>
    counted(database().query(rows("password_reset", "expires_at < now()"), [most])),
  invitation: (most) =>
    counted(database().query(rows("invitation", "expires_at < now() - interval '1 day'"), [most])),
  notice_told: (most) =>
    counted(database().query(rows("notice_told", "at < now() - interval '60 days'"), [most])),
  circuit: (most) =>
    counted(
      database().query(rows("circuit", `seen_at < now() - interval '${circuitLife}'`), [most]),
    ),
  quota_use: (most) =>
    counted(database().query(rows("quota_use", "minute < now() - interval '25 hours'"), [most])),
  // Longer ago than any cap looks back.
  frequency_count: (most) =>
    counted(
      database().query(rows("frequency_count", "last_at < now() - interval '33 days'"), [most]),
    ),
  test_day: (most) =>
    counted(database().query(rows("test_day", "day < now() - interval '2 days'"), [most])),
  // Of messages that are expanded since: it came too late, or twice.
  early_receipt: (most) =>
    counted(database().query(rows("early_receipt", "at < now() - interval '2 days'"), [most])),
  // Full again since long, as one that has no row.
  rate_bucket: (most) =>
    counted(database().query(rows("rate_bucket", "at < now() - interval '1 day'"), [most])),
};

async function counted(removed: Promise<unknown[]>): Promise<number> {
  return (await removed).length;
}
