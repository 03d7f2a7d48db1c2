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
