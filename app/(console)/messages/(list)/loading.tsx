import { ListSkeleton } from "@/components/listing/page-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function MessagesLoading() {
  return (
    <ListSkeleton
      title="Messages"
      description={<Skeleton className="my-1 w-12" />}
      what="messages"
      rows={10}
      filtered
    />
  );
}
