import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function AppsLoading() {
  return (
    <ListSkeleton
      title="Apps"
      description="Apps that receive your messages, and their provider credentials."
      what="apps"
      rows={4}
      wide={false}
    />
  );
}
