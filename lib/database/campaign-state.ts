/** The state of the campaign `c` with its current order `o` in SQL: `LEFT JOIN ${currentOrder}`. */
export const campaignState =
  "CASE WHEN c.archived_at IS NOT NULL THEN 'archived' ELSE coalesce(o.state, 'draft') END";

/** Joins the order `o` that stands of the campaign `c`; a draft has none. */
export const currentOrder = "campaign_order o ON o.id = c.order_id";

/** States of an order that is scheduled or being sent, in SQL: `o.state IN ${openStates}`. */
export const openStates = "('scheduled', 'sending', 'paused')";

/** Whether the campaign `c` is a draft, or its order `o` is scheduled or being sent. */
export const unsent = `c.archived_at IS NULL AND (o.id IS NULL OR o.state IN ${openStates})`;
