import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function TemplatesLoading() {
  return (
    <Page title="Templates" description="Reusable messages with parameters, sent by API or from a campaign." wide>
      <Card aria-busy aria-label="Loading templates">
        <TableSkeleton rows={6} />
      </Card>
    </Page>
  );
}
