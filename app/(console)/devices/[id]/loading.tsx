import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function DeviceLoading() {
  return <DetailSkeleton label="Loading device" />;
}
