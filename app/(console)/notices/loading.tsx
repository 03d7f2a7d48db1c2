import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function NoticesLoading() {
  return (
    <ListSkeleton
      title="Notices"
      description="Problems and requests that need your attention."
      what="notices"
      rows={4}
      wide={false}
    />
  );
}
