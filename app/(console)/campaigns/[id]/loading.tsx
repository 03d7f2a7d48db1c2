import { DetailSkeleton } from "@/components/message/detail-skeleton";

export default function CampaignLoading() {
  return <DetailSkeleton label="Loading campaign" />;
}
