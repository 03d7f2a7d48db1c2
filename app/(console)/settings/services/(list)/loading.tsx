import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function ServicesLoading() {
  return (
    <Page title="Services" description="Each has apps, keys and members of its own." wide>
      <Card aria-busy aria-label="Loading services">
        <TableSkeleton rows={4} />
      </Card>
    </Page>
  );
}
