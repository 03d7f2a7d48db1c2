-- Whether a message has deliveries that wait is found by (message_id, state, id) as well; and a planner that knows how few wait would sort all of them by this one instead of
-- going along "delivery_due".
DROP INDEX "delivery_open";
