import { Banner } from "@/components/ui/banner";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { SendPlan } from "@/lib/campaign/read-plan";
import { recipientsText } from "@/lib/compose/recipients";

/**
 * Says that the very same was sent to the same recipients a while ago. Nothing where it was not.
 */
export function RepeatNews({ last }: { last: SendPlan["lastSent"] }) {
  if (last === null) return null;
  return (
    <Banner kind="warning" announce className="mb-3" title="You would send it twice">
      {last.own ? "You" : <Verbatim>{last.by ?? "A member who is gone"}</Verbatim>} sent exactly
      this to the same {recipientsText(last.recipients)} <RelativeTime at={last.at} />.
    </Banner>
  );
}
