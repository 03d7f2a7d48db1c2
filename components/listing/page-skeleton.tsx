import type { ReactNode } from "react";
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

interface ListSkeletonProps {
  title: string;
  /** A grey line where it depends on what is read. */
  description?: ReactNode;
  /** What loads, read aloud: "apps". */
  what: string;
  rows: number;
  /** The list has a filter above it. */
  filtered?: boolean;
  wide?: boolean;
}

/** While a list loads. */
export function ListSkeleton({
  title,
  description,
  what,
  rows,
  filtered = false,
  wide = true,
}: ListSkeletonProps) {
  return (
    <Page title={title} description={description ?? <Skeleton className="my-1 w-72" />} wide={wide}>
      {filtered && <Skeleton className="mb-3 h-7.5 w-72" />}
      <Card aria-busy aria-label={`Loading ${what}`}>
        <TableSkeleton rows={rows} />
      </Card>
    </Page>
  );
}

/** Where a table of messages or deliveries will be. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center gap-6 px-4 py-3.5">
          <div className="min-w-0 flex-1 space-y-2">
            <Skeleton className="w-2/5 max-w-72" />
            <Skeleton className="h-3 w-3/5 max-w-96" />
          </div>
          <Skeleton className="h-1.5 w-56 rounded-full max-md:hidden" />
          <Skeleton className="h-6 w-20 rounded-full max-sm:hidden" />
          <Skeleton className="h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
