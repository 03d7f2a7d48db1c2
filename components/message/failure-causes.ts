import { failureCauses, failureOf, type FailureCause } from "@/lib/describe/failure";
import type { DeliveryRow } from "@/lib/results/read-deliveries";

export interface Reason {
  code: string;
  description: string;
  count: number;
}

/** Why deliveries did not arrive: the same code and wording together, the most frequent first. */
export function reasonsOf(rows: readonly Pick<DeliveryRow, "code" | "description">[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { code, description } of rows) {
    const key = `${code}\n${description}`;
    const reason = reasons.get(key) ?? { code, description, count: 0 };
    reason.count += 1;
    reasons.set(key, reason);
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count);
}

/** Failures with one cause, which have one remedy. */
export interface CauseGroup {
  cause: FailureCause;
  count: number;
  /** What happened, in each of its wordings, the most frequent first. */
  says: {
    says: string;
    remedy: string;
    count: number;
    reasons: (Reason & { transid: string })[];
  }[];
}

/**
 * Failures by cause and, in it, by what is said of them, the most frequent first; causes that are
 * equally frequent in the order of {@link failureCauses}.
 */
export function byCause(reasons: readonly (Reason & { transid: string })[]): CauseGroup[] {
  const groups = failureCauses.map((cause): CauseGroup => ({ cause, count: 0, says: [] }));
  for (const reason of reasons) {
    const { cause, says, remedy } = failureOf(reason);
    const group = groups.find((one) => one.cause === cause);
    if (!group) continue;
    group.count += reason.count;
    const same = group.says.find((one) => one.says === says && one.remedy === remedy);
    if (same) {
      same.count += reason.count;
      same.reasons.push(reason);
    } else group.says.push({ says, remedy, count: reason.count, reasons: [reason] });
  }
  return groups
    .filter(({ count }) => count > 0)
    .map((group) => ({
      ...group,
      says: group.says.toSorted((one, other) => other.count - one.count),
    }))
    .toSorted((one, other) => other.count - one.count);
}
