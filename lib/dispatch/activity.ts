/**
 * What the activity of users needs of a delivery in addition to `DeliveryFacts` and `rollupFacts`,
 * in a statement with rows `d` of deliveries and `m` of their messages.
 */
export const activityFacts = "d.destination AS recipient, m.template_version_id";

/**
 * The part of a statement that stores what became of messages to users in its part `moved`, in the
 * same transaction. It only inserts, one row for a thousand deliveries of one message;
 * `foldActivity` makes bitmaps of them. Tests are left out, and ids of devices: no user is named.
 */
export const storeActivity = `acted AS (
  INSERT INTO user_activity (service_id, deed, hour, campaign_id, template_version_id, button, users)
  SELECT v."serviceId", x.deed, date_trunc('hour', v."movedAt", 'UTC') AS hour, v.campaign_id, v.template_version_id, x.button, array_agg(DISTINCT u.number)
  FROM moved v JOIN service_user u ON u.service_id = v."serviceId" AND u.userid = v.recipient
  CROSS JOIN LATERAL (VALUES
    ('sent', '', v.after IN ('submitted', 'delivered', 'read') AND coalesce(v.before, 'queued') = 'queued'),
    ('delivered', '', v.after IN ('delivered', 'read') AND coalesce(v.before, 'queued') IN ('queued', 'submitted')),
    ('read', '', v.after = 'read' AND v.before IS DISTINCT FROM 'read'),
    ('pressed', v.button, v.after = 'read' AND v.before IS DISTINCT FROM 'read' AND v.button <> '')) AS x(deed, button, is_new)
  WHERE v."destinationType" = 'userid' AND v.source <> 'test' AND x.is_new GROUP BY 1, 2, 3, 4, 5, 6
)`;
