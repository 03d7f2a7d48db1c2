import { Page } from "@/components/shell/page";
import { Card, CardBody } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "./table-skeleton";

/** A page with facts and a table, while it is on its way. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <Page
      loading
      trail={<Skeleton className="my-1 w-20" />}
      title={<Skeleton className="h-7 w-64" />}
      description={<Skeleton className="w-80 max-w-full" />}
    >
      <div className="space-y-5" aria-busy aria-label={label}>
        <Card>
          <CardBody className="space-y-4">
            <Skeleton className="h-6 w-96 max-w-full" />
            <Skeleton className="w-full" />
            <Skeleton className="w-4/5" />
          </CardBody>
        </Card>
        <Skeleton className="h-18 w-full rounded-lg" />
        <Card>
          <TableSkeleton rows={5} />
        </Card>
      </div>
    </Page>
  );
}
