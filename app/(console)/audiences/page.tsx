import { Users } from "lucide-react";
import type { Metadata } from "next";
import { AudienceTable } from "@/components/audience/audience-table";
import { NewListButton } from "@/components/audience/new-list-button";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listApps } from "@/lib/directory/app/list";
import { listAudiences } from "@/lib/directory/audience/list";
import { inService, type Query } from "../in-service";
import { addToList, beginList, changeList, finishList, removeList } from "./actions";

export const metadata: Metadata = { title: "Audiences" };

export default async function AudiencesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { as, serviceId, may } = await inService(await searchParams);
  const [apps, rows] = await Promise.all([listApps(as, { serviceId }), listAudiences(as, { serviceId })]);
  const make = may("audience.create").ok && apps.length > 0 && (
    <NewListButton
      apps={apps.map(({ appid, name }) => ({ appid, name }))}
      fill={{ begin: beginList, add: addToList, finish: finishList }}
    />
  );
  return (
    <Page title="Audiences" description="Lists of recipients under a name, and the groups that tests go to." wide actions={make}>
      <Card>
        {rows.length === 0 ? (
          <EmptyState picture={<Users />} title="No list has been saved yet">
            Bring recipients from a CSV file or paste them. Each may have values of its own for the parameters of a template.
          </EmptyState>
        ) : (
          <AudienceTable rows={rows} actions={may("audience.change").ok ? { change: changeList, remove: removeList } : undefined} />
        )}
      </Card>
    </Page>
  );
}
