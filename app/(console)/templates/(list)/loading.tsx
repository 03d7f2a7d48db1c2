import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function TemplatesLoading() {
  return (
    <ListSkeleton
      title="Templates"
      description="Reusable messages with parameters, sent by API or from a campaign."
      what="templates"
      rows={6}
    />
  );
}
