import { DetailSkeleton } from "@/components/listing/detail-skeleton";

export default function CampaignLoading() {
  return <DetailSkeleton label="Loading campaign" />;
}
