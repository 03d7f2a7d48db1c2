import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function NotifyUrlsLoading() {
  return (
    <Page title="Notify URLs" description="Endpoints that receive delivery updates, and whether they accept them.">
      <Card aria-busy aria-label="Loading notify URLs">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
