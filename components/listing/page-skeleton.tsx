import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Stands in while a page loads whose title depends on its data. */
export function PageSkeleton() {
  return (
    <Page
      loading
      title={<Skeleton className="h-7 w-40" />}
      description={<Skeleton className="my-1 w-12" />}
    >
      <Card aria-busy aria-label="Loading">
        <TableSkeleton rows={6} />
      </Card>
    </Page>
  );
}
