import fc from "fast-check";
import type { Event, Scenario } from "./scenario";
import type { Sabotage } from "./world";

/** A request whose provider answers late, and what happens meanwhile. */
const meanwhile = (kind: Event["kind"]): fc.Arbitrary<Scenario> =>
  fc.record({ after: fc.nat(30), which: fc.nat(11) }).map(({ after, which }) => ({
    processes: 1,
    rowsAtOnce: 5,
    events: [
      { kind: "request", after: 10, who: 0, which: 4 },
      { kind, after: 10 + after, who: 0, which },
    ],
    treatments: ["late"],
    postTreatments: ["accept"],
  }));

/**
 * Faults that a change of the product could bring, each with so many runs in which it must be
 * noticed.
 */
export const sabotages: Readonly<
  Record<string, Sabotage & { runs: number; scenarios: fc.Arbitrary<Scenario> }>
> = {
  "the cursor moves before its deliveries are stored": {
    runs: 100,
    scenarios: meanwhile("kill"),
    mutation: (text) =>
      text.startsWith("SELECT id, service_id") && text.includes("NO KEY UPDATE")
        ? `UPDATE message m SET expanded = expanded + 1 WHERE id = ANY($1::uuid[]) AND state = 'accepted'
           RETURNING id, service_id AS "serviceId", expanded - 1 AS expanded, EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id) AS "hasStored"`
        : undefined,
  },
  "receipts that come early are dropped": {
    runs: 100,
    scenarios: meanwhile("receipt"),
    mutation: (text) => (text.includes("INSERT INTO early_receipt") ? [] : undefined),
  },
  "the lease of a delivery's claim does not count": {
    runs: 100,
    scenarios: meanwhile("sleep"),
    mutation: (text) =>
      text.startsWith("UPDATE delivery d SET lease_token")
        ? text.replace("next_at = now() + interval '30 seconds'", "next_at = now()")
        : undefined,
  },
};
