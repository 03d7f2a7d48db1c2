import type { SegmentCount } from "@/lib/directory/segment/count";
import type { SegmentEstimate } from "@/lib/directory/segment/estimate";
import type { SegmentFunnel } from "@/lib/directory/segment/funnel";
import type { SegmentSamples } from "@/lib/directory/segment/samples";
import { refusal, signedOut, type Answer, type AnswerProblem } from "@/lib/inputs/answer";
import { withQuery } from "@/lib/inputs/paths";

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

/** Estimates the users of a stored segment. */
export type EstimateSegment = (id: string, signal: AbortSignal) => Promise<Answer<SegmentEstimate>>;

/** Estimates at the server. Rejects where no answer comes. */
export const estimateSegment: EstimateSegment = async (id, signal) =>
  answerIn(await fetch(withQuery("/live/segments/estimate", { id }), { signal }));

/** Measures a rule at the server (`lib/http/rule-measures`). Rejects where no answer comes. */
export const measureRule: MeasureRule = async (measure, question, signal) =>
  answerIn(
    await fetch(`/live/segments/${measure}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    }),
  );

async function answerIn<T>(response: Response): Promise<Answer<T>> {
  if (response.ok) return { ok: true, value: (await response.json()) as T };
  if (response.status === 401) return signedOut;
  const { error, problems = [] } = (await response.json().catch(() => ({}))) as {
    error?: string;
    problems?: readonly AnswerProblem[];
  };
  if (problems.length > 0) return { ok: false, problems };
  return refusal(error ?? `The server did not answer (status ${response.status}). Try again.`);
}
