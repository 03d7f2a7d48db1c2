import { PenLine } from "lucide-react";
import { cache } from "react";
import { SegmentEditor } from "@/components/segment/segment-editor";
import { SegmentMenu } from "@/components/segment/segment-menu";
import { SegmentUsers } from "@/components/segment/segment-users";
import { SegmentView } from "@/components/segment/segment-view";
import { LinkButton } from "@/components/shell/link-button";
import { BackLink, Page } from "@/components/shell/page";
import { CardBody, TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { listRuleChoices } from "@/lib/directory/segment/choices";
import { openSegment } from "@/lib/directory/segment/open";
import { readSegmentUsers as readSegmentUsersView } from "@/lib/directory/segment/used-by";
import { paths } from "@/lib/inputs/paths";
import { inServiceOf, orNotFound, titleOf, type ThingPageProps } from "../../../in-service";
import {
  addSegment,
  changeSegment,
  findRuleChoices,
  readSegmentUsers,
  removeSegment,
} from "../actions";

/** Read once for the page and its title. */
const open = cache(async (id: string) => openSegment({ actor: await requireMember() }, { id }));

export const generateMetadata = titleOf(open, "Segment");

export default async function SegmentPage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const segment = await orNotFound(open(id));
  const { serviceId, name, rule, revision } = segment;
  const { as, may } = await inServiceOf(segment, paths.segment(id), await searchParams);
  const [choices, users] = await Promise.all([
    listRuleChoices(as, { serviceId, rule }),
    orNotFound(readSegmentUsersView(as, { id })),
  ]);
  const usedBy = (
    <TitledCard id="users-title" title="Used by" description="Campaigns that are still to be sent">
      <CardBody>
        <SegmentUsers users={users} />
      </CardBody>
    </TitledCard>
  );
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
        <>
          {may("segment.remove").ok && (
            <SegmentMenu
              segment={{ id, name }}
              actions={{ remove: removeSegment, findUsers: readSegmentUsers }}
              history={may("audit.read").ok}
              removedTo={paths.segments()}
            />
          )}
          {may("campaign.save").ok && (
            <LinkButton icon={PenLine} href={paths.compose({ segment: id })}>
              Compose to this segment
            </LinkButton>
          )}
        </>
      }
    >
      {may("segment.change").ok ? (
        <SegmentEditor
          key={id}
          serviceId={serviceId}
          segment={{ id, name, rule, revision }}
          choices={choices}
          actions={{ add: addSegment, change: changeSegment, find: findRuleChoices }}
          aside={usedBy}
        />
      ) : (
        <SegmentView segment={segment} choices={choices} aside={usedBy} />
      )}
    </Page>
  );
}
