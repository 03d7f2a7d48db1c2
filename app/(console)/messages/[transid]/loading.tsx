import { DetailSkeleton } from "@/components/message/detail-skeleton";

export default function MessageLoading() {
  return <DetailSkeleton label="Loading message" />;
}
