import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function NotifyUrlsLoading() {
  return (
    <Page title="Notify URLs" description="Where programs are told what became of messages, and whether they took it.">
      <Card aria-busy aria-label="Loading notify URLs">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
