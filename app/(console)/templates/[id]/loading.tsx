import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function TemplateLoading() {
  return <DetailSkeleton label="Loading template" />;
}
