import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function RegisteredLoading() {
  return <ListSkeleton title="Registered devices" what="registered devices" rows={10} filtered />;
}
