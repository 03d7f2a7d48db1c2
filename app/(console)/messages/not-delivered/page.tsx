import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { byCause } from "@/components/message/failure-causes";
import { FailureList } from "@/components/message/failure-list";
import { BackLink, Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/inputs/paths";
import { listFailures } from "@/lib/results/failures";
import { inService, type Query } from "../../in-service";

export const metadata: Metadata = { title: "Why was it not delivered?" };

export default async function NotDeliveredPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { as, serviceId } = await inService(await searchParams);
  const { reasons, deliveries, cut } = await listFailures(as, { serviceId });
  return (
    <Page
      trail={<BackLink href={paths.messages()}>Messages</BackLink>}
      title="Why was it not delivered?"
      description={`Failed and expired deliveries of the last 7 days, by cause.${cut ? " These are the most frequent reasons." : ""}`}
    >
      {reasons.length === 0 ? (
        <Card>
          <EmptyState picture={<CircleCheck />} title="Nothing failed in the last 7 days">
            {deliveries === 0
              ? "Nothing was sent."
              : `${deliveries.toLocaleString("en")} deliveries were sent, and none of them failed.`}
          </EmptyState>
        </Card>
      ) : (
        <FailureList groups={byCause(reasons)} deliveries={deliveries} />
      )}
    </Page>
  );
}
