const columns =
  "service_id, campaign_id, source, measure, hour, kind, state, code, description, button, last_message_id, n";

/**
 * The roll-ups, as a part of `FROM`: a figure is the sum of `n` over the rows that fit. Exact at
 * the moment of its statement, since `lib/dispatch` counts where it stores and moves deliveries.
 */
export const rollups = `(SELECT ${columns} FROM rollup UNION ALL SELECT ${columns} FROM rollup_delta) r`;
