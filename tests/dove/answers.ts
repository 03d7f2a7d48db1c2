import {
  deferred,
  jsonOf,
  rejected,
  withWords,
  wordsOf,
  type ProviderAnswer,
} from "@/lib/providers/answers";
import type { Outcome } from "@/lib/providers/provider";

/** An answer of the loft as an outcome. */
export function doveOutcome(answer: ProviderAnswer): Outcome {
  const { status } = answer;
  const { flight } = jsonOf(answer.body);
  if (status === 200 && typeof flight === "string")
    return { kind: "submitted", providerMessageId: flight };
  const reason = withWords(`Dove ${status}`, wordsOf(answer));
  if (status === 401) return { kind: "stopped", code: "7404", reason: "Dove 401 stranger" };
  if (status === 410) return rejected("7513", reason, true);
  return status >= 500 ? deferred("7404", reason, answer, "outage") : rejected("7404", reason);
}
