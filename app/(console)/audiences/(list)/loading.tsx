import { TableSkeleton } from "@/components/listing/table-skeleton";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";

export default function AudiencesLoading() {
  return (
    <Page title="Audiences" description="Lists of recipients under a name, and the groups that tests go to." wide>
      <Card aria-busy aria-label="Loading audiences">
        <TableSkeleton rows={6} />
      </Card>
    </Page>
  );
}
