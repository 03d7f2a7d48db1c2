/**
 * What roll-ups need of a delivery in addition to `DeliveryFacts`, in a statement with rows `d` of
 * deliveries and `m` of their messages.
 */
export const rollupFacts =
  "d.app_id, d.kind, d.queued_at, d.code, d.description, d.button, m.campaign_id, m.source";

const isLost = "v.after IN ('failed', 'expired')";
/** Nothing is called by shorter ones; see the wordings of erased deliveries. */
const shortestPushId = 16;

const count = (state: string) =>
  `coalesce(sum(s.n) FILTER (WHERE s.after = '${state}'), 0) - coalesce(sum(s.n) FILTER (WHERE s.before = '${state}'), 0)`;

/**
 * The parts of a statement that count what its part `moved` stored or moved, in the same
 * transaction. `moved` has the columns `before` (null for a new delivery), `after`, `"movedAt"`, of
 * `DeliveryFacts` and of {@link rollupFacts}. They only insert, a few rows for a thousand
 * deliveries; `foldRollups` folds these.
 *
 * A device token that a provider quotes is no part of a reason: roll-ups stay when a person is
 * removed.
 */
export const countMoved = `step AS (
  SELECT v."messageId" AS message_id, v."serviceId" AS service_id, v.app_id, v.campaign_id, v.source, v.kind, v.before, v.after,
    date_trunc('hour', v.queued_at, 'UTC') AS queued, date_trunc('hour', v."movedAt", 'UTC') AS moved,
    CASE WHEN ${isLost} THEN v.code ELSE '' END AS code,
    CASE WHEN NOT ${isLost} THEN '' WHEN length(v.pushid) < ${shortestPushId} THEN v.description ELSE replace(v.description, v.pushid, 'erased') END AS description,
    coalesce(v.button, '') AS button, count(*) AS n
  FROM moved v WHERE v.before IS DISTINCT FROM v.after GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
), of_messages AS (
  INSERT INTO message_rollup (message_id, late, queued, submitted, delivered, read, failed, expired, capped)
  SELECT s.message_id, bool_or(s.before IS NOT NULL), ${count("queued")}, ${count("submitted")},
    ${count("delivered")}, ${count("read")}, ${count("failed")}, ${count("expired")}, ${count("capped")}
  FROM step s GROUP BY s.message_id
), of_all AS (
  INSERT INTO rollup_delta (service_id, app_id, campaign_id, source, measure, hour, kind, state, code, description, button, last_message_id, n)
  SELECT s.service_id, s.app_id, s.campaign_id, s.source, x.measure, x.hour, x.kind, x.state, x.code, x.description, x.button,
    max(CASE x.measure WHEN 'reason' THEN s.message_id::text END)::uuid, sum(x.one * s.n)
  FROM step s CROSS JOIN LATERAL (VALUES
    ('state', s.queued, s.kind, s.before, '', '', '', -1),
    ('state', s.queued, s.kind, s.after, '', '', '', 1),
    ('reason', s.queued, '', CASE WHEN s.after IN ('failed', 'expired') THEN s.after END, s.code, s.description, '', 1),
    ('button', s.queued, '', CASE WHEN s.button <> '' THEN s.after END, '', '', s.button, 1),
    ('reached', s.moved, s.kind, CASE WHEN s.after IN ('delivered', 'read') AND s.before IS DISTINCT FROM 'delivered' THEN 'delivered' END, '', '', '', 1),
    ('reached', s.moved, s.kind, CASE s.after WHEN 'read' THEN 'read' END, '', '', '', 1)) AS x(measure, hour, kind, state, code, description, button, one)
  WHERE x.state IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(x.one * s.n) <> 0
)`;
