import { cache } from "react";
import { SegmentEditor } from "@/components/segment/segment-editor";
import { SegmentMenu } from "@/components/segment/segment-menu";
import { SegmentView } from "@/components/segment/segment-view";
import { BackLink, Page } from "@/components/shell/page";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { listRuleChoices } from "@/lib/directory/segment/choices";
import { openSegment } from "@/lib/directory/segment/open";
import { paths } from "@/lib/inputs/paths";
import { inServiceOf, orNotFound, titleOf, type ThingPageProps } from "../../../in-service";
import { addSegment, changeSegment, findRuleChoices, removeSegment } from "../actions";

/** Read once for the page and its title. */
const open = cache(async (id: string) => openSegment({ actor: await requireMember() }, { id }));

export const generateMetadata = titleOf(open, "Segment");

export default async function SegmentPage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const segment = await orNotFound(open(id));
  const { serviceId, name, rule, revision } = segment;
  const { as, may } = await inServiceOf(segment, paths.segment(id), await searchParams);
  const choices = await listRuleChoices(as, { serviceId, rule });
  return (
    <Page
      trail={<BackLink href={paths.segments()}>Segments</BackLink>}
      title={<Verbatim>{name}</Verbatim>}
      description={
        <span className="text-sm text-ink-faint">
          Created <RelativeTime at={segment.createdAt} />
          {segment.createdBy !== null && (
            <>
              {" "}
              by <Verbatim>{segment.createdBy}</Verbatim>
            </>
          )}
          , changed <RelativeTime at={segment.updatedAt} />
        </span>
      }
      actions={
        may("segment.remove").ok && (
          <SegmentMenu
            segment={{ id, name }}
            remove={removeSegment}
            history={may("audit.read").ok}
            removedTo={paths.segments()}
          />
        )
      }
    >
      {may("segment.change").ok ? (
        <SegmentEditor
          key={id}
          serviceId={serviceId}
          segment={{ id, name, rule, revision }}
          choices={choices}
          actions={{ add: addSegment, change: changeSegment, find: findRuleChoices }}
        />
      ) : (
        <SegmentView segment={segment} choices={choices} />
      )}
    </Page>
  );
}
