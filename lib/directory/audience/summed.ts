import { mostParameters } from "@/lib/inputs/audience";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { widest } from "@/lib/plan/widest";
import { rejectInput } from "@/lib/verb/errors";
import type { AudienceSummary } from "./rows";

/**
 * What a list amounts to once these recipients have been added. Refuses more parameters than a list
 * may have.
 */
export function summed(
  before: AudienceSummary,
  added: readonly PlannedRecipient[],
): AudienceSummary {
  const kinds = { ...before.kinds };
  const names = new Set(before.parameters);
  for (const { type, parameters } of added) {
    kinds[type] = (kinds[type] ?? 0) + 1;
    for (const name of Object.keys(parameters)) names.add(name);
  }
  if (names.size > mostParameters)
    rejectInput(`A list can have at most ${mostParameters} different parameters.`, "/recipients");
  const plain = widest(before.widest, added).map(({ type, id, parameters }) => ({
    type,
    id,
    parameters,
  }));
  return { kinds, parameters: [...names], widest: plain };
}
