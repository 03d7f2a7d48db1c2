import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function AppsLoading() {
  return (
    <Page title="Apps" description="Apps that receive your messages, and their provider credentials." wide>
      <Card aria-busy aria-label="Loading apps">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
