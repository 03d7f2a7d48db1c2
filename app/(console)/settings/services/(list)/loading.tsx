import { ListSkeleton } from "@/components/listing/page-skeleton";

export default function ServicesLoading() {
  return (
    <ListSkeleton
      title="Services"
      description="Each service has its own apps, keys and members."
      what="services"
      rows={4}
      wide={false}
    />
  );
}
