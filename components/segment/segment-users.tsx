import { campaignLooks } from "@/components/facts/campaign-looks";
import { SameServiceLink } from "@/components/shell/same-service";
import { Badge } from "@/components/ui/badge";
import { verbatim } from "@/components/ui/verbatim";
import type { SegmentCampaign } from "@/lib/directory/segment/used-by";
import { paths } from "@/lib/inputs/paths";

/** The campaigns that go to a segment and are yet to be sent; undefined until they are read. */
export function SegmentUsers({
  users,
}: {
  users: readonly SegmentCampaign[] | "failed" | undefined;
}) {
  if (users === undefined) return <p className="text-sm text-ink-muted">Looking for campaigns …</p>;
  if (users === "failed")
    return <p className="text-sm text-ink-muted">No answer about the campaigns that use it.</p>;
  if (users.length === 0)
    return <p className="text-sm text-ink-muted">No campaign that is still to be sent uses it.</p>;
  return (
    <ul aria-label="Campaigns that go to it" className="space-y-1.5 text-sm">
      {users.map(({ id, name, state }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          <SameServiceLink
            href={state === "draft" ? paths.compose({ campaign: id }) : paths.campaign(id)}
            {...verbatim}
            className="foreign truncate underline underline-offset-2"
          >
            {name}
          </SameServiceLink>
          <Badge>{campaignLooks[state].label}</Badge>
        </li>
      ))}
    </ul>
  );
}
