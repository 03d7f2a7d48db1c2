import { Users } from "lucide-react";
import type { Metadata } from "next";
import { AudienceTable } from "@/components/audience/audience-table";
import { NewListButton } from "@/components/audience/new-list-button";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { includesRole } from "@/lib/auth/member";
import { requireMember } from "@/lib/auth/session";
import { listApps } from "@/lib/directory/app/list";
import { listAudiences } from "@/lib/directory/audience/list";
import { addToList, beginList, changeList, finishList } from "./actions";

export const metadata: Metadata = { title: "Audiences" };

export default async function AudiencesPage() {
  const member = await requireMember();
  const [apps, rows] = await Promise.all([listApps(member), listAudiences(member)]);
  const services = Object.fromEntries(apps.map(({ serviceId, serviceName }) => [serviceId, serviceName]));
  const mayChange = includesRole(member.role, "marketer");
  const make = mayChange && apps.length > 0 && (
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
          <AudienceTable
            rows={rows}
            services={Object.keys(services).length > 1 ? services : {}}
            change={mayChange ? changeList : undefined}
          />
        )}
      </Card>
    </Page>
  );
}
