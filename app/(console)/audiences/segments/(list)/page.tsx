import { ListFilter, Plus } from "lucide-react";
import type { Metadata } from "next";
import { FindFilter } from "@/components/listing/find-field";
import { hasNothing, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { SegmentTable } from "@/components/segment/segment-table";
import { LinkButton } from "@/components/shell/link-button";
import { BackLink } from "@/components/shell/page";
import { listSegments } from "@/lib/directory/segment/list";
import { countSegmentUses } from "@/lib/directory/segment/used-by";
import { paths, single } from "@/lib/inputs/paths";
import { segmentSorts } from "@/lib/inputs/segment";
import { inService, type Query } from "../../../in-service";
import { readSegmentUsers, removeEachSegment, removeSegment } from "../actions";

export const metadata: Metadata = { title: "Segments" };

export default async function SegmentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.segments(), query, segmentSorts, { q: text });
  const { sort, after, before } = address;
  const page = await listSegments(as, { serviceId, text, sort, after, before });
  const uses = await countSegmentUses(as, { serviceId, ids: page.rows.map(({ id }) => id) });
  const add = may("segment.add").ok && (
    <LinkButton variant="primary" icon={Plus} href={paths.newSegment()}>
      New segment
    </LinkButton>
  );
  return (
    <ListPage
      title="Segments"
      trail={<BackLink href={paths.audiences()}>Audiences</BackLink>}
      description="Rules that say which users a message goes to."
      actions={!hasNothing(address, page.rows) && add}
      filters={<FindFilter text={text} />}
      address={address}
      page={page}
      noun={{ one: "segment", many: "segments" }}
      picture={<ListFilter />}
      empty={{
        title: "No segments yet",
        text: "A segment is a rule, such as iOS users who did not read anything for 30 days. Users come and go with what the rule says of them.",
        action: add,
      }}
    >
      <SegmentTable
        rows={page.rows}
        uses={uses}
        address={address}
        actions={
          may("segment.remove").ok
            ? {
                remove: removeSegment,
                removeEach: removeEachSegment,
                findUsers: readSegmentUsers,
              }
            : undefined
        }
        history={may("audit.read").ok}
      />
    </ListPage>
  );
}
