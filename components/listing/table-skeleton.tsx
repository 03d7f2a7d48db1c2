import { Skeleton } from "@/components/ui/skeleton";

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
