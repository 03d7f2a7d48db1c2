import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function ServicesLoading() {
  return (
    <Page title="Services" description="Each service has its own apps, keys and members." wide>
      <Card aria-busy aria-label="Loading services">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
