import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function AppLoading() {
  return <DetailSkeleton label="Loading app" />;
}
