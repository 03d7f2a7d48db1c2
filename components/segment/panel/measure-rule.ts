import type { SegmentCount } from "@/lib/directory/segment/count";
import type { SegmentEstimate } from "@/lib/directory/segment/estimate";
import type { SegmentFunnel } from "@/lib/directory/segment/funnel";
import type { SegmentSamples } from "@/lib/directory/segment/samples";
import { refusal, signedOut, type Answer, type AnswerProblem } from "@/lib/inputs/answer";

/** What can be measured of a rule, by the last step of its address. */
interface Measures {
  estimate: SegmentEstimate;
  count: SegmentCount;
  funnel: SegmentFunnel;
  samples: SegmentSamples;
}

/** Measures a rule, stored or not. The signal cancels it, also at the server. */
export type MeasureRule = <K extends keyof Measures>(
  measure: K,
  question: { serviceId: string; rule: unknown },
  signal: AbortSignal,
) => Promise<Answer<Measures[K]>>;

/** Measures a rule at the server (`lib/http/rule-measures`). Rejects where no answer comes. */
export const measureRule: MeasureRule = async (measure, question, signal) => {
  const response = await fetch(`/live/segments/${measure}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  if (response.ok) return { ok: true, value: await response.json() };
  if (response.status === 401) return signedOut;
  const { error, problems = [] } = (await response.json().catch(() => ({}))) as {
    error?: string;
    problems?: readonly AnswerProblem[];
  };
  if (problems.length > 0) return { ok: false, problems };
  return refusal(error ?? `The server did not answer (status ${response.status}). Try again.`);
};
