import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function MessageLoading() {
  return <DetailSkeleton label="Loading message" />;
}
