import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function ServiceLoading() {
  return <DetailSkeleton label="Loading service" />;
}
