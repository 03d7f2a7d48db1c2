import { ListSkeleton } from "@/components/listing/list-skeleton";

export default function SuppressedLoading() {
  return <ListSkeleton title="Suppression list" what="the suppression list" rows={10} filtered />;
}
