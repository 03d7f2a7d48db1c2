import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function AudienceLoading() {
  return <DetailSkeleton label="Loading list" />;
}
