import { ListTree, UserRound } from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/shell/link-button";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { AttributeTable } from "@/components/user/attribute-table";
import { NewAttributeButton } from "@/components/user/new-attribute-button";
import { listAttributes } from "@/lib/directory/attribute/list";
import { paths } from "@/lib/inputs/paths";
import { inService, type Query } from "../../in-service";
import { addAttribute, changeAttribute, removeAttribute } from "./actions";

export const metadata: Metadata = { title: "Attributes" };

const actions = { add: addAttribute, change: changeAttribute, remove: removeAttribute };

export default async function AttributesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { as, serviceId, may } = await inService(await searchParams);
  const rows = await listAttributes(as, { serviceId });
  const mayChange = may("attribute.add").ok;
  const addButton = mayChange && (
    <NewAttributeButton key={serviceId} serviceId={serviceId} actions={actions} />
  );
  return (
    <Page
      title="Attributes"
      description="What this service stores of its users, such as a plan or a birthday."
      actions={
        rows.length > 0 && (
          <>
            <LinkButton icon={UserRound} href={paths.users()}>
              Users
            </LinkButton>
            {addButton}
          </>
        )
      }
    >
      <Card aria-label="Attributes">
        {rows.length === 0 ? (
          <EmptyState picture={<ListTree />} title="No attributes yet" action={addButton}>
            Programs, apps and files add attributes with their first value. Add one here to decide
            its type before.
          </EmptyState>
        ) : (
          <AttributeTable
            serviceId={serviceId}
            rows={rows}
            actions={mayChange ? actions : undefined}
            history={may("audit.read").ok}
          />
        )}
      </Card>
    </Page>
  );
}
