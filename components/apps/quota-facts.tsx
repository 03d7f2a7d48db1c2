import { Fact } from "@/components/ui/fact";
import type { QuotaUse } from "@/lib/directory/credential/quota";

/** Messages a minute that Firebase takes for a project, unless Google granted more. */
const perMinute = 600_000;

/**
 * How much of its quota a Firebase project uses; nothing for one that used none of it for a day.
 */
export function QuotaFacts({ quota }: { quota: QuotaUse | null }) {
  if (!quota || (quota.peakDay === 0 && quota.throttledDay === 0)) return null;
  return (
    <section aria-label="Quota used" className="space-y-3">
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Quota used this minute">{shareText(quota.now)}</Fact>
        <Fact name="Busiest minute of the last hour">{shareText(quota.peakHour)}</Fact>
        <Fact name="Busiest minute of the last day">{shareText(quota.peakDay)}</Fact>
        <Fact name="Beyond the quota, last day">{throttledText(quota.throttledDay)}</Fact>
      </dl>
      <p className="text-xs text-ink-faint">
        Firebase accepts 600,000 messages a minute per project, unless Google granted more. Messages
        above the limit wait. Counted: requests of all apps here that send in this project, those
        that Firebase refuses included.
      </p>
    </section>
  );
}

function shareText(requests: number): string {
  const percent = (100 * requests) / perMinute;
  const share =
    requests === 0
      ? ""
      : percent < 0.1
        ? " · below 0.1 %"
        : ` · ${percent.toLocaleString("en", { maximumFractionDigits: 1 })} %`;
  return `${requests.toLocaleString("en")} of ${perMinute.toLocaleString("en")}${share}`;
}

function throttledText(requests: number): string {
  return requests === 0
    ? "None"
    : `${requests.toLocaleString("en")} ${requests === 1 ? "request" : "requests"} refused, then tried again`;
}
