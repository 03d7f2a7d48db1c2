import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function AppsLoading() {
  return (
    <Page title="Apps" description="What your messages are sent to, and the credentials that they are sent with." wide>
      <Card aria-busy aria-label="Loading apps">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
