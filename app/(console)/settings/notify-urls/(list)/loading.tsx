import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function NotifyUrlsLoading() {
  return (
    <ListSkeleton
      title="Notify URLs"
      description="Endpoints that receive delivery updates, and whether they accept them."
      what="notify URLs"
      rows={4}
      wide={false}
    />
  );
}
