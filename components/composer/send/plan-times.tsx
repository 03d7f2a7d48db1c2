import { durationText } from "@/components/form/duration-text";
import type { SendPlan } from "@/lib/campaign/read-plan";

const minuteSeconds = 60;

/** How long a plan takes at its rate: "12 minutes at 1,000 messages a minute". */
export function rateText(seconds: number, rate: number): string {
  const rounded =
    seconds < 2 * minuteSeconds ? seconds : Math.ceil(seconds / minuteSeconds) * minuteSeconds;
  return `${durationText(rounded)} at ${rate.toLocaleString("en")} ${rate === 1 ? "message" : "messages"} a minute`;
}

/** What the times of a plan come to, before it is confirmed. Nothing where there is none. */
export function PlanTimes({
  plan,
  rate,
}: {
  plan: Pick<SendPlan, "seconds">;
  rate: number | null | undefined;
}) {
  if (plan.seconds === null || rate == null) return null;
  return (
    <p className="mb-3 text-sm text-ink-muted">Sending takes {rateText(plan.seconds, rate)}.</p>
  );
}
