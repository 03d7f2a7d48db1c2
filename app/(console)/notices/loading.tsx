import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function NoticesLoading() {
  return (
    <Page title="Notices" description="Problems and requests that need your attention.">
      <Card aria-busy aria-label="Loading notices">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
