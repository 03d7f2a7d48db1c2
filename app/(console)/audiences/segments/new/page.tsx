import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SegmentEditor } from "@/components/segment/segment-editor";
import { BackLink, Page } from "@/components/shell/page";
import { listRuleChoices } from "@/lib/directory/segment/choices";
import { paths, withQuery } from "@/lib/inputs/paths";
import { inService, type Query } from "../../../in-service";
import { addSegment, changeSegment, findRuleChoices } from "../actions";

export const metadata: Metadata = { title: "New segment" };

export default async function NewSegmentPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { as, serviceId, may } = await inService(await searchParams);
  if (!may("segment.add").ok) redirect(withQuery(paths.segments(), { service: serviceId }));
  return (
    <Page trail={<BackLink href={paths.segments()}>Segments</BackLink>} title="New segment">
      <SegmentEditor
        key={serviceId}
        serviceId={serviceId}
        choices={await listRuleChoices(as, { serviceId })}
        actions={{ add: addSegment, change: changeSegment, find: findRuleChoices }}
      />
    </Page>
  );
}
