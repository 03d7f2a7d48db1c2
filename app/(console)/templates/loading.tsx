import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function TemplatesLoading() {
  return (
    <Page title="Templates" description="Messages with gaps, written once, that programs and campaigns fill in." wide>
      <Card aria-busy aria-label="Loading templates">
        <TableSkeleton rows={6} />
      </Card>
    </Page>
  );
}
