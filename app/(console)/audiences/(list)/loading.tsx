import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function AudiencesLoading() {
  return (
    <ListSkeleton
      title="Audiences"
      description="Lists of recipients under a name, and the groups that tests go to."
      what="audiences"
      rows={6}
    />
  );
}
