import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

export default function MessagesLoading() {
  return (
    <Page title="Messages" description={<Skeleton className="my-1 w-12" />} wide>
      <Skeleton className="mb-3 h-7.5 w-72" />
      <Card aria-busy aria-label="Loading messages">
        <TableSkeleton rows={10} />
      </Card>
    </Page>
  );
}
