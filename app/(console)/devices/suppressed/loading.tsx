import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function SuppressedLoading() {
  return <ListSkeleton title="Suppression list" what="the suppression list" rows={10} filtered />;
}
