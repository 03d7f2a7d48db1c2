import type { ReactNode } from "react";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TableSkeleton } from "./table-skeleton";

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
