import { UserX } from "lucide-react";
import type { Metadata } from "next";
import { hasNothing, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { EraseButton } from "@/components/person/erase-button";
import { ReceiptTable } from "@/components/person/receipt-table";
import { BackLink, Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listErasures } from "@/lib/directory/person/receipts";
import { paths } from "@/lib/inputs/paths";
import { inService, type Query } from "../../../in-service";
import { lookForPerson, erasePerson } from "../../actions";

export const metadata: Metadata = { title: "Removed people" };

export default async function ErasedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const trail = <BackLink href={paths.devices()}>Devices</BackLink>;
  const erase = may("person.erase");
  if (!erase.ok)
    return (
      <Page title="Removed people" trail={trail}>
        <Card aria-label="Removed people">
          <EmptyState picture={<UserX />} title="Owners remove people’s data">
            {erase.reason}
          </EmptyState>
        </Card>
      </Page>
    );
  const address = listAddress(paths.removedPeople(), query, ["-erased"]);
  const { after, before } = address;
  const page = await listErasures(as, { serviceId, after, before });
  const begin = (
    <EraseButton key={serviceId} serviceId={serviceId} look={lookForPerson} erase={erasePerson} />
  );
  return (
    <ListPage
      title="Removed people"
      trail={trail}
      description="Receipts for removed personal data. They don’t identify the person."
      actions={!hasNothing(address, page.rows) && begin}
      address={address}
      page={page}
      noun={{ one: "receipt", many: "receipts" }}
      picture={<UserX />}
      empty={{
        title: "No data was removed yet",
        text: "When a person asks for it, remove their data: devices, list entries, and message recipients.",
        action: begin,
      }}
    >
      <ReceiptTable rows={page.rows} />
    </ListPage>
  );
}
