import fc from "fast-check";
import type { Treatment } from "./doubles";
import type { Event, Scenario } from "./scenario";
import type { StoredSeed } from "./stored-seeds";
import type { Sabotage } from "./world";

/** Nine recipients: six with Android, two with iOS, a user without a device. */
const large = 5;
const request: Event = { kind: "request", after: 10, who: 0, which: large };

/** A request, and what happens so many steps after it at most. */
function after(
  steps: number,
  kinds: readonly Event["kind"][],
  treatments: Treatment[],
  more: Partial<Scenario> = {},
): fc.Arbitrary<Scenario> {
  return fc
    .array(fc.nat(steps), { minLength: kinds.length, maxLength: kinds.length })
    .map((pauses): Scenario => ({
      processes: 2,
      retention: "nothing",
      rowsAtOnce: 5,
      events: [
        request,
        ...kinds.map((kind, n): Event => ({ kind, after: pauses[n] ?? 0, who: 0, which: n })),
      ],
      treatments,
      postTreatments: ["accept"],
      ...more,
    }));
}

/** The provider goes on as before until the stopped process runs again. */
function lasting({ events, ...scenario }: Scenario): Scenario {
  const last: Event = { kind: "receipt", after: 900, who: 1, which: 0 };
  return { ...scenario, events: [...events, last] };
}

/** Answers that a mutation gives: each of the ids that a statement names. */
const idsIn = (values: readonly unknown[]) =>
  (values[0] as readonly string[]).map((id) => ({ id }));

/** A fault of the product, and how it is noticed. */
interface PlantedFault extends Sabotage {
  scenarios: fc.Arbitrary<Scenario>;
  /** What is reported. */
  report: RegExp;
  /** The run that notices it first. */
  seed: StoredSeed;
}

/** Faults that a change of the product could bring; each must be noticed. */
export const sabotages: Readonly<Record<string, PlantedFault>> = {
  "the cursor moves before its deliveries are stored": {
    scenarios: after(40, ["kill"], ["late"], { processes: 1 }),
    mutation: (text) =>
      text.startsWith("SELECT id, service_id") && text.includes("NO KEY UPDATE")
        ? `UPDATE message m SET expanded = expanded + 1 WHERE id = ANY($1::uuid[]) AND state = 'accepted'
           RETURNING id, service_id AS "serviceId", expanded - 1 AS expanded, EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id) AS "hasStored"`
        : undefined,
    report: /no outcome|is gone|come to an end/,
    seed: [1, "0"],
  },
  "receipts that come early are dropped": {
    scenarios: after(
      40,
      Array.from({ length: 6 }, () => "receipt" as const),
      ["late"],
    ),
    mutation: (text) => (text.includes("INSERT INTO early_receipt") ? [] : undefined),
    report: /a receipt is lost/,
    seed: [1, "0"],
  },
  "the lease of a delivery's claim does not count": {
    scenarios: after(60, ["request"], ["defer", "late"], { processes: 3 }),
    mutation: (text) =>
      text.startsWith("UPDATE delivery d SET lease_token")
        ? text.replace("next_at = now() + interval '30 seconds'", "next_at = now()")
        : undefined,
    report: /was sent to \d times/,
    seed: [1, "2"],
  },
  "an outcome is recorded by a worker that lost the lease": {
    scenarios: after(120, ["pause"], ["defer", "silent"]).map(lasting),
    mutation: (text) => {
      const changed = text
        .replace(" AND (c.lease IS NULL OR d.lease_token = c.lease)", "")
        .replace(
          "AND (d.lease_token = c.lease OR (d.lease_token IS NULL AND c.state <> 'waiting'))",
          "",
        );
      return changed === text ? undefined : changed;
    },
    report: /was changed while process \d+ had it leased/,
    seed: [1, "0"],
  },
  "the lease of a job is not checked": {
    scenarios: after(60, ["sleep"], ["late"]),
    mutation: (text, values) =>
      text.startsWith("SELECT j.id FROM job j") && text.endsWith("FOR SHARE OF j")
        ? idsIn(values)
        : undefined,
    report: /a job was changed while process \d+ had it leased/,
    seed: [1, "6"],
  },
  "answers are in no journal": {
    scenarios: after(60, ["kill", "kill", "kill"], ["accept"]),
    hasNoJournal: true,
    report: /was sent to \d times/,
    seed: [1, "0"],
  },
  "retention passes over what is open": {
    scenarios: after(
      60,
      Array.from({ length: 8 }, () => "sweep" as const),
      ["silent"],
      {
        retention: "rows",
      },
    ),
    mutation: (text, values) => {
      if (text.startsWith("SELECT m.id FROM message m WHERE m.id = ANY")) return idsIn(values);
      return text.startsWith("SELECT EXISTS (SELECT 1 FROM message WHERE state")
        ? [{ open: false }]
        : undefined;
    },
    report: /is gone/,
    seed: [1, "0"],
  },
  "folding roll-ups overwrites what was folded before": {
    scenarios: after(60, ["request", "request", "receipt", "receipt"], ["accept"]),
    mutation: (text) =>
      text.includes("SET n = rollup.n + excluded.n")
        ? text.replace("rollup.n + excluded.n", "excluded.n")
        : undefined,
    report: /the roll-ups of all messages count/,
    seed: [1, "0"],
  },
};
