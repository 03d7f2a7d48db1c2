import type { Sabotage } from "./world";

/**
 * Faults that a change of the product could bring, each with so many runs in which it must be
 * noticed.
 */
export const sabotages: Readonly<Record<string, Sabotage & { runs: number }>> = {
  "a slice is begun without its job's lease": {
    runs: 400,
    mutation: (text, values) =>
      text.includes("FOR SHARE OF j") ? (values[0] as unknown[]) : undefined,
  },
  "answers of a process that died are not read": { runs: 100, ownJournals: true },
  "the cursor moves before its deliveries are stored": {
    runs: 100,
    mutation: (text) =>
      text.startsWith("SELECT id, service_id") && text.includes("NO KEY UPDATE")
        ? `UPDATE message m SET expanded = expanded + 1 WHERE id = ANY($1::uuid[]) AND state = 'accepted'
           RETURNING id, service_id AS "serviceId", expanded - 1 AS expanded, EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id) AS "hasStored"`
        : undefined,
  },
  "receipts that come early are dropped": {
    runs: 200,
    mutation: (text) => (text.includes("INSERT INTO early_receipt") ? [] : undefined),
  },
  "a worker without its lease records what it was answered": {
    runs: 400,
    mutation: (text) =>
      text.includes("(c.lease IS NULL OR d.lease_token = c.lease)")
        ? text.replace("(c.lease IS NULL OR d.lease_token = c.lease)", "true")
        : undefined,
  },
  "later updates do not wait for slices": {
    runs: 200,
    mutation: (text) =>
      text.includes("u.message_id NOT IN (SELECT message_id FROM sliced)")
        ? text.replace("u.message_id NOT IN (SELECT message_id FROM sliced)", "true")
        : undefined,
  },
};
